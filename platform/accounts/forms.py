"""Forms for people: signing up, logging in, and naming a token."""

from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm, UserCreationForm
from django.core.validators import MaxLengthValidator

from accounts.models import User
from accounts.names import NAME_MAX_LENGTH, validate_free_name


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
    """A name and a password: nothing else is asked of anybody."""

    class Meta:
        model = User
        fields = ["username"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
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


class TokenForm(forms.Form):
    name = forms.CharField(
        max_length=64,
        label="What is it for?",
        help_text="A name for yourself, such as “laptop”.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
