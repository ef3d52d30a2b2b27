"""How strong a bot is on the Elo scale, and how certain that is.

An Elo rating moves by at most K a match and so follows a bot's strength with a delay; it says
nothing about its own error. Beside it runs a Kalman filter on the same results: for each bot the
mean and the variance of a normal belief about the strength that would give its results.

A match of n bots is observed as one number per bot, its score: how many of the others it placed
above, ties counting one half. The sum of Elo's expected scores predicts it. Its variance counts
that a bot's pairs of one match are not independent: who beats one opponent is more likely to beat
the next (R. L. Plackett, The Analysis of Permutations, Applied Statistics 24, 1975: the chance to
be first of three is w / (w + w' + w'') with the same weights that give Elo's expected scores).
The uncertainty of both flattens an expected score (M. E. Glickman, Parameter estimation in large
dynamic paired comparison experiments, Applied Statistics 48, 1999, eq. 3 and 4).

The beliefs of two bots are treated as independent, which they are not quite; `CALIBRATION` makes up
for that. It was fitted by simulation: see `bench/rating.py` and the tests of this module.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.elo import START

SPREAD: Final = 320.0
"""Standard deviation of the strength of bots of which nothing is known yet."""
SPREAD_OF_A_NEW_VERSION: Final = 100.0
"""Standard deviation of the change that a new version brings."""
DRIFT: Final = 0.5
"""Standard deviation of the change from match to match, since the field changes too."""
CALIBRATION: Final = 1.1
"""True errors over the filter's own standard deviation."""
NORMAL_95: Final = 1.96
"""Share 0.95 of a normal distribution lies within so many standard deviations."""

_Q: Final = math.log(10.0) / 400.0
_EXPONENT_MAX: Final = 300.0
"""Odds beyond are certainty, and their squares must still be floats."""


class Belief(NamedTuple):
    """Mean and variance of what is believed of a strength, before calibration."""

    mean: float = START
    variance: float = SPREAD * SPREAD

    @property
    def deviation(self) -> float:
        """The standard error of the mean, calibrated."""
        return CALIBRATION * math.sqrt(self.variance)

    def of_a_new_version(self) -> "Belief":
        return Belief(self.mean, self.variance + SPREAD_OF_A_NEW_VERSION**2)


def after_match(beliefs: Sequence[Belief], *, places: Sequence[int]) -> list[Belief]:
    """What is believed of each bot of a match afterwards, in the order given.

    ``places``: 1 is best, equal places are ties. Exactly the same for any order of the bots.
    """
    if len(beliefs) != len(places):
        raise ValueError("beliefs and places must have one value per bot")
    return [_after(index, beliefs, places) for index in range(len(beliefs))]


def _after(index: int, beliefs: Sequence[Belief], places: Sequence[int]) -> Belief:
    own, place = beliefs[index], places[index]
    odds: list[float] = []
    chances: list[float] = []
    surprises: list[float] = []
    slopes: list[float] = []
    clouds: list[float] = []
    for other, (belief, its_place) in enumerate(zip(beliefs, places, strict=True)):
        if other == index:
            continue
        flat = _flattening(own.variance + belief.variance)
        odd = math.exp(min(_EXPONENT_MAX, _Q * flat * (belief.mean - own.mean)))
        chance = 1.0 / (1.0 + odd)
        slope = _Q * flat * chance * (1.0 - chance)
        odds.append(odd)
        chances.append(chance)
        slopes.append(slope)
        clouds.append(slope * slope * belief.variance)
        surprises.append(0.5 + 0.5 * ((place < its_place) - (place > its_place)) - chance)
    slope = math.fsum(slopes)
    own_part = slope * slope * own.variance
    expected_square = own_part + math.fsum(clouds) + _score_variance(odds, chances)
    if expected_square <= 0.0:  # The result was certain beyond what a float tells.
        return own
    gain = slope * own.variance / expected_square
    return Belief(
        own.mean + gain * math.fsum(surprises),
        own.variance * (1.0 - own_part / expected_square) + DRIFT * DRIFT,
    )


def _flattening(variance: float) -> float:
    return 1.0 / math.sqrt(1.0 + 3.0 * _Q * _Q * variance / (math.pi * math.pi))


def _score_variance(odds: Sequence[float], chances: Sequence[float]) -> float:
    """Variance of the number of opponents beaten, with these odds of each against the bot."""
    terms = [chance * (1.0 - chance) for chance in chances]
    for a in range(len(odds)):
        for b in range(a):
            both = 1.0 / (1.0 + (odds[a] + odds[b]))
            terms.append(2.0 * (both - chances[a] * chances[b]))
    return math.fsum(terms)


def chance_to_be_stronger(difference: float, *, deviations: tuple[float, float]) -> float:
    """The probability that a bot believed ``difference`` above another is really the stronger."""
    spread = math.hypot(*deviations)
    if spread == 0.0:
        return 0.5 + 0.5 * ((difference > 0) - (difference < 0))
    return 0.5 * math.erfc(-difference / spread / math.sqrt(2.0))


def chance_to_beat(difference: float, *, deviations: tuple[float, float]) -> float:
    """The expected score in a match against a bot believed ``difference`` below.

    The less is known of the two, the nearer to one half.
    """
    flat = _flattening(math.hypot(*deviations) ** 2)
    return 1.0 / (1.0 + math.exp(-_Q * flat * difference))
