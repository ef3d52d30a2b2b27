"""The fixed small cast of the arena's tests."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from arena.player import BotFault, View
from arena.trial import RandomPlayer


class Scripted:
    """A player that answers by a function of the view and remembers what it was asked."""

    def __init__(self, answer: Callable[[View], object]) -> None:
        self.answer = answer
        self.views: list[View] = []
        self.seats: list[int] = []
        self.risen = 0

    def sit(self, *, game: str, options: Any, players: int, seat: int) -> None:
        self.seats.append(seat)

    def choose(self, view: View) -> tuple[object, float]:
        # A copy: a view is kept up to date while the sitting goes on.
        self.views.append(json.loads(json.dumps(view)))
        return self.answer(view), 0.000_25

    def rise(self) -> None:
        self.risen += 1


@pytest.fixture
def first_legal():
    """Makes players that play the first legal move."""
    return lambda: Scripted(lambda view: view["legal"][0])


@pytest.fixture
def scripted():
    return Scripted


@pytest.fixture
def failing():
    """Makes players that fail with ``fault`` when asked for the ``nth`` time, from 1."""

    def make(fault: str, nth: int = 1) -> Scripted:
        def answer(view: View) -> object:
            if len(player.views) == nth:
                raise BotFault(fault, "as the test wants")
            return view["legal"][0]

        player = Scripted(answer)
        return player

    return make


@pytest.fixture
def random_players():
    """Makes n seeded random players."""
    return lambda n, seed="": [RandomPlayer(shuffle_seed=seed, number=i) for i in range(n)]
