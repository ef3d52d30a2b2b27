"""What else is told of a tournament: on the page of a bot, and of a match, and in its log."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from bots.models import Bot
from matches.models import Match
from tournaments.models import Entry, TableMatch, Tournament, TournamentLog
from tournaments.wording import table_title

TOURNAMENTS_SHOWN = 10


@dataclass(frozen=True)
class TableOfMatch:
    """The table at which a match was played."""

    tournament: Tournament
    table_id: int
    words: str


def table_of_match(match: Match) -> TableOfMatch | None:
    """None unless the match belongs to a tournament. Who may see the match may know its table."""
    found = (
        TableMatch.objects.filter(match=match)
        .select_related("table__round__stage__tournament")
        .first()
        if match.kind == Match.Kind.TOURNAMENT
        else None
    )
    if found is None:
        return None
    played = found.table.round
    words = table_title(found.table)
    if words != played.name:
        words = f"{words} of {_begun_small(played.name)}"
    return TableOfMatch(played.stage.tournament, found.table_id, words)


def entries_of(bot: Bot, user) -> Sequence[Entry]:  # type: ignore[no-untyped-def]
    """Its latest tournaments that this person may know of, with the rank where it may be known."""
    entries = list(
        bot.tournament_entries.filter(tournament__in=Tournament.objects.visible_to(user))
        .exclude(state=Entry.State.LEFT_OUT)
        .select_related("tournament")
        .prefetch_related("tournament__stages")
        .order_by("-tournament_id")[:TOURNAMENTS_SHOWN]
    )
    for entry in entries:
        entry.shown_rank = entry.rank if is_released(entry.tournament) else None
    return entries


def is_released(tournament: Tournament) -> bool:
    """Whether everybody may see how all of it went."""
    return not tournament.hold_results or all(
        stage.released_at is not None for stage in tournament.stages.all()
    )


def log_of(tournament: Tournament, user) -> QuerySet[TournamentLog]:  # type: ignore[no-untyped-def]
    """Who did what, newest first: for everybody, but what tells of a table only with the results."""
    lines = tournament.log.select_related("by", "table")
    if tournament.may_be_run_by(user) or is_released(tournament):
        return lines
    return lines.filter(table=None)


def _begun_small(name: str) -> str:
    """A round's name within a sentence: "round 2", "the semi-finals"."""
    small = name[:1].lower() + name[1:]
    return small if small.startswith("round ") else f"the {small}"
