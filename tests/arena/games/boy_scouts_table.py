"""A table of Boy Scouts set up by hand, for its tests."""

import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from arena.games import find_game

GAME = find_game("boy-scouts")
COUNTERS = {"variant": "counters"}
few = settings(max_examples=15, deadline=None)
seeds = st.integers(0, 2**32).map(str)
numbers_of_players = st.integers(3, 10)
each_way = pytest.mark.parametrize("options", [{}, COUNTERS], ids=["usual", "counters"])


def a_deal(hands: list[str], *, dealer: int | None = None):
    """The chance of a deal with these hands; seat 0 is Scoutmaster unless a dealer is given.

    What the hands lack is filled up with the rest of the pack, in printed order.
    """
    players = len(hands)
    dealer = players - 1 if dealer is None else dealer
    whole = GAME.pack(players)
    named = " ".join(hands).split()
    rest = iter([card for card in whole if card not in named])
    dealt = [iter(hands[(dealer + 1 + step) % players].split()) for step in range(players)]
    pack = [next(dealt[place % players], None) or next(rest) for place in range(len(whole))]
    return {"dealer": dealer, "pack": pack}


def sit(hands: list[str], *, dealer: int | None = None, **options):
    """A sitting of one deal with these hands."""
    return GAME.sit(len(hands), {"deals": 1, **options}, deals=[a_deal(hands, dealer=dealer)])


def play(sitting, moves: str):
    """Moves divided by commas, or cards and passes divided by blanks."""
    for move in moves.split(", ") if ", " in moves else moves.split():
        sitting.play(move)
    return sitting


def auction(*moves: str, hands: list[str] | None = None, **options):
    """A sitting of the variant, played through the offer and these moves."""
    sitting = sit(THREE if hands is None else hands, variant="counters", **options)
    for move in ("offer", *moves):
        sitting.play(move)
    return sitting


def random_play(players, options, seed):
    """Random moves to the end of three deals; the sitting is yielded before each."""
    rng = random.Random(seed)
    sitting = GAME.sit(players, {"deals": 3, **options}, shuffle_seed=seed)
    while not sitting.over:
        yield sitting
        sitting.play(rng.choice(sitting.legal()))
    yield sitting


def fitting(sitting) -> set[str]:
    return set(sitting.view(0)["fits"])


def laid(sitting) -> list[str]:
    return [event[2] for event in sitting.events if event[0] == "lay"]


THREE = [
    "O1 O2 O3 O4 O5 O6 O7 O8 O9 O10",
    "W1 W2 W3 W4 W5 W6 W7 W8 W9 W10",
    "L1 L2 L3 L4 L5 L6 L7 L8 L9 L10",
]
"""Each seat holds one patrol whole."""

LOW_AND_HIGH = [
    "O1 O2 O3 O4 O5 O6 O7 O8 O9 O10",
    "W1 W2 W3 W4 W5 L1 L2 L3 L4 L5",
    "W6 W7 W8 W9 W10 L6 L7 L8 L9 L10",
]
LOW_AND_HIGH_PLAYED = (
    "O10 pass W10 O9 pass W9 O8 pass W8 O7 pass W7 O6 pass W6 "
    "O5 W5 L10 O4 W4 L9 O3 W3 L8 O2 W2 L7 O1"
)
"""Seat 0 goes out; seat 1 keeps W1 L1 L2 L3 L4 L5, by the print 15 + 15 + 2 + 3 + 4 + 5 = 44,
and seat 2 keeps L6."""
