"""Points from places, and score differences."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import elo
from arena.formats.points import (
    MARGIN_UNITS,
    added,
    averaged,
    margins,
    points_from_places,
    result_of_match,
    walkover,
)
from arena.places import places

HALF = Fraction(1, 2)


def test_a_table_of_two_gives_one_or_half_a_point():
    assert points_from_places([1, 2]) == (1, 0)
    assert points_from_places([1, 1]) == (HALF, HALF)


def test_a_table_of_four_gives_thirds():
    assert points_from_places([2, 1, 4, 3]) == (Fraction(2, 3), 1, 0, Fraction(1, 3))
    assert points_from_places([1, 2, 2, 4]) == (1, HALF, HALF, 0)


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=10))
def test_n_at_a_table_share_n_halves_and_are_rated_by_the_same_points(scores):
    order = places(scores)
    points = points_from_places(order)
    assert sum(points) == Fraction(len(scores), 2)
    assert [float(point) for point in points] == pytest.approx(
        [elo.score(index, places=order) for index in range(len(order))]
    )


@given(st.lists(st.integers(-500, 500), min_size=2, max_size=10))
def test_score_differences_sum_to_zero_but_for_rounding_and_rise_with_the_score(scores):
    differences = margins(scores)
    assert abs(sum(differences)) <= Fraction(len(scores), 2 * MARGIN_UNITS)
    assert all(-1 <= difference <= 1 for difference in differences)
    by_score = sorted(zip(scores, differences, strict=True))
    assert [difference for _, difference in by_score] == sorted(differences)


def test_the_unit_that_a_game_counts_in_does_not_matter():
    assert margins([30, 10]) == margins([300, 100]) == (Fraction(1, 4), -Fraction(1, 4))


def test_a_faulty_bot_is_last_whatever_its_stand_in_scored():
    result = result_of_match([90, 20, 10], faulty={0})
    assert result.points == (0, 1, HALF)
    assert result.scores[0] == min(result.scores)


def test_a_table_gives_the_sum_of_its_matches():
    table = added([result_of_match([3, 1]), result_of_match([5, 5]), result_of_match([0, 2])])
    assert table.points == (Fraction(3, 2), Fraction(3, 2))
    assert table.scores == (Fraction(1, 4) - HALF, HALF - Fraction(1, 4))


def test_a_walkover_gives_all_to_the_one_who_is_left():
    assert walkover(2, absent={1}, games=5).points == (5, 0)
    assert walkover(4, absent={0, 2, 3}).points == (0, 1, 0, 0)


def test_those_left_at_a_table_too_small_to_be_played_share_its_first_place():
    points = walkover(4, absent={1}, games=3).points
    assert points[0] == points[2] == points[3] == 2
    assert points[1] == 0
    assert walkover(2, absent={0, 1}).points == (0, 0)


def test_a_table_that_was_repeated_counts_no_more_than_one_played_once():
    repeats = [result_of_match([3, 1]), result_of_match([2, 2]), result_of_match([5, 0])]
    table = averaged(repeats)
    assert table.points == (Fraction(5, 6), Fraction(1, 6))
    assert sum(table.scores) == 0
    with pytest.raises(ValueError, match="at least once"):
        averaged([])
