"""A golden playthrough of every game: one deal that a person can read and check by hand.

After a wanted change of wording or events, write them anew with
``python tests/arena/test_golden.py`` and read the difference.
"""

from pathlib import Path

import pytest

from arena.games import all_games
from arena.match import play_sitting
from arena.telling import tell_record
from arena.trial import RandomPlayer

GOLDEN = Path(__file__).with_name("golden")
CAST = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Joe")


def playthrough(game):
    players = max(3, game.seats.start)
    played = play_sitting(
        game,
        [RandomPlayer(shuffle_seed="golden", number=number) for number in range(players)],
        options={"deals": 1},
        shuffle_seed="golden",
        names=CAST[:players],
    )
    return "\n".join(tell_record(played.record)) + "\n"


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_the_playthrough_is_the_golden_one(game):
    assert playthrough(game) == (GOLDEN / f"{game.name}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for each in all_games().values():
        (GOLDEN / f"{each.name}.txt").write_text(playthrough(each), encoding="utf-8")
