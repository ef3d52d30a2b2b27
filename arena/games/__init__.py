"""The games. Each is one module of this package that sets ``GAME``; none is listed."""

import importlib
import pkgutil
from functools import cache

from arena.game import Game
from arena.quoting import quoted


class UnknownGame(LookupError):
    """No game has this name; the message lists those that there are."""

    def __init__(self, name: object) -> None:
        super().__init__(f"there is no game {quoted(name)}; the games are {', '.join(all_games())}")


@cache
def all_games() -> dict[str, Game]:
    """Every game by its name, in alphabetical order."""
    found = [
        importlib.import_module(f"{__name__}.{module.name}").GAME
        for module in pkgutil.iter_modules(__path__)
    ]
    return {game.name: game for game in sorted(found, key=lambda game: game.name)}


def find_game(name: str) -> Game:
    """The game of this name; raises UnknownGame."""
    try:
        return all_games()[name]
    except (KeyError, TypeError):
        raise UnknownGame(name) from None
