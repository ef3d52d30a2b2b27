"""Has a table been decided? Play on until the difference is significant, or a cap is reached.

A table is repeated with new cards. After each repeat we look, and stopping as soon as a usual test says
"significant" would be wrong far more often than the test says, since it is given many chances. So the test is a bet
that may be looked at as often as one likes. Take two entries, of which one ought not to be the better, and bet
against that: stake a share s of what we have on every repeat at even odds, and multiply by 1 + s x difference. If
the one is not better, a bet that is fair or worse can't be expected to grow, and the chance that it ever, at any
look, reaches k times its beginning is at most 1/k (J. Ville, Étude critique de la notion de collectif, 1939). We begin with
many stakes at once and go by their mean, as nobody knows the best one beforehand (I. Waudby-Smith and A. Ramdas,
Estimating means of bounded random variables by betting, JRSS B, 2024).

A table is decided when each of those who would go on is better than each of those who would not. There are n (n - 1)
such bets at a table of n, each with its part of the error. So the chance that a table of equally
good entries is ever called decided is at most the stated error, and so is the chance of a wrong order
among those that are not equal.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Final

from arena.formats.contract import TableResult

ERROR: Final = 0.05
STAKES: Final = tuple(step / 20 for step in range(1, 20))
"""Shares staked on each repeat, from 1/20 to 19/20."""


def evidence(differences: Sequence[Fraction]) -> float:
    """What a bet that the mean difference is above zero has made of 1.

    ``differences``: one per repeat, from -1 to 1. Raises ValueError beyond.
    """
    if any(abs(difference) > 1 for difference in differences):
        raise ValueError("differences are shares of a table's points: from -1 to 1")
    # Repeats with the same difference multiply by the same factor, and most are 1, 0 or -1.
    counted = [
        (float(difference), times) for difference, times in sorted(Counter(differences).items())
    ]
    return sum(
        prod((1.0 + stake * difference) ** times for difference, times in counted)
        for stake in STAKES
    ) / len(STAKES)


def is_decided(
    repeats: Sequence[TableResult], *, games: int = 1, go_on: int = 1, error: float = ERROR
) -> bool:
    """Whether those who lead go on with a chance of error of at most ``error``, over all looks.

    ``repeats``: the results of the same table again and again, entries in the same order.
    ``go_on``: how many win: 1, or those who go on of a heat. Raises ValueError for an error that
    is no probability.
    """
    if not 0.0 < error < 1.0:
        raise ValueError("the error is a probability between 0 and 1")
    if not repeats:
        return False
    count = len(repeats[0].points)
    if go_on >= count:
        return True
    totals = [sum((one.points[index] for one in repeats), Fraction(0)) for index in range(count)]
    order = sorted(range(count), key=lambda index: -totals[index])
    needed = count * (count - 1) / error
    return all(
        evidence([(one.points[above] - one.points[below]) / games for one in repeats]) >= needed
        for above in order[:go_on]
        for below in order[go_on:]
    )
