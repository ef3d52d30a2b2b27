"""The page of one match: who met whom, with what result, and the proof of the cards."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from ladder.models import RatingChange, Voiding
from ladder.reasons import reasons
from matches.deal_scores import deal_lines
from matches.models import Entrant, Match, Sitting
from tournaments.appearances import table_of_match


@dataclass(frozen=True)
class EntrantLine:
    """One entrant. sitting_scores: its total in each sitting; is_open: its private parts may be shown."""

    entrant: Entrant
    change: RatingChange | None
    sitting_scores: list[int]
    is_open: bool


@require_safe
def match(request: HttpRequest, match_id: int) -> HttpResponse:
    found = get_object_or_404(
        Match.objects.visible_to(request.user)
        .with_entrants()
        .select_related("asked_by")
        .prefetch_related("sittings"),
        pk=match_id,
    )
    sittings = list(found.sittings.all())
    changes = list(
        RatingChange.objects.filter(rated_match__match=found)
        .select_related("bot")
        .order_by("place", "index")
    )
    lines = _entrant_lines(request, found, sittings, changes)
    context = {
        "match": found,
        "is_coming": found.state in (Match.State.WAITING, Match.State.PLAYING),
        "sittings": sittings,
        "lines": sorted(lines, key=lambda line: (line.entrant.place or 0, line.entrant.index)),
        "lines_by_index": lines,
        "deals": deal_lines(sittings, entrants=len(lines)),
        "reasons": reasons(changes),
        "table": table_of_match(found),
        "voiding": Voiding.objects.filter(match=found).select_related("by").first(),
    }
    return render(request, "pages/match.html", context)


def _entrant_lines(
    request: HttpRequest, match: Match, sittings: list[Sitting], changes: list[RatingChange]
) -> list[EntrantLine]:
    by_index = {change.index: change for change in changes}
    return [
        EntrantLine(
            entrant=entrant,
            change=by_index.get(entrant.index),
            sitting_scores=[
                sitting.scores[sitting.seating.index(entrant.index)] for sitting in sittings
            ],
            is_open=match.state == Match.State.FINISHED
            and entrant.bot.may_be_inspected_by(request.user),
        )
        for entrant in match.entrants.all()
    ]
