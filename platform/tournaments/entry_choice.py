"""Who is entered, and which bots somebody could enter: for the page before the start."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from bots.models import Bot
from tournaments.entering import enterable, versions_for
from tournaments.models import Entry, Tournament

CHOICES_SHOWN = 200


def remember_invitation(request: HttpRequest, tournament: Tournament) -> None:
    """Keep the invitation until this visitor has logged in, submitted a bot, and come back."""
    request.session[_key(tournament)] = tournament.invitation


def remembered_invitation(request: HttpRequest, tournament: Tournament) -> str:
    return str(request.session.get(_key(tournament), ""))


def _key(tournament: Tournament) -> str:
    return f"invitation-{tournament.pk}"


def choices(tournament: Tournament, user) -> list[Bot]:  # type: ignore[no-untyped-def]
    """Bots that this person could enter now: those that passed a trial in each of its games."""
    bots = list(enterable(tournament, user).select_related("owner"))
    ready = versions_for(tournament.games, [bot.pk for bot in bots])
    found = [bot for bot in bots if bot.pk in ready]
    return sorted(found, key=lambda bot: (bot.owner.is_house, bot.name.lower()))[:CHOICES_SHOWN]


def entry_facts(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """What the page before the start shows."""
    user = request.user
    may_run = tournament.may_be_run_by(user)
    entries = list(
        tournament.entries.filter(state=Entry.State.ENTERED).select_related("bot__owner")
    )
    entries.sort(key=lambda entry: (entry.seed is None, entry.seed or 0, entry.pk))
    own = 0
    for entry in entries:
        is_own = entry.bot.owner_id == user.pk
        own += is_own
        entry.may_be_withdrawn = (is_own or may_run) and not tournament.is_started
    because = _closed_because(request, tournament, entered=len(entries), own=own)
    return {
        "entries": entries,
        "entry_url": reverse("tournament", args=[tournament.slug]),
        "may_enter": not because,
        "entry_closed_because": because,
        "choices": choices(tournament, user) if user.is_authenticated and not because else [],
        "has_bots": own > 0,
    }


def _closed_because(request: HttpRequest, tournament: Tournament, *, entered: int, own: int) -> str:
    """Why this person can't enter a bot now, and what can be done; empty if they can."""
    if entered >= tournament.capacity:
        return "All places are taken. One gets free if somebody withdraws."
    if tournament.may_be_run_by(request.user):
        return ""
    if not tournament.takes_entries:
        return "Entry is not open now: see the times above."
    if not request.user.is_authenticated:
        return ""
    if own >= tournament.bots_per_person:
        return "You have entered as many bots as one person may. Withdraw one to enter another."
    if not tournament.is_public and not remembered_invitation(request, tournament):
        return "Entry is by invitation: open the link that the organiser gave you."
    return ""
