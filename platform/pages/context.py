"""What every page's template knows."""

from django.http import HttpRequest

from arena.game import Game
from arena.games import all_games


def site(request: HttpRequest) -> dict[str, list[Game]]:
    """`games`: every installed game, in alphabetical order."""
    return {"games": list(all_games().values())}
