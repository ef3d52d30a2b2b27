"""Strengths and their intervals: laws, and what simulated bots of known strength say to them."""

import math
import random
from heapq import nsmallest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.strength import (
    NORMAL_95,
    SPREAD,
    Belief,
    after_match,
    chance_to_be_stronger,
    chance_to_beat,
)

beliefs = st.builds(
    Belief,
    mean=st.floats(min_value=0, max_value=3000),
    variance=st.floats(min_value=1, max_value=SPREAD**2),
)


@st.composite
def matches(draw):
    believed = draw(st.lists(beliefs, min_size=2, max_size=10))
    count = len(believed)
    places = draw(st.lists(st.integers(1, count), min_size=count, max_size=count))
    return believed, places


def simulated_errors(*, bots: int, seats: int, spread: float, seed: int) -> list[float]:
    """Errors in standard deviations of all bots of a simulated field, 60 matches each.

    Strengths are normal; places come from strength plus Gumbel noise, which gives each pair
    Elo's expected score (J. I. Yellott, J. Math. Psych. 15, 1977). One seat in two is drawn from
    the whole field, the others from the nearest, as on a ladder.
    """
    rng = random.Random(seed)
    strengths = [rng.gauss(1500.0, spread) for _ in range(bots)]
    believed = [Belief()] * bots
    for number in range(bots * 60 // seats):
        table = [number % bots]
        mean = believed[table[0]].mean
        nearest = nsmallest(7, range(bots), key=lambda bot: abs(believed[bot].mean - mean))
        while len(table) < seats:
            bot = rng.randrange(bots) if rng.random() < 0.5 else rng.choice(nearest)
            if bot not in table:
                table.append(bot)
        luck = {bot: -math.log(-math.log(rng.random())) * 400 / math.log(10) for bot in table}
        shown = [strengths[bot] + luck[bot] for bot in table]
        places = [1 + sum(other > one for other in shown) for one in shown]
        after = after_match([believed[bot] for bot in table], places=places)
        for bot, belief in zip(table, after, strict=True):
            believed[bot] = belief
    # Only differences of strength mean anything: compare them about their own means.
    pairs = list(zip(believed, strengths, strict=True))
    off = math.fsum(belief.mean - true for belief, true in pairs) / bots
    return [(belief.mean - off - true) / belief.deviation for belief, true in pairs]


@pytest.mark.parametrize(("seats", "spread"), [(4, 200.0), (4, 300.0), (2, 200.0)])
def test_intervals_hold_the_true_strength_in_93_to_97_of_100_cases(seats, spread):
    errors = [
        error
        for seed in range(10)
        for error in simulated_errors(bots=60, seats=seats, spread=spread, seed=seed)
    ]
    inside = sum(abs(error) <= NORMAL_95 for error in errors) / len(errors)
    assert 0.93 <= inside <= 0.97


@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_the_bots_does_not_matter_to_the_last_bit(match, rng):
    believed, places = match
    order = list(range(len(believed)))
    rng.shuffle(order)
    shuffled = after_match([believed[i] for i in order], places=[places[i] for i in order])
    after = after_match(believed, places=places)
    assert shuffled == [after[i] for i in order]


@given(matches())
def test_a_sole_winner_is_never_believed_weaker_than_before(match):
    believed, places = match
    best = min(range(len(places)), key=lambda i: places[i])
    if places.count(places[best]) == 1:
        assert after_match(believed, places=places)[best].mean >= believed[best].mean


def test_a_match_makes_a_newcomer_more_certain():
    after = after_match([Belief()] * 4, places=[1, 2, 3, 4])
    assert all(belief.variance < SPREAD**2 for belief in after)
    assert [belief.mean for belief in after] == sorted((b.mean for b in after), reverse=True)


def test_a_newcomer_moves_more_than_one_that_is_well_known():
    known, new = after_match([Belief(1500.0, 30.0**2), Belief()], places=[2, 1])
    assert abs(new.mean - 1500.0) > 10 * abs(known.mean - 1500.0)


def test_a_new_version_is_less_certain_and_as_strong_until_it_has_played():
    belief = Belief(1600.0, 900.0)
    assert belief.of_a_new_version() == Belief(1600.0, 900.0 + 10_000.0)


def test_a_result_that_was_certain_tells_nothing():
    certain = [Belief(20_000_000.0, 1.0), Belief(0.0, 1.0)]
    after = after_match(certain, places=[1, 2])
    assert [belief.mean for belief in after] == pytest.approx([20_000_000.0, 0.0], abs=1e-9)


def test_one_value_per_bot_is_demanded():
    with pytest.raises(ValueError, match="one value per bot"):
        after_match([Belief()], places=[1, 2])


@pytest.mark.parametrize(
    ("difference", "chance"),
    # Standard normal table: 0, 1, 1.96 standard deviations.
    [(0.0, 0.5), (50.0, 0.8413), (98.0, 0.975), (-50.0, 0.1587)],
)
def test_the_chance_to_be_stronger_follows_the_normal_table(difference, chance):
    assert chance_to_be_stronger(difference, deviations=(30.0, 40.0)) == pytest.approx(
        chance, abs=5e-5
    )


def test_without_any_doubt_the_stronger_is_known():
    assert chance_to_be_stronger(1.0, deviations=(0.0, 0.0)) == 1.0
    assert chance_to_be_stronger(0.0, deviations=(0.0, 0.0)) == 0.5


def test_the_expected_score_of_glickmans_example():
    """Glickman 1999: 1400 with RD 80 against 1500 with RD 150 is expected to score 0.376."""
    assert chance_to_beat(1400.0 - 1500.0, deviations=(80.0, 150.0)) == pytest.approx(
        0.376, abs=5e-4
    )
