"""The form of a challenge, made from the rules of its game."""

from typing import Any

from django import forms

from accounts.names import NAME_MAX_LENGTH
from arena.game import Game
from arena.options import Option


class ChallengeForm(forms.Form):
    """Bots by name in the order of their seats, the game's options, and the cards."""

    shuffle_seed = forms.CharField(
        label="Shuffle seed",
        required=False,
        max_length=64,
        help_text="The same seed gives the same cards. Leave it empty for random cards.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, game: Game, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.game = game
        seed = self.fields.pop("shuffle_seed")
        for seat in range(game.seats.stop - 1):
            self.fields[f"bot_{seat}"] = forms.CharField(
                label=f"Bot {seat + 1}",
                required=seat < game.seats.start,
                max_length=NAME_MAX_LENGTH,
                widget=forms.TextInput(
                    attrs={"autocomplete": "off", "spellcheck": "false", "list": "bot-names"}
                ),
                error_messages={
                    "required": f"{game.title} needs {game.seats.start} bots at least."
                },
            )
        for option in game.options:
            self.fields[f"option_{option.name}"] = option_field(option)
        self.fields["shuffle_seed"] = seed

    @property
    def seats(self) -> list[forms.BoundField]:
        return [self[f"bot_{seat}"] for seat in range(self.game.seats.stop - 1)]

    @property
    def choices(self) -> list[forms.BoundField]:
        return [self[f"option_{option.name}"] for option in self.game.options]

    @property
    def bots(self) -> list[str]:
        names = (self.cleaned_data[f"bot_{seat}"] for seat in range(self.game.seats.stop - 1))
        return [name for name in names if name]

    @property
    def options(self) -> dict[str, Any]:
        """What was set; all else takes the game's default."""
        values = {
            option.name: self.cleaned_data[f"option_{option.name}"] for option in self.game.options
        }
        return {name: value for name, value in values.items() if value not in (None, "")}


def option_field(option: Option) -> forms.Field:
    """A field for an option of a game or of a format; left empty it is as usual."""
    label, meaning = option.name.replace("_", " ").capitalize(), option.meaning.capitalize() + "."
    if option.choices:
        choices = [("", "as usual"), *((choice, choice) for choice in option.choices)]
        return forms.ChoiceField(label=label, help_text=meaning, required=False, choices=choices)
    return forms.IntegerField(
        label=label,
        help_text=f"{meaning} {option.low} to {option.high}; empty: as usual.",
        required=False,
        min_value=option.low,
        max_value=option.high,
    )
