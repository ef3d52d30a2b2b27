"""The game that an address names."""

from django.http import Http404

from arena.game import Game
from arena.games import UnknownGame, find_game


def game_or_404(name: str) -> Game:
    """The game of this name, or 404 with the names of those that there are."""
    try:
        return find_game(name)
    except UnknownGame as unknown:
        raise Http404(str(unknown)) from unknown
