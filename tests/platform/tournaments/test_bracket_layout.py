"""Where the tables of a bracket stand: between those they come from, and never over each other."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.bracket_layout import Item, tops

GAP = 10.0


def of_two(key: str, *sources: str) -> Item:
    return Item(key, 80.0, sources)


def test_a_table_stands_in_the_middle_of_the_two_it_comes_from():
    found = tops([[of_two("a"), of_two("b")], [of_two("final", "a", "b")]], gap=GAP)
    assert found == {"a": 0.0, "b": 90.0, "final": 45.0}


def test_a_table_before_a_full_round_stands_beside_the_one_it_leads_to():
    found = tops(
        [[of_two("play-in")], [of_two("a"), of_two("b", "play-in")], [of_two("final", "a", "b")]],
        gap=GAP,
    )
    assert found["play-in"] == found["b"] == 90.0


def test_a_third_place_table_stands_right_below_the_final():
    found = tops(
        [[of_two("a"), of_two("b")], [of_two("final", "a", "b"), of_two("third place")]], gap=GAP
    )
    # Together they are as near to the middle as the order allows.
    assert found["third place"] - found["final"] == 90.0


def test_a_bracket_without_tables_takes_no_room():
    assert tops([], gap=GAP) == {}
    assert tops([[], []], gap=GAP) == {}


@st.composite
def columns(draw: st.DrawFn) -> list[list[Item]]:
    """Any columns whose tables come from any tables of the column before."""
    found: list[list[Item]] = []
    for at in range(draw(st.integers(1, 5))):
        before = [item.key for item in found[-1]] if found else []
        sources = st.lists(st.sampled_from(before), max_size=4) if before else st.just([])
        heights = draw(st.lists(st.integers(40, 200), min_size=1, max_size=9))
        found.append(
            [
                Item(f"{at}.{number}", float(height), tuple(draw(sources)))
                for number, height in enumerate(heights)
            ]
        )
    return found


@settings(deadline=None)
@given(columns())
def test_no_table_is_drawn_over_another_and_all_keep_their_order(drawn):
    found = tops(drawn, gap=GAP)
    assert min(found.values()) == pytest.approx(0.0)
    for column in drawn:
        for upper, lower in itertools.pairwise(column):
            below = found[upper.key] + upper.height + GAP
            assert found[lower.key] >= below - 1e-6
