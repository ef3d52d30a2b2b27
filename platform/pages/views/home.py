"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.games import all_games
from ladder.rows import ladder_rows
from matches.models import Match, Sitting
from tournaments.models import Tournament

MATCHES_SHOWN = 5
PLAYING_SHOWN = 2
TOURNAMENTS_SHOWN = 4
BOTS_SHOWN = 5


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    tops = [(game, ladder_rows(game.name, limit=BOTS_SHOWN)) for game in all_games().values()]
    matches = Match.objects.visible_to(request.user).with_entrants()
    playing = list(matches.filter(state=Match.State.PLAYING)[:PLAYING_SHOWN])
    context = {
        "matches": [*playing, *matches.finished()[: MATCHES_SHOWN - len(playing)]],
        "tournaments": _tournaments(request),
        "tops": [(game, rows) for game, rows in tops if rows],
        "featured": _featured_sitting(request),
    }
    return render(request, "pages/home.html", context)


def _tournaments(request: HttpRequest) -> list[Tournament]:
    """Those that are running first, then those that can be entered, then the latest results."""
    visible = Tournament.objects.visible_to(request.user).select_related("organiser")
    states = (Tournament.State.RUNNING, Tournament.State.OPEN, Tournament.State.FINISHED)
    shown = list(visible.filter(state__in=states[:2])[:TOURNAMENTS_SHOWN])
    if len(shown) < TOURNAMENTS_SHOWN:
        shown += visible.filter(state=states[2])[: TOURNAMENTS_SHOWN - len(shown)]
    return sorted(shown, key=lambda one: states.index(one.state))


def _featured_sitting(request: HttpRequest) -> Sitting | None:
    """The first sitting of the newest finished match in which no bot broke down."""
    matches = Match.objects.visible_to(request.user).finished()
    match = matches.exclude(entrants__fault__gt="").first()
    return match and match.sittings.select_related("match").first()
