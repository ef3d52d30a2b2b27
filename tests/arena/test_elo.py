"""Elo for n players: the published two-player case, and the laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.elo import expected_score, expected_share, k_factor, rating_changes, score

ratings_of = st.lists(st.floats(min_value=0, max_value=4000), min_size=2, max_size=10)


@st.composite
def matches(draw):
    ratings = draw(ratings_of)
    count = len(ratings)
    ks = draw(st.lists(st.sampled_from([10.0, 20.0, 40.0]), min_size=count, max_size=count))
    places = draw(st.lists(st.integers(1, count), min_size=count, max_size=count))
    return ratings, ks, places


# The worked example of the English Wikipedia's "Elo rating system": player A,
# rated 1613, K 32, meets five opponents; the expected scores are given to two places.
WORKED_EXAMPLE = [(1609, 0.51), (1477, 0.69), (1388, 0.79), (1586, 0.54), (1720, 0.35)]


@pytest.mark.parametrize(("opponent", "expected"), WORKED_EXAMPLE)
def test_expected_scores_of_the_worked_example(opponent, expected):
    assert expected_score(1613 - opponent) == pytest.approx(expected, abs=0.006)


# FIDE Rating Regulations, table 8.1.2 (formerly 8.1b): difference of ratings, from and to, and the
# scoring probability of the higher rated. FIDE rounds Elo's older, normal curve to two places; the
# logistic curve of 1978 differs from it by at most 0.01 up to the 400 points that FIDE counts, before rounding.
# Line after line: up to 3 points of difference 0.50, up to 10 points 0.51, and so on.
FIDE_TABLE = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153,
    162, 170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344,
    357, 374, 391,
]  # fmt: skip


@pytest.mark.parametrize("line", range(len(FIDE_TABLE)))
def test_expected_scores_are_those_of_the_fide_table(line):
    lowest = FIDE_TABLE[line - 1] + 1 if line else 0
    middle = (lowest + FIDE_TABLE[line]) / 2
    assert expected_score(middle) == pytest.approx(0.50 + line / 100, abs=0.012)
    assert expected_score(-middle) == pytest.approx(0.50 - line / 100, abs=0.012)


def test_the_new_rating_of_the_worked_example():
    places = {0.0: [2, 1], 0.5: [1, 1], 1.0: [1, 2]}
    changes = [
        rating_changes([1613, opponent], ks=[32, 32], places=places[result])[0]
        for (opponent, _), result in zip(WORKED_EXAMPLE, [0.0, 0.5, 1.0, 1.0, 0.0], strict=True)
    ]
    assert round(1613 + sum(changes)) == 1601


def test_equals_at_a_table_of_four():
    changes = rating_changes([1500.0] * 4, ks=[20.0] * 4, places=[1, 2, 3, 4])
    # Three pairs each, K/3 of a half: the winner wins three, the last loses three.
    assert changes == pytest.approx([10, 10 / 3, -10 / 3, -10])


def test_a_tie_between_equals_changes_nothing():
    assert rating_changes([1500.0] * 3, ks=[40.0] * 3, places=[1, 1, 1]) == [0, 0, 0]


def test_a_pair_moves_by_the_mean_of_both_ks():
    assert rating_changes([1500.0, 1500.0], ks=[40.0, 10.0], places=[1, 2]) == [12.5, -12.5]


@given(matches())
def test_every_match_is_zero_sum(match):
    ratings, ks, places = match
    assert sum(rating_changes(ratings, ks=ks, places=places)) == pytest.approx(0, abs=1e-9)


@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_the_seats_does_not_matter_to_the_last_bit(match, rng):
    ratings, ks, places = match
    order = list(range(len(ratings)))
    rng.shuffle(order)
    shuffled = rating_changes(
        [ratings[i] for i in order], ks=[ks[i] for i in order], places=[places[i] for i in order]
    )
    changes = rating_changes(ratings, ks=ks, places=places)
    assert shuffled == [changes[i] for i in order]


@given(matches())
def test_the_winner_never_loses_points_to_lower_rated_bots(match):
    ratings, ks, places = match
    changes = rating_changes(ratings, ks=ks, places=places)
    best = min(range(len(places)), key=lambda i: places[i])
    if places.count(places[best]) == 1:
        assert changes[best] >= 0


@pytest.mark.parametrize(
    ("matches_before", "provisional", "k"),
    [(0, True, 40), (19, True, 40), (20, False, 20), (99, False, 20), (100, False, 10)],
)
def test_k_is_40_then_20_then_10(matches_before, provisional, k):
    assert k_factor(matches=matches_before, provisional=provisional) == k


def test_a_match_needs_two_bots_and_one_value_for_each():
    with pytest.raises(ValueError, match="at least two"):
        rating_changes([1500.0], ks=[20.0], places=[1])
    with pytest.raises(ValueError, match="one value per bot"):
        rating_changes([1500.0, 1500.0], ks=[20.0], places=[1, 2])


@given(matches())
def test_with_one_k_for_all_a_rating_moves_by_k_times_score_less_expectation(match):
    ratings, _, places = match
    changes = rating_changes(ratings, ks=[20.0] * len(ratings), places=places)
    for index, change in enumerate(changes):
        surprise = score(index, places=places) - expected_share(index, ratings)
        assert change == pytest.approx(20.0 * surprise, abs=1e-9)


def test_the_score_is_the_share_of_the_others_beaten_and_half_of_the_tied():
    assert [score(index, places=[1, 2, 2, 4]) for index in range(4)] == [1.0, 0.5, 0.5, 0.0]


def test_a_faulty_bot_is_rated_as_the_last_of_its_table():
    """Faults place last: arena.places gives 1, 2, 2 to scores 5, 9, 9 with the last two faulty."""
    changes = rating_changes([1500.0] * 3, ks=[20.0] * 3, places=[1, 2, 2])
    assert changes == [10.0, -5.0, -5.0]
