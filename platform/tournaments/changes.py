"""What every change of a tournament leaves behind: a line in its log, and news for open pages."""

from typing import Any

from django.db import transaction

from bots.broker import post
from live.publishing import publish
from tournaments.models import Tournament, TournamentLog


def channel(tournament_id: int) -> str:
    """Where pages hear of changes: they only learn that there was one, and ask again."""
    return f"tournament:{tournament_id}"


def tell(tournament_id: int) -> None:
    """Tell open pages, once the transaction is committed, that something changed."""
    transaction.on_commit(lambda: publish(channel(tournament_id), "changed"))


def go_on_soon(tournament_id: int) -> None:
    """Let a worker advance the tournament, once the transaction is committed."""
    transaction.on_commit(lambda: post("tournaments.advance", tournament_id))


def note(tournament: Tournament, what: str, text: str = "", *, by: Any = None, **of: Any) -> None:
    """Write a line of the audit log, and tell open pages. `by`: None is the platform itself."""
    TournamentLog.objects.create(tournament=tournament, what=what, text=text, by=by, **of)
    tell(tournament.pk)
