"""A golden playthrough of every way of playing each game: one deal, to be checked by hand.

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


WAYS = [
    (game, variant)
    for game in all_games().values()
    for variant in (
        {},
        *({option.name: choice} for option in game.options for choice in option.choices),
    )
]


def file_of(game, variant):
    return GOLDEN / f"{'-'.join((game.name, *variant.values()))}.txt"


def playthrough(game, variant):
    players = max(3, game.seats.start)
    played = play_sitting(
        game,
        [RandomPlayer(shuffle_seed="golden", number=number) for number in range(players)],
        options={"deals": 1, **variant},
        shuffle_seed="golden",
        names=CAST[:players],
    )
    return "\n".join(tell_record(played.record)) + "\n"


@pytest.mark.parametrize(("game", "variant"), WAYS, ids=lambda value: getattr(value, "name", None))
def test_the_playthrough_is_the_golden_one(game, variant):
    assert playthrough(game, variant) == file_of(game, variant).read_text(encoding="utf-8")


if __name__ == "__main__":
    for way in WAYS:
        file_of(*way).write_text(playthrough(*way), encoding="utf-8")
