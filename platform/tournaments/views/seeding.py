"""Putting the entries in order before the start: by arrows, by typed numbers, or by dragging.

The order travels in the form, so that nothing is changed until it is saved, with a script or without.
"""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournaments import entering
from tournaments.models import Entry, Tournament
from tournaments.refusals import TournamentRefused
from tournaments.starting import in_order
from tournaments.views.access import run_by_or_404


@login_required
@require_http_methods(["GET", "POST"])
def seeding(request: HttpRequest, slug: str) -> HttpResponse:
    """The editor: a list in a form, each of whose buttons sends the whole order."""
    tournament = run_by_or_404(request, slug)
    if tournament.is_started or tournament.state == Tournament.State.CANCELLED:
        messages.error(request, "The entries are fixed: it has started.")
        return redirect("tournament", slug)
    entries = _in_order(tournament)
    if request.method == "POST":
        entries = _asked_order(request, entries)
        if request.POST.get("do") == "save":
            try:
                entering.set_order(
                    tournament, by=request.user, bots=[one.bot.name for one in entries]
                )
            except TournamentRefused as refused:
                messages.error(request, str(refused))
            else:
                messages.success(request, "The order is saved.")
                return redirect("tournament", slug)
    context = {"tournament": tournament, "entries": entries, "is_changed": request.method == "POST"}
    return render(request, "tournaments/seeding.html", context)


def _in_order(tournament: Tournament) -> list[Entry]:
    """As they would be seeded now; lots are not told before the start."""
    entries = list(
        tournament.entries.filter(state=Entry.State.ENTERED).select_related("bot__owner")
    )
    if tournament.seeding == Tournament.Seeding.STRENGTH:
        return in_order(tournament, entries)
    return sorted(entries, key=lambda one: (one.seed is None, one.seed or 0, one.pk))


def _asked_order(request: HttpRequest, entries: list[Entry]) -> list[Entry]:
    """As they were listed in the form, then by the numbers that were changed, then by the arrow."""
    listed = {pk: at for at, pk in enumerate(request.POST.getlist("entry"))}
    # Who has entered since the page was opened goes to the end.
    shown = sorted(entries, key=lambda one: listed.get(str(one.pk), len(listed)))
    ordered = list(shown)
    for at, entry in enumerate(shown):
        typed = request.POST.get(f"seed-{entry.pk}", "")
        if typed.isascii() and typed.isdigit() and len(typed) < 6 and int(typed) != at + 1:
            ordered.remove(entry)
            ordered.insert(max(int(typed) - 1, 0), entry)
    way, _, pk = request.POST.get("do", "").partition("-")
    for at, entry in enumerate(ordered):
        other = at + {"up": -1, "down": 1}.get(way, 0)
        if str(entry.pk) == pk and 0 <= other < len(ordered):
            ordered[at], ordered[other] = ordered[other], ordered[at]
            break
    return ordered
