"""Forms for people: signing up, logging in, and naming a token."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.core.validators import MaxLengthValidator

from accounts.models import ApiToken, User
from accounts.names import NAME_MAX_LENGTH, validate_free_name

MAIL_HELP = "If you like: to it goes the link to a new password, and nothing else. Nobody sees it."


class _NameOfBoundedLength:
    """Refuses names longer than any: Django only tells the browser to, and failures are stored."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].validators.append(MaxLengthValidator(NAME_MAX_LENGTH))


class LogInForm(_NameOfBoundedLength, AuthenticationForm):
    """For the site's own page."""


class StaffLogInForm(_NameOfBoundedLength, AdminAuthenticationForm):
    """For the administration's page."""


class SignUpForm(UserCreationForm):
    """A name and a password; and, where the site can send mail, an address if one likes."""

    class Meta:
        model = User
        fields = ["username", "email"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if settings.SENDS_MAIL:
            self.fields["email"].help_text = MAIL_HELP
        else:
            del self.fields["email"]
        self.fields["password1"].help_text = (
            "At least 8 characters, and not digits alone. "
            "Not one that everybody thinks of, nor your name."
        )
        self.fields["password2"].help_text = "The same once more."

    def clean_username(self) -> str:
        username: str = super().clean_username()
        if username:
            validate_free_name(username)
        return username


class MailForm(forms.ModelForm):
    """The address to which a new password can be asked for."""

    class Meta:
        model = User
        fields = ["email"]
        help_texts = {"email": MAIL_HELP}


class TokenForm(forms.Form):
    name = forms.CharField(
        max_length=64,
        label="What is it for?",
        help_text="A name for yourself, such as “laptop”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scope = forms.ChoiceField(
        choices=ApiToken.Scope.choices,
        required=False,
        label="What may it do?",
        help_text="A token that only reads can't submit bots or make tokens.",
    )

    def clean_scope(self) -> str:
        return self.cleaned_data["scope"] or ApiToken.Scope.SUBMIT
