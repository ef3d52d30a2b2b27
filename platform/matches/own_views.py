"""What only the owner of a bot may read of one of its decisions."""

import json

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from bots.downloads import private_file
from matches.decisions import NoDecision, printed_in, view_at
from matches.models import Entrant, Match, Sitting


def _own_seat(
    request: HttpRequest, match_id: int, number: int, seat: int
) -> tuple[Sitting, Entrant]:
    """A sitting and who sat there, for the entrant's owner and staff; 404 for everybody else."""
    if not request.user.is_authenticated:
        raise Http404
    visible = Match.objects.visible_to(request.user).filter(pk=match_id)
    sitting = get_object_or_404(Sitting, match__in=visible, number=number)
    if seat >= len(sitting.seating):
        raise Http404
    entrant = get_object_or_404(
        Entrant.objects.owned_by(request.user).select_related("bot"),
        match_id=match_id,
        index=sitting.seating[seat],
    )
    return sitting, entrant


@require_safe
def seat_printed(request: HttpRequest, match_id: int, number: int, seat: int) -> HttpResponse:
    """What the bot of a seat printed in this sitting: {"printed": [[deal, events shown, text]]}."""
    _, entrant = _own_seat(request, match_id, number, seat)
    printed = printed_in(entrant.log, entrant.log_marks, sitting=number)
    return JsonResponse({"printed": printed}, headers={"Cache-Control": "private, no-store"})


@require_safe
def seat_view(
    request: HttpRequest, match_id: int, number: int, seat: int, deal: int, event: int
) -> HttpResponse:
    """The view with which a bot was asked for the move that made an event, to ask it again at home."""
    sitting, entrant = _own_seat(request, match_id, number, seat)
    try:
        view = view_at(sitting.load_record(), seat=seat, deal=deal, event=event)
    except NoDecision:
        raise Http404 from None
    name = f"{entrant.bot.name}-match-{match_id}-sitting-{number + 1}-deal-{deal + 1}-event-{event}-view.json"
    return private_file(json.dumps(view, indent=1), name=name, content_type="application/json")
