"""Watching a match while it is played."""

from django.http import Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from live.streaming import stream
from matches.live_table import channel
from matches.models import Match


@require_safe
async def match_live(request: HttpRequest, match_id: int) -> HttpResponseBase:
    """What a spectator sees, as it happens; `hello` tells the match's state."""
    visible = Match.objects.visible_to(await request.auser())
    match = await visible.filter(pk=match_id).only("state").afirst()
    if match is None:
        raise Http404
    return await stream(request, channel(match_id), hello={"state": match.state}, from_start=True)
