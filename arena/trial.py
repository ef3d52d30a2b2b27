"""The trial of a bot: the same at home (``python -m arena check``) and on the server.

A duplicate match of one deal against random players: the bot sits once in every
seat. It passes if it plays to the end without a fault; how much it scores is no matter.
"""

from collections.abc import Mapping
from typing import Any, Final

from arena.game import Game
from arena.match import Heard, MatchResult, play_match
from arena.player import Player, View
from arena.stand_in import StandIn

TRIAL_OPTIONS: Final = {"deals": 1}
BOT: Final = 0
"""The number of the bot on trial among the players of the match."""


class RandomPlayer:
    """Plays evenly random legal moves without a process of its own; seeded."""

    def __init__(self, *, shuffle_seed: str, number: int) -> None:
        self._shuffle_seed = shuffle_seed
        self._number = number
        self._mind: StandIn | None = None

    def sit(self, *, game: str, options: Mapping[str, Any], players: int, seat: int) -> None:
        self._mind = StandIn(
            game=game,
            players=players,
            seat=seat,
            shuffle_seed=f"{self._shuffle_seed}/random player {self._number}",
        )

    def choose(self, view: View) -> tuple[object, float]:
        assert self._mind is not None, "sit comes first"
        return self._mind.choose(view["legal"]), 0.0

    def rise(self) -> None:
        self._mind = None


def play_trial(
    game: Game,
    bot: Player,
    *,
    shuffle_seed: str,
    name: str = "bot",
    on_event: Heard | None = None,
) -> MatchResult:
    """Play a bot's trial in one game; its fault, if any, is ``result.faults.get(BOT)``."""
    others = range(1, game.table_size)
    return play_match(
        game,
        [bot, *(RandomPlayer(shuffle_seed=shuffle_seed, number=number) for number in others)],
        options=TRIAL_OPTIONS,
        shuffle_seed=shuffle_seed,
        names=[name, *(f"random player {number}" for number in others)],
        on_event=on_event,
    )
