"""The games: all of them, and one with its rules, house bots, records and the top of its ladder."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.house import house_bots
from bots.games import game_or_404
from ladder.models import Rating
from ladder.rows import ladder_rows
from matches.models import Match
from pages.markdown import Document

BOTS_SHOWN = 5
MATCHES_SHOWN = 3


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/game_list.html")


@require_safe
def game(request: HttpRequest, name: str) -> HttpResponse:
    found = game_or_404(name)
    finished = Match.objects.visible_to(request.user).finished().with_entrants()
    context = {
        "game": found,
        "rules": Document.at(settings.DOCS_DIR / "games" / f"{found.name}.md"),
        "house_bots": _house_bots(name),
        "rows": ladder_rows(name, limit=BOTS_SHOWN),
        "matches": finished.filter(game=found.name)[:MATCHES_SHOWN],
    }
    return render(request, "pages/game.html", context)


def _house_bots(game: str) -> list[tuple[str, Rating | None]]:
    """The house bots of a game with where they stand, the strongest first; None: not rated yet."""
    names = [bot.name for bot in house_bots() if game in bot.games]
    ratings = Rating.objects.of_game(game).filter(bot__owner__is_house=True, bot__name__in=names)
    rated = list(ratings.with_offset().select_related("bot").in_order())
    rest = sorted(set(names) - {rating.bot.name for rating in rated})
    return [(rating.bot.name, rating) for rating in rated] + [(name, None) for name in rest]
