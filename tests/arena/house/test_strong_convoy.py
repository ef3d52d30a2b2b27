"""The strong house bot of Convoy counts as the rules do."""

import runpy
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games import find_game
from arena.house import HOUSE
from arena.melds import tally, worth

GAME = find_game("convoy")
STRONG = runpy.run_path(str(HOUSE / "strong" / "convoy.py"))


@given(hand=st.permutations(GAME.pack(8)).map(lambda pack: pack[:8]))
@settings(max_examples=200, deadline=None)
def test_the_strong_bot_counts_ships_and_weapons_as_the_rules_do(hand):
    points, _, _ = STRONG["ships"](Counter(hand))
    assert points == worth(tally(hand), north=False).points


def test_the_strong_bot_counts_a_convoy_as_the_rules_do():
    for cards in ("M1 M2 M3 M4 HO", "M3 M4 M5 M6 HO M1 M2"):
        hand = Counter(cards.split())
        merchantmen = hand.total() - hand["HO"]
        expected = worth(tally(hand.elements()), north=True).points
        assert 20 * merchantmen + STRONG["promise"](hand) == expected
