"""Points and score differences of a table, from the places and scores of its matches.

A match gives the share of opponents beaten, ties half: n at a table give n/2 points together,
whatever n is, so tables of different sizes and games of different kinds compare. It is what
`arena.elo.score` rates by, kept exact.

The score difference is a late tie-break. Games count in units that have nothing to do
with each other, so it is the difference to the table's mean, as a share of all that was scored there, plus or
minus: between -1 and 1, and 0 in sum but for rounding to a ten-thousandth. A big win tells more than a close one, and a game that
counts in hundreds no more than one that counts in ones.
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Final

from arena.formats.contract import TableResult
from arena.places import places

MARGIN_UNITS: Final = 10_000
"""A score difference is a whole number of these parts."""


def points_from_places(of_match: Sequence[int]) -> tuple[Fraction, ...]:
    """Per place, 1 being the best: the share of the others beaten, equal places being ties."""
    others = len(of_match) - 1
    if others < 1:
        raise ValueError("a match has at least two places")
    return tuple(
        Fraction(
            2 * sum(own < other for other in of_match)
            + sum(own == other for other in of_match)
            - 1,
            2 * others,
        )
        for own in of_match
    )


def margins(scores: Sequence[int]) -> tuple[Fraction, ...]:
    """Per score: its difference to the mean, over the sum of all scores without their signs.

    Rounded to a ten-thousandth, so that sums of many don't grow denominators without end.
    """
    whole = sum(abs(score) for score in scores) * len(scores)
    if not whole:
        return (Fraction(0),) * len(scores)
    return tuple(
        Fraction(
            round(Fraction(MARGIN_UNITS * (len(scores) * score - sum(scores)), whole)), MARGIN_UNITS
        )
        for score in scores
    )


def result_of_match(scores: Sequence[int], *, faulty: Collection[int] = ()) -> TableResult:
    """The result of one match; ``faulty`` are placed last whatever a stand-in scored for them.

    Their score difference is the lowest at the table, for the same reason.
    """
    differences = margins(scores)
    return TableResult(
        points=points_from_places(places(scores, faulty=faulty)),
        scores=tuple(
            min(differences) if index in faulty else difference
            for index, difference in enumerate(differences)
        ),
    )


def added(results: Sequence[TableResult]) -> TableResult:
    """The result of a table from those of its matches, whose entries stand in the same order."""
    if not results:
        raise ValueError("a table has at least one match")
    return TableResult(
        points=_summed([one.points for one in results]),
        scores=_summed([one.scores for one in results]),
    )


def _summed(rows: Sequence[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    return tuple(sum(column, Fraction(0)) for column in zip(*rows, strict=True))


def walkover(entries: int, *, absent: Collection[int], games: int = 1) -> TableResult:
    """The result of a table that can't be played: those present share the first place.

    ``absent``: indices of those who withdrew or could not play. They get nothing, not even for each
    other. If only one is left it has beaten everybody.
    """
    shared = points_from_places([2 if index in absent else 1 for index in range(entries)])
    return TableResult(
        points=tuple(
            Fraction(0) if index in absent else games * share for index, share in enumerate(shared)
        ),
        scores=(Fraction(0),) * entries,
    )


def averaged(repeats: Sequence[TableResult]) -> TableResult:
    """The result of a table that was repeated: the mean, so that it counts no more than others."""
    if not repeats:
        raise ValueError("a table is played at least once")
    whole = added(repeats)
    return TableResult(
        points=tuple(value / len(repeats) for value in whole.points),
        scores=tuple(value / len(repeats) for value in whole.scores),
    )
