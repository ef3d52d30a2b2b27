"""Elo for tables of two and more.

A. E. Elo, The Rating of Chessplayers, Past and Present (1978), for two: the
expected score of a difference d is 1 / (1 + 10 ** (-d / 400)). A match of n bots
counts as its n(n-1)/2 pairs, each with 1/(n-1) of K, so that a match moves a bot no further
than a game for two would, and every match is zero-sum.
"""

import math
from collections.abc import Sequence
from typing import Final

START: Final = 1500.0
PROVISIONAL_MATCHES: Final = 20
"""Rated matches of a game until a bot's rating is established."""
PROVISIONAL_MATCHES_OF_A_NEW_VERSION: Final = 10
EXPERIENCED_MATCHES: Final = 100


def expected_score(difference: float) -> float:
    """The expected score, from 0 to 1, of a bot rated ``difference`` above another."""
    return 1.0 / (1.0 + math.pow(10.0, -difference / 400.0))


def expected_share(index: int, ratings: Sequence[float]) -> float:
    """The share of the others that the ratings let a bot of a match beat, ties counting one half."""
    own = ratings[index]
    others = [*ratings[:index], *ratings[index + 1 :]]
    return math.fsum(expected_score(own - other) for other in others) / len(others)


def score(index: int, *, places: Sequence[int]) -> float:
    """The share of the others that a bot of a match did beat, ties counting one half."""
    own = places[index]
    beaten = sum(own < other for other in places)
    tied = sum(own == other for other in places) - 1
    return (beaten + 0.5 * tied) / (len(places) - 1)


def k_factor(*, matches: int, provisional: bool) -> float:
    """K of one bot: ``matches`` rated before this one in the game."""
    if provisional:
        return 40.0
    return 20.0 if matches < EXPERIENCED_MATCHES else 10.0


def rating_changes(
    ratings: Sequence[float], *, ks: Sequence[float], places: Sequence[int]
) -> list[float]:
    """One change per bot of a match, in the order given; they sum to zero within rounding.

    ``places``: 1 is best, equal places are ties. Exactly the same for any order of
    the bots: each pair is computed from the higher rated bot, and a bot's pairs are added
    without rounding in between.
    """
    count = len(ratings)
    if not count == len(ks) == len(places):
        raise ValueError("ratings, ks and places must have one value per bot")
    if count < 2:
        raise ValueError("a rated match needs at least two bots")
    pairs: list[list[float]] = [[] for _ in ratings]
    for a in range(count):
        for b in range(a + 1, count):
            high, low = (a, b) if ratings[a] >= ratings[b] else (b, a)
            result = 0.5 + 0.5 * ((places[high] < places[low]) - (places[high] > places[low]))
            k = (ks[high] + ks[low]) / 2.0
            change = k / (count - 1) * (result - expected_score(ratings[high] - ratings[low]))
            pairs[high].append(change)
            pairs[low].append(-change)
    return [math.fsum(changes) for changes in pairs]
