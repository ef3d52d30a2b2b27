"""What docs/games/convoy.md shows bot authors is true."""

import ast
import random

from arena.rules import rules_page
from tests.arena.games.convoy_table import GAME, play, result, sit


def worked_deal():
    """The deal that docs/games/convoy.md tells, up to Ben's exchange."""
    sitting = sit(
        "AP BG BO DC M6 SP SS",
        "AA AP DC M2 M5 SS TO",
        "AP AP BC CR CR M1 TO",
        "BG DD HO M3 MI MI SS",
        stock="DD SP SS M4",
        dealer=1,
        north=3,
    )
    play(sitting, "draw", "discard M1", "take")
    assert "discard M1" not in sitting.legal()
    play(sitting, "discard BG", "draw", "discard M6", "offer M2", "give DD")
    return sitting


def test_the_worked_deal_of_the_page_is_scored_as_the_page_says():
    sitting = worked_deal()
    play(sitting, "declare DD+DC SS+TO", "done", "draw", "discard AP", "draw", "convoy")
    shown = [result(sitting, seat) for seat in range(4)]
    assert [seat["held"] for seat in shown] == [60, 10, 130, 530]
    assert [seat["declared"] for seat in shown] == [0, 60, 0, 0]
    assert [seat["penalties"] for seat in shown] == [30, 60, 10, 20]
    assert [seat["points"] for seat in shown] == [30, 10, 120, 510]
    assert sitting.totals == [30, 260, 120, 260]


def blocks_of_python(page):
    return [block.partition("```")[0] for block in page.split("```python\n")[1:]]


def test_the_view_on_the_page_is_the_view_of_the_worked_deal():
    (told,) = [block for block in blocks_of_python(rules_page(GAME)) if '"legal": [' in block]
    told = ast.literal_eval(told.replace("...", '"..."'))
    view = worked_deal().view(1)
    assert told.keys() - {"clock"} == view.keys()
    for field in view.keys() - {"options", "events"}:
        assert told[field] == view[field], field
    assert [tuple(event) for event in told["events"][-2:]] == view["events"][-2:]


def test_the_bot_on_the_page_never_makes_an_illegal_move():
    (code,) = [block for block in blocks_of_python(rules_page(GAME)) if "choose_move" in block]
    bot = {}
    exec(code, bot)
    for players in (4, 5, 8):
        rng = random.Random(players)
        sitting = GAME.sit(players, {"deals": 1}, shuffle_seed="page")
        while not sitting.over:
            if sitting.turn == 0 and len(sitting.legal()) > 1:
                sitting.play(bot["choose_move"](sitting.view(0)))
            else:
                sitting.play(rng.choice(sitting.legal()))
