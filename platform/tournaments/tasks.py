"""The tournaments' tasks; any of them may be delivered more than once, or twice at a time."""

from celery import shared_task

from tournaments import advancing, starting
from tournaments.changes import tell
from tournaments.models import TableMatch


@shared_task(name="tournaments.advance")
def advance(tournament_id: int) -> None:
    advancing.advance(tournament_id)


@shared_task(name="tournaments.advance_for_match")
def advance_for_match(match_id: int) -> None:
    """Advance the tournament that a finished match is of, if it is of one.

    Open pages are told in any case: they count the matches of a table that isn't decided yet.
    """
    tables = TableMatch.objects.filter(match=match_id)
    for tournament_id in tables.values_list("table__round__stage__tournament", flat=True):
        advancing.advance(tournament_id)
        tell(tournament_id)


@shared_task(name="tournaments.sweep")
def sweep() -> None:
    """Start what is due, and advance what lost messages or dead workers have left."""
    starting.start_due()
    advancing.sweep()
