"""The games: all of them, and one with its rules, house bots and the top of its ladder."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arena.house import house_bots
from bots.games import game_or_404
from bots.models import Bot
from ladder.rows import ladder_rows
from pages.markdown import Document

BOTS_SHOWN = 5


@require_safe
def game_list(request: HttpRequest) -> HttpResponse:
    return render(request, "pages/game_list.html")


@require_safe
def game(request: HttpRequest, name: str) -> HttpResponse:
    found = game_or_404(name)
    names = [bot.name for bot in house_bots() if name in bot.games]
    context = {
        "game": found,
        "rules": Document.at(settings.DOCS_DIR / "games" / f"{found.name}.md"),
        "house_bots": Bot.objects.filter(owner__is_house=True, name__in=names),
        "rows": ladder_rows(name, limit=BOTS_SHOWN),
    }
    return render(request, "pages/game.html", context)
