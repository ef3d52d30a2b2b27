"""The ladder of one game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from arena.games import UnknownGame, all_games, find_game
from ladder.rows import ladder_rows


@require_safe
def ladder_index(request: HttpRequest) -> HttpResponse:
    """The first game's ladder: its tabs lead to the others."""
    return redirect("ladder", next(iter(all_games())))


@require_safe
def ladder(request: HttpRequest, game: str) -> HttpResponse:
    try:
        found = find_game(game)
    except UnknownGame:
        raise Http404 from None
    rows = ladder_rows(game)
    return render(request, "ladder/ladder.html", {"game": found, "rows": rows})
