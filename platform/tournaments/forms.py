"""The form by which an organiser opens a tournament: what it is, and its stages."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django import forms

from arena.formats import FORMATS
from arena.formats.contract import ENTRIES_MAX, FormatRefused, TableSizes
from arena.games import all_games
from arena.options import Option
from bots.forms import game_choices
from matches.forms import option_field
from tournaments.models import NAME_MAX_LENGTH, Tournament
from tournaments.planning import REPEATS_MAX, STAGES_MAX, StagePlan

DESCRIPTION_MAX_LENGTH = 10_000
ENTRIES_EXPECTED = 16


class LocalDateTimeField(forms.DateTimeField):
    """A moment in the zone that the form names (`zone`); see `TournamentForm.clean`."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateTimeInput(
            format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local", "data-local-input": ""}
        )
        super().__init__(required=False, widget=widget, **kwargs)


class TournamentForm(forms.Form):
    """What a tournament is, but for its stages."""

    name = forms.CharField(
        label="Name",
        max_length=NAME_MAX_LENGTH,
        help_text="As it shall stand above the bracket.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": "The tournament has no name yet. Give it one."},
    )
    description = forms.CharField(
        label="What it is about",
        required=False,
        max_length=DESCRIPTION_MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Who it is for, what can be won. Plain text; empty lines begin a new paragraph.",
    )
    games = forms.MultipleChoiceField(
        label="Games",
        choices=game_choices,
        widget=forms.CheckboxSelectMultiple,
        help_text="Every table plays one match in each of them, and the points are added up.",
        error_messages={"required": "Tick at least one game."},
    )
    deals = forms.IntegerField(
        label="Deals per match",
        required=False,
        min_value=1,
        max_value=100,
        help_text="Fewer: sooner over, and luck counts more. Empty: as usual in each game.",
    )
    capacity = forms.IntegerField(
        label="Entries at most",
        min_value=2,
        max_value=ENTRIES_MAX,
        initial=64,
        error_messages={"required": "Say for how many entries there is room."},
    )
    bots_per_person = forms.IntegerField(
        label="Bots per person", min_value=1, max_value=100, initial=1
    )
    is_public = forms.ChoiceField(
        label="Who may enter",
        choices=[("yes", "Everybody"), ("no", "Who has the invitation link")],
        initial="yes",
    )
    seeding = forms.ChoiceField(
        label="Seeded",
        choices=Tournament.Seeding.choices,
        initial=Tournament.Seeding.STRENGTH,
        help_text="You can put the entries in order yourself before the start.",
    )
    entry_opens_at = LocalDateTimeField(label="Entry opens", help_text="Empty: at once.")
    entry_closes_at = LocalDateTimeField(
        label="Entry closes", help_text="Empty: when the tournament starts."
    )
    starts_at = LocalDateTimeField(
        label="Starts by itself", help_text="Empty: you start it by hand."
    )
    hold_results = forms.BooleanField(
        label="Hold results back",
        required=False,
        help_text="Nobody but you sees the results of a stage until you release them.",
    )
    repeats_max = forms.IntegerField(
        label="Matches per game",
        required=False,
        min_value=1,
        max_value=REPEATS_MAX,
        help_text="At a table. More than one: it plays on until the difference is more than luck, so "
        "often at most. Empty: one.",
    )
    zone = forms.CharField(
        required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-zone-input": ""})
    )
    stages = forms.IntegerField(
        min_value=1, max_value=STAGES_MAX, required=False, widget=forms.HiddenInput()
    )
    expected = forms.IntegerField(
        label="With so many bots",
        required=False,
        min_value=2,
        max_value=ENTRIES_MAX,
        initial=ENTRIES_EXPECTED,
    )

    def __init__(
        self, *args: Any, own_deals: Mapping[str, int] | None = None, **kwargs: Any
    ) -> None:
        """`own_deals`: by game, where they differ: kept as long as the field is left empty."""
        super().__init__(*args, **kwargs)
        self.own_deals = own_deals or {}
        if self.own_deals:
            self.fields[
                "deals"
            ].help_text = "The games have numbers of their own. Empty: they keep them."
        for name, game_options in self.game_options().items():
            for option in game_options:
                self.fields[f"option_{name}_{option.name}"] = option_field(option)

    @staticmethod
    def game_options() -> dict[str, list[Option]]:
        """Each game's own options; the deals have a field for all games."""
        return {
            name: [option for option in game.options if option.name != "deals"]
            for name, game in all_games().items()
        }

    @property
    def has_options(self) -> bool:
        """Whether any is set: then they are not folded away."""
        return any(field.value() for _, fields in self.option_groups for field in fields)

    @property
    def option_groups(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [
            (all_games()[name].title, [self[f"option_{name}_{option.name}"] for option in options])
            for name, options in self.game_options().items()
            if options
        ]

    @property
    def options(self) -> dict[str, dict[str, Any]]:
        """Per chosen game what was set; all else takes the game's default."""
        found: dict[str, dict[str, Any]] = {}
        for name in self.cleaned_data["games"]:
            values = {
                option.name: self.cleaned_data.get(f"option_{name}_{option.name}")
                for option in self.game_options()[name]
            }
            values["deals"] = self.cleaned_data.get("deals") or self.own_deals.get(name)
            found[name] = {key: value for key, value in values.items() if value not in (None, "")}
        return {name: chosen for name, chosen in found.items() if chosen}

    def clean_games(self) -> list[str]:
        games: list[str] = self.cleaned_data["games"]
        try:
            TableSizes.shared_by(all_games()[name].seats for name in games)
        except FormatRefused as refused:
            raise forms.ValidationError(
                f"{str(refused)[:1].upper()}{str(refused)[1:]}."
            ) from refused
        return games

    def clean_zone(self) -> ZoneInfo:
        name = self.cleaned_data["zone"] or "UTC"
        try:
            return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            return ZoneInfo("UTC")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        zone = cleaned.get("zone") or ZoneInfo("UTC")
        for name in ("entry_opens_at", "entry_closes_at", "starts_at"):
            if moment := cleaned.get(name):
                cleaned[name] = in_zone(moment, zone)
        opens, closes = cleaned.get("entry_opens_at"), cleaned.get("entry_closes_at")
        starts = cleaned.get("starts_at")
        if opens and closes and opens >= closes:
            self.add_error("entry_closes_at", "Entry closes before it opens. Close it later.")
        if closes and starts and closes > starts:
            self.add_error("entry_closes_at", "Entry closes after the start. Close it earlier.")
        return cleaned


def in_zone(moment: datetime, zone: ZoneInfo) -> datetime:
    """The moment that somebody in this zone reads on a clock."""
    return moment.replace(tzinfo=zone).astimezone(UTC)


class StageForm(forms.Form):
    """One stage. number: from 0; the first has no entries that come from a stage before."""

    def __init__(self, *args: Any, number: int, games: list[str], **kwargs: Any) -> None:
        super().__init__(*args, prefix=f"stage{number}", **kwargs)
        self.number = number
        self.fields["format"] = forms.ChoiceField(
            label="Format",
            choices=[(name, one.title) for name, one in FORMATS.items()],
            initial="swiss" if number == 0 else "knockout",
        )
        sizes = table_sizes(games)
        self.fields["table_size"] = forms.IntegerField(
            label="Bots at a table",
            min_value=sizes.low,
            max_value=sizes.high,
            initial=sizes.preferred,
            help_text=f"These games take {sizes.low} to {sizes.high}."
            if sizes.low < sizes.high
            else f"These games take {sizes.low} together.",
            error_messages={
                "min_value": f"The games you chose need {sizes.low} at least.",
                "max_value": f"The games you chose take {sizes.high} at most.",
            },
        )
        if number:
            self.fields["comes_in"] = forms.IntegerField(
                label=f"Best of stage {number}",
                min_value=2,
                max_value=ENTRIES_MAX,
                initial=8,
                help_text="So many play on in this stage.",
            )
        for name, one in FORMATS.items():
            for option in one.options:
                self.fields[f"{name}_{option.name}"] = option_field(option)

    @property
    def option_groups(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Per format its name, its summary, and the fields of its options."""
        return [
            (name, one.summary, [self[f"{name}_{option.name}"] for option in one.options])
            for name, one in FORMATS.items()
        ]

    @property
    def options(self) -> dict[str, Any]:
        """What was set of the chosen format's options."""
        name = self.cleaned_data["format"]
        values = {
            option.name: self.cleaned_data.get(f"{name}_{option.name}")
            for option in FORMATS[name].options
        }
        return {key: value for key, value in values.items() if value not in (None, "")}

    @property
    def plan(self) -> StagePlan:
        """The stage as it was filled in, or as it is before anybody has."""
        if self.is_bound:
            return StagePlan(
                format=self.cleaned_data["format"],
                table_size=self.cleaned_data["table_size"],
                options=self.options,
                comes_in=self.cleaned_data.get("comes_in"),
            )
        shown = {
            name: self.get_initial_for_field(field, name) for name, field in self.fields.items()
        }
        chosen = {
            option.name: shown[f"{shown['format']}_{option.name}"]
            for option in FORMATS[shown["format"]].options
        }
        return StagePlan(
            format=shown["format"],
            table_size=shown["table_size"],
            options={name: value for name, value in chosen.items() if value not in (None, "")},
            comes_in=shown.get("comes_in"),
        )


def table_sizes(games: list[str]) -> TableSizes:
    """What the games have in common; of all games that there are where they have nothing."""
    known = [all_games()[name] for name in games if name in all_games()]
    try:
        return TableSizes.shared_by((game.seats for game in known), preferred=4)
    except FormatRefused:
        return TableSizes(2, 4, 10)


def stage_forms(
    data: Mapping[str, Any] | None,
    *,
    count: int,
    games: list[str],
    initial: list[dict] | None = None,
) -> list[StageForm]:
    initial = initial or []
    return [
        StageForm(
            data,
            number=number,
            games=games,
            initial=initial[number] if number < len(initial) else None,
        )
        for number in range(count)
    ]
