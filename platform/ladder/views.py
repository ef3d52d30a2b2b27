"""The ladder of one game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from arena.games import all_games
from bots.games import game_or_404
from ladder.rows import ladder_rows


@require_safe
def ladder_index(request: HttpRequest) -> HttpResponse:
    """The first game's ladder: its tabs lead to the others."""
    return redirect("ladder", next(iter(all_games())))


@require_safe
def ladder(request: HttpRequest, game: str) -> HttpResponse:
    context = {"game": game_or_404(game), "rows": ladder_rows(game)}
    return render(request, "ladder/ladder.html", context)
