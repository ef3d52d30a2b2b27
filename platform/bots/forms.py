"""Forms for submitting: a new bot, or a new version of one."""

from django import forms
from django.core.files.uploadedfile import UploadedFile

from accounts.names import NAME_MAX_LENGTH, validate_name
from arena.games import all_games
from bots.models import Bot
from bots.services import NOT_A_BOT_NAME, SubmissionRefused, check_size


def game_choices() -> list[tuple[str, str]]:
    return [(game.name, game.title) for game in all_games().values()]


class FileForm(forms.Form):
    """The file alone."""

    file = forms.FileField(
        label="The bot",
        help_text="One bot.py up to 1 MiB, or a zip up to 8 MiB with bot.py at its top.",
        widget=forms.FileInput(attrs={"accept": ".py,.zip", "data-drop-input": ""}),
        error_messages={
            "required": "No file was chosen. Choose bot.py, or a zip with bot.py at its top.",
            "empty": "The file is empty. Choose bot.py, or a zip with bot.py at its top.",
        },
    )

    def clean_file(self) -> UploadedFile:
        file: UploadedFile = self.cleaned_data["file"]
        try:
            check_size(file.size or 0)
        except SubmissionRefused as refusal:
            raise forms.ValidationError(str(refusal)) from refusal
        return file


class VersionForm(FileForm):
    """The file, and the games that the author says it plays."""

    games = forms.MultipleChoiceField(
        label="It plays",
        choices=game_choices,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick at least one game that the bot plays."},
    )


class BotForm(VersionForm):
    """A new bot: its name, and its first version."""

    name = forms.CharField(
        max_length=NAME_MAX_LENGTH,
        label="Name of the bot",
        help_text="1 to 32 letters, digits, dots, dashes and underscores. It cannot be changed later.",
        validators=[validate_name],
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        error_messages={"required": "The bot has no name yet. Give it one."},
    )
    field_order = ["name", "file", "games"]

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name.lower() in NOT_A_BOT_NAME or Bot.objects.named(name).exists():
            raise forms.ValidationError(
                f"The name {name} is taken. Choose another one; if the bot is yours, submit a new "
                "version from its own page."
            )
        return name
