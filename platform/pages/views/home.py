"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.games import all_games
from ladder.rows import ladder_rows
from matches.models import Match, Sitting

MATCHES_SHOWN = 6
BOTS_SHOWN = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    tops = [(game, ladder_rows(game.name, limit=BOTS_SHOWN)) for game in all_games().values()]
    context = {
        "matches": Match.objects.visible_to(request.user).with_entrants()[:MATCHES_SHOWN],
        "tops": [(game, rows) for game, rows in tops if rows],
        "featured": _featured_sitting(request),
    }
    return render(request, "pages/home.html", context)


def _featured_sitting(request: HttpRequest) -> Sitting | None:
    """The first sitting of the newest finished match in which no bot broke down."""
    matches = Match.objects.visible_to(request.user).finished()
    match = matches.exclude(entrants__fault__gt="").first()
    return match and match.sittings.select_related("match").first()
