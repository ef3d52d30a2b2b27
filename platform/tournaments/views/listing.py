"""The list of tournaments: running, open for entry, coming, and past."""

from django.core.paginator import Paginator
from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.appearances import is_released
from tournaments.models import Entry, Tournament, TournamentQuerySet
from tournaments.wording import summary

PAST_PER_PAGE = 20
SHOWN_OF_A_GROUP = 60
State = Tournament.State


@require_safe
def tournament_list(request: HttpRequest) -> HttpResponse:
    """What runs, what can be entered, what comes, one's own drafts; and what is over, by pages."""
    visible = with_facts(Tournament.objects.visible_to(request.user))
    unended = visible.unended()[:SHOWN_OF_A_GROUP]
    groups = _grouped(list(unended), request.user)
    past = visible.filter(state__in=[State.FINISHED, State.CANCELLED]).order_by("-finished_at")
    page = Paginator(past, PAST_PER_PAGE).get_page(request.GET.get("page"))
    for one in page:
        one.summary = summary(one)
        one.is_released = is_released(one)
    return render(request, "tournaments/list.html", {"groups": groups, "page": page})


def with_facts(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """All that a line of a list shows, in a fixed number of queries."""
    winners = Entry.objects.filter(rank=1).select_related("bot__owner")
    entered = Count("entries", filter=Q(entries__state=Entry.State.ENTERED))
    return (
        tournaments.select_related("organiser")
        .prefetch_related("stages", Prefetch("entries", queryset=winners, to_attr="winners"))
        .annotate(entries_count=entered)
    )


def _grouped(tournaments: list[Tournament], user) -> list[tuple[str, list[Tournament]]]:  # type: ignore[no-untyped-def]
    groups: dict[str, list[Tournament]] = {
        "Running": [],
        "Open for entry": [],
        "Coming": [],
        "Your drafts": [],
    }
    for one in tournaments:
        one.summary = summary(one)
        if one.state in (State.RUNNING, State.PAUSED):
            groups["Running"].append(one)
        elif one.takes_entries:
            groups["Open for entry"].append(one)
        elif one.state == State.OPEN:
            groups["Coming"].append(one)
        elif one.organiser_id == user.pk:
            groups["Your drafts"].append(one)
    return [(title, found) for title, found in groups.items() if found]
