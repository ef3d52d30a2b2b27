"""Lots that anybody can draw again."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.formats.lots import commitment, draw_lots

KEYS = ["ann/one", "bob/two", "cleo/three"]


def test_lots_are_the_order_of_the_published_digests():
    def digest(key: str) -> str:
        return hashlib.sha256(f"quintet/lots/1/the seed/{key}".encode()).hexdigest()

    lots = draw_lots(KEYS, seed="the seed")
    assert sorted(KEYS, key=digest) == [KEYS[lots.index(lot)] for lot in range(3)]


@given(st.lists(st.text(), unique=True, max_size=30), st.text())
def test_every_lot_is_drawn_once_and_again_the_same(keys, seed):
    lots = draw_lots(keys, seed=seed)
    assert sorted(lots) == list(range(len(keys)))
    assert draw_lots(keys, seed=seed) == lots


def test_a_lot_depends_neither_on_the_order_of_entry_nor_on_who_else_enters():
    lots = dict(zip(KEYS, draw_lots(KEYS, seed="s"), strict=True))
    backwards = dict(zip(KEYS[::-1], draw_lots(KEYS[::-1], seed="s"), strict=True))
    assert lots == backwards
    two = draw_lots(KEYS[:2], seed="s")
    assert (two[0] < two[1]) == (lots[KEYS[0]] < lots[KEYS[1]])


def test_every_order_of_three_comes_up_about_equally_often():
    counts: dict[tuple[int, ...], int] = {}
    for number in range(6000):
        lots = draw_lots(KEYS, seed=str(number))
        counts[lots] = counts.get(lots, 0) + 1
    # Six orders, 1000 each expected, standard deviation 29.
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_one_key_has_one_lot():
    with pytest.raises(ValueError, match="twice"):
        draw_lots(["a", "a"], seed="s")


def test_the_commitment_gives_nothing_away_but_can_be_checked():
    assert commitment("abc") == hashlib.sha256(b"quintet/lots/1/abc").hexdigest()
    assert commitment("abc") != commitment("abd")
