"""Every house bot plays its games to the end without a fault, in each way of playing."""

import json
import random
import runpy

import pytest

from arena.games import find_game
from arena.house import house_bots


def module_of(bot, game):
    """The file that plays the game: the module of its name, or the bot itself."""
    own = bot.folder / f"{game.name.replace('-', '_')}.py"
    return own if own.is_file() else bot.folder / "bot.py"


CASES = [
    pytest.param(bot, game, players, variant, id=f"{bot.name}-{name}-{players}{suffix}")
    for bot in house_bots()
    for name in bot.games
    for game in [find_game(name)]
    for players in sorted({game.seats.start, game.table_size, game.seats.stop - 1})
    for variant, suffix in [
        ({}, ""),
        *(({o.name: choice}, f"-{choice}") for o in game.options for choice in o.choices),
    ]
]


@pytest.mark.parametrize(("bot", "game", "players", "variant"), CASES)
def test_a_house_bot_returns_a_legal_move_wherever_it_is_asked(bot, game, players, variant):
    random.seed("house")  # the bot named random draws from here
    seats = [runpy.run_path(str(module_of(bot, game)))["choose_move"] for _ in range(players)]
    sitting = game.sit(players, {"deals": 1, **variant}, shuffle_seed="house")
    while sitting.turn is not None:
        legal = sitting.legal()
        # As over the wire: lists for tuples, and nothing of the sitting to hold on to.
        view = json.loads(json.dumps({**sitting.view(sitting.turn), "clock": 60.0}))
        move = seats[sitting.turn](view) if len(legal) > 1 else legal[0]
        assert move in legal
        sitting.play(move)
    assert sitting.deals[0].scores is not None
