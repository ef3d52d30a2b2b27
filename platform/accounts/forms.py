"""Forms for people: signing up, and naming a token."""

from django import forms
from django.contrib.auth.forms import UserCreationForm

from accounts.models import User
from accounts.names import validate_free_name


class SignUpForm(UserCreationForm):
    """A name and a password: nothing else is asked of anybody."""

    class Meta:
        model = User
        fields = ["username"]

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
