"""What a tournament will mean, told to its organiser beforehand: rounds, tables, matches, time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count

from arena.formats import FORMATS
from arena.formats.contract import FormatRefused, TableSizes
from arena.games import all_games
from matches.models import Match
from tournaments.planning import StagePlan

LATEST_MATCHES = 200
GUESSED_S = 0.25
"""Seconds a match takes per deal, seat and sitting, where none has been played yet."""


@dataclass(frozen=True)
class StagePreview:
    title: str
    entries: int
    table_sizes: TableSizes
    rounds: int
    tables: int
    matches: int


@dataclass(frozen=True)
class Preview:
    """refusals: what can't be played like this, by the number of the stage from 0."""

    entries: int
    stages: Sequence[StagePreview]
    refusals: Mapping[int, str]
    takes: timedelta
    is_measured: bool

    @property
    def rounds(self) -> int:
        return sum(stage.rounds for stage in self.stages)

    @property
    def tables(self) -> int:
        return sum(stage.tables for stage in self.stages)

    @property
    def matches(self) -> int:
        return sum(stage.matches for stage in self.stages)

    @property
    def duration(self) -> str:
        """As people say it."""
        minutes = self.takes.total_seconds() / 60
        if minutes < 1:
            return "less than a minute"
        if minutes < 90:
            return f"about {minutes:.0f} minute{'s' if minutes >= 1.5 else ''}"
        if minutes < 36 * 60:
            return f"about {minutes / 60:.0f} hours"
        return f"about {minutes / 60 / 24:.0f} days"


def preview(
    *, entries: int, games: Sequence[str], deals: int | None, stages: Sequence[StagePlan]
) -> Preview:
    """Plan every stage with so many entries. Where one can't be played, it says what to do."""
    shown, refusals, seconds = [], {}, 0.0
    rates, is_measured = _rates(games)
    coming = entries
    for number, stage in enumerate(stages):
        if stage.comes_in is not None:
            coming = min(coming, stage.comes_in)
        try:
            seats = [all_games()[name].seats for name in games]
            sizes = TableSizes.shared_by(seats, preferred=stage.table_size)
            planned = FORMATS[stage.format](
                coming,
                table_sizes=sizes,
                lots=range(coming),
                games=len(games),
                options=stage.options,
            )
        except FormatRefused as refused:
            refusals[number] = str(refused)
            continue
        tables = planned.tables_max
        shown.append(
            StagePreview(
                title=planned.title,
                entries=coming,
                table_sizes=sizes,
                rounds=planned.rounds_max,
                tables=tables,
                matches=tables * len(games),
            )
        )
        size = min(sizes.preferred, coming)
        seconds += tables * sum(
            rates[name] * size * size * (deals or _usual_deals(name, size)) for name in games
        )
    return Preview(entries, shown, refusals, timedelta(seconds=seconds), is_measured)


def _rates(games: Sequence[str]) -> tuple[dict[str, float], bool]:
    """Seconds per deal, seat and sitting of each game, from the latest matches; whether measured."""
    latest = (
        Match.objects.finished()
        .filter(game__in=list(games), started_at__isnull=False)
        .order_by("-id")
        .annotate(seats=Count("entrants"))
        .values_list("game", "options", "started_at", "finished_at", "seats")[:LATEST_MATCHES]
    )
    work: dict[str, float] = {}
    spent: dict[str, float] = {}
    for game, options, started, finished, seats in latest:
        work[game] = work.get(game, 0.0) + seats * seats * max(1, options.get("deals", 1))
        spent[game] = spent.get(game, 0.0) + (finished - started).total_seconds()
    rates = {name: spent[name] / work[name] if work.get(name) else GUESSED_S for name in games}
    return rates, all(name in work for name in games)


def _usual_deals(game: str, players: int) -> int:
    for option in all_games()[game].options:
        if option.name == "deals":
            default = option.default(players)
            return int(default) if default is not None else 1
    return 1
