"""Why a match moved the ratings: for each pair what was expected, what came, what it was worth."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.elo import expected_score
from ladder.models import RatingChange


@dataclass(frozen=True)
class Pair:
    """One bot's result against another of the match. result: 1, 0.5 or 0."""

    other: RatingChange
    expected: float
    result: float
    change: float


@dataclass(frozen=True)
class Reason:
    """All pairs of one bot; their changes add up to that of its rating."""

    change: RatingChange
    pairs: list[Pair]


def reasons(changes: Sequence[RatingChange]) -> list[Reason]:
    """One reason per bot, in the order given."""
    return [
        Reason(one, [_pair(one, other, bots=len(changes)) for other in changes if other != one])
        for one in changes
    ]


def _pair(one: RatingChange, other: RatingChange, *, bots: int) -> Pair:
    expected = expected_score(one.before - other.before)
    result = 0.5 + 0.5 * ((one.place < other.place) - (one.place > other.place))
    k = (one.k + other.k) / 2.0
    return Pair(other, expected, result, k / (bots - 1) * (result - expected))
