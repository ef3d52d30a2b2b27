"""Brackets against published orders, and byes for every number of entries."""

import pytest

from arena.formats.bracket_order import bracket_order, bracket_size
from arena.formats.contract import PlayedRound, TableSizes
from arena.formats.knockout import Knockout
from arena.formats.points import result_of_match

# The usual orders of 4, 8 and 16 (ATP and NCAA draws), from top to bottom, as in tournamentbracketmaker.com, "How bracket
# seeding works"; of 32 it gives the upper half, to which the lower belongs as 33 - n to n.
PUBLISHED = {
    4: "1-4 2-3",
    8: "1-8 4-5 3-6 2-7",
    16: "1-16 8-9 5-12 4-13 6-11 3-14 7-10 2-15",
}
UPPER_HALF_OF_32 = "1-32 16-17 8-25 9-24 5-28 12-21 4-29 13-20"


def tree(order):
    """Who can meet whom when, whatever stands above: nested sets."""
    level = [frozenset([seed]) for seed in order]
    while len(level) > 1:
        level = [frozenset(level[at : at + 2]) for at in range(0, len(level), 2)]
    return level[0]


def published(text):
    return [int(seed) - 1 for pair in text.split() for seed in pair.split("-")]


@pytest.mark.parametrize("size", PUBLISHED)
def test_the_bracket_is_the_published_one(size):
    assert tree(bracket_order(size)) == tree(published(PUBLISHED[size]))


def test_the_upper_half_of_32_is_the_published_one():
    assert tree(bracket_order(32)[:16]) == tree(published(UPPER_HALF_OF_32))


def test_the_lower_half_of_32_holds_the_other_seeds_and_each_pair_sums_to_33():
    order = [seed + 1 for seed in bracket_order(32)]
    assert sorted(order) == list(range(1, 33))
    assert all(order[at] + order[at + 1] == 33 for at in range(0, 32, 2))


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64, 128, 256])
def test_by_the_seeding_the_best_of_each_round_meets_the_worst_left(size):
    order = bracket_order(size)
    assert order[0] == 0
    assert order[-1] == 1 or size == 2
    while len(order) > 1:
        pairs = [sorted(order[at : at + 2]) for at in range(0, len(order), 2)]
        assert all(sum(pair) == len(order) - 1 for pair in pairs)
        order = [pair[0] for pair in pairs]


@pytest.mark.parametrize("size", [0, 1, 3, 6, 12])
def test_there_is_no_bracket_of_another_size(size):
    with pytest.raises(ValueError, match="2, 4, 8"):
        bracket_order(size)


@pytest.mark.parametrize("entries", range(2, 201))
def test_byes_go_to_the_top_seeds_for_every_number_of_entries(entries):
    """As many as are missing to the next power of two; the rest meet, the best the worst."""
    size = next(power for power in (2, 4, 8, 16, 32, 64, 128, 256) if power >= entries)
    assert bracket_size(entries) == size
    stage = Knockout(entries, table_sizes=TableSizes(2, 2, 2), lots=range(entries))
    first = stage.next_round([])
    assert first is not None
    assert first.byes == tuple(range(size - entries))
    assert {table.entries for table in first.tables} == {
        (seed, size - 1 - seed) for seed in range(size - entries, size // 2)
    }
    played = PlayedRound(first, tuple(result_of_match([1, 0]) for _ in first.tables))
    second = stage.next_round([played])
    if entries > 2:
        assert second is not None
        assert second.byes == ()
        assert len(second.tables) >= size // 4
