"""What a tournament is planned as, looked through before it is stored and again before it starts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.utils.text import capfirst

from arena.formats import UnknownFormat
from arena.formats.contract import ENTRIES_MAX, FormatRefused
from arena.games import UnknownGame, find_game
from arena.options import OptionError, complete
from tournaments.course import format_of, table_sizes
from tournaments.models import Stage, Tournament
from tournaments.refusals import LimitReached, TournamentRefused

UNPLAYABLE = (FormatRefused, UnknownFormat, UnknownGame)
"""Why a stage can't be played by so many entries."""
STAGES_MAX = 4
REPEATS_MAX = 25
GAMES_MAX = 20


@dataclass(frozen=True, kw_only=True)
class StagePlan:
    """One stage as an organiser asks for it. `comes_in`: None for the first, and for no other."""

    format: str
    options: Mapping[str, Any] = field(default_factory=dict)
    table_size: int | None = None
    comes_in: int | None = None


def sentence(refusal: Exception) -> str:
    """A refusal of the arena as a sentence for people."""
    text = capfirst(str(refusal))
    return text if text.endswith((".", "!", "?")) else f"{text}."


def check_games(games: Sequence[str], options: Mapping[str, Any]) -> None:
    """Raise TournamentRefused unless these are games, each once, with options that they have."""
    if not games:
        raise TournamentRefused("Choose at least one game.")
    if len(set(games)) < len(games) or len(games) > GAMES_MAX:
        raise TournamentRefused("Choose each game once.")
    try:
        rules = {name: find_game(name) for name in games}
    except UnknownGame as unknown:
        raise TournamentRefused(sentence(unknown)) from unknown
    for name, of_game in options.items():
        if name not in rules:
            raise TournamentRefused(f'There are options for "{name}", which is not a chosen game.')
        try:
            complete(of_game, options=rules[name].options, players=rules[name].seats.start)
        except OptionError as refused:
            raise TournamentRefused(f"{rules[name].title}: {sentence(refused)}") from refused


def check_stages(tournament: Tournament, stages: Sequence[Stage], *, entries: int) -> None:
    """Raise TournamentRefused unless so many entries can play these stages, and LimitReached if that
    would be more matches than a tournament may have.

    `entries`: the capacity while a tournament is planned, and those who play once it starts.
    """
    if not 1 <= len(stages) <= STAGES_MAX:
        raise TournamentRefused(f"A tournament has 1 to {STAGES_MAX} stages.")
    if not 1 <= tournament.repeats_max <= REPEATS_MAX:
        raise TournamentRefused(f"A table plays each game 1 to {REPEATS_MAX} times.")
    if entries > ENTRIES_MAX:
        raise TournamentRefused(f"There is room for {ENTRIES_MAX} entries at most.")
    matches = 0
    for stage in stages:
        if stage.number and (stage.comes_in or 0) < 2:
            raise TournamentRefused(
                f"Stage {stage.number + 1}: say how many of the stage before play on, 2 or more."
            )
        entries = min(entries, stage.comes_in or entries)
        matches += _tables_of(tournament, stage, entries) * len(tournament.games)
    matches *= tournament.repeats_max
    if matches > settings.TOURNAMENT_MATCHES_MAX and not tournament.organiser.is_staff:
        raise LimitReached(
            f"That may take {matches:,} matches; a tournament has at most "
            f"{settings.TOURNAMENT_MATCHES_MAX:,}. Lower its capacity, choose fewer games, or "
            "a format with fewer rounds."
        )


def _tables_of(tournament: Tournament, stage: Stage, entries: int) -> int:
    """How many tables a stage of so many entries may have at most."""
    where = f"Stage {stage.number + 1}"
    try:
        sizes = table_sizes(tournament, stage)
        if stage.table_size is not None and stage.table_size not in sizes:
            raise TournamentRefused(
                f"{where}: tables of {stage.table_size} can't play all of its games: they take "
                f"{sizes.low} to {sizes.high}."
            )
        names = [str(number) for number in range(entries)]
        return format_of(tournament, stage, names=names).tables_max
    except UNPLAYABLE as refused:
        raise TournamentRefused(f"{where}: {sentence(refused)}") from refused
