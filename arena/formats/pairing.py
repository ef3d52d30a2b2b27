"""One round of tables of two by weighted matching: the Swiss system's criteria in their order.

FIDE Handbook C.04.3 (Dutch system), and its criteria as far as they concern games without colours:
(C1) nobody meets an opponent twice, (C2) nobody has a second bye, then the bye goes to the lowest, opponents
have as nearly the same points as possible (C6 and C7), and inside a score group the upper half meets the lower
half in order (article B.2: 1 against n/2 + 1, 2 against n/2 + 2 ...). FIDE goes through the score groups
from the top; we weigh all pairs at once, each criterion so heavy that no sum of the later ones
outweighs it, and take the lightest matching. So what can be avoided is avoided, whatever it costs later.

A graph of all pairs would be slow. The matching is solved on the likely pairs only, and then the prices that
prove it are tried on all others: those that could make it lighter are added, until none
could. The result is a lightest matching of all pairs.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Final, NamedTuple

from arena.formats.blossom import CheapestMatching

NEIGHBOURS: Final = 3
"""Likely opponents: so many to either side of the one that the order points to."""
ADDED_PER_ENTRY: Final = 4
"""How many unlikely pairs are added at once for one entry; the lightest first."""

Pair = tuple[int, int]
"""The lower number first."""


class Contender(NamedTuple):
    """Who is to be paired; given in the order of the standings by points, then by seeding."""

    entry: int
    points: Fraction
    byes: int


def pairs_and_bye(
    contenders: Sequence[Contender], meetings: Mapping[Pair, int]
) -> tuple[list[Pair], int | None]:
    """Pairs, in the order of their better entry, and who has the bye if the number is odd."""
    weights = _Weights(contenders, meetings)
    mates = _lightest(weights)
    count = len(contenders)
    pairs: list[Pair] = []
    bye = None
    for place, contender in enumerate(contenders):
        mate = mates[place]
        if mate == count:
            bye = contender.entry
        elif place < mate:
            pairs.append((contender.entry, contenders[mate].entry))
    return pairs, bye


def pair_weights(contenders: Sequence[Contender], meetings: Mapping[Pair, int]) -> dict[Pair, int]:
    """What is minimised, written out: the weight of every pair of places, the last one the bye.

    For those who want to see it, or to find the lightest matching in another way.
    """
    weights = _Weights(contenders, meetings)
    return {(a, b): weights(a, b) for b in range(weights.places) for a in range(b)}


class _Weights:
    """Weights of all pairs of places; with an odd number there is one place more, the bye."""

    def __init__(self, contenders: Sequence[Contender], meetings: Mapping[Pair, int]) -> None:
        self.real = len(contenders)
        self.places = self.real + self.real % 2
        self._entries = [one.entry for one in contenders]
        self._byes = [one.byes for one in contenders]
        unit = lcm(*(one.points.denominator for one in contenders))
        self.level = [int(one.points * unit) for one in contenders]
        self.groups = _groups(self.level)
        self.group_of = [0] * self.real
        self._middle = [0] * self.real
        for number, group in enumerate(self.groups):
            for place in group:
                self.group_of[place] = number
                self._middle[place] = len(group) // 2
        widest = (self.level[0] - self.level[-1]) ** 2
        # The last criterion sums to less than the weight of one before it, and so on.
        self.of_gap = self.real * self.places**2 + 1
        self._of_bye = self.of_gap * (self.real * widest + 1)
        self._of_byes = self._of_bye * (self.real + 1)
        self._of_meeting = self._of_byes * (max(self._byes, default=0) + 1)
        self.met: list[dict[int, int]] = [{} for _ in contenders]
        place_of = {entry: place for place, entry in enumerate(self._entries)}
        for (a, b), times in meetings.items():
            if a in place_of and b in place_of and times:
                self.met[place_of[a]][place_of[b]] = times
                self.met[place_of[b]][place_of[a]] = times

    def __call__(self, a: int, b: int) -> int:
        """The weight of two places, ``a < b``."""
        if b == self.real:
            return self._of_byes * self._byes[a] + self._of_bye * (self.real - 1 - a)
        weight = self.of_gap * (self.level[a] - self.level[b]) ** 2
        if self.group_of[a] == self.group_of[b]:
            weight += (b - a - self._middle[a]) ** 2
        else:
            weight += (b - a - 1) ** 2
        times = self.met[a].get(b)
        return weight if times is None else weight + self._of_meeting * times**2


def _groups(level: Sequence[int]) -> list[range]:
    """Places that are level on points."""
    starts = [place for place in range(len(level)) if not place or level[place] != level[place - 1]]
    return [
        range(start, stop) for start, stop in zip(starts, [*starts[1:], len(level)], strict=True)
    ]


def _lightest(weights: _Weights) -> list[int]:
    edges: list[dict[int, int]] = [{} for _ in range(weights.places)]

    def add(a: int, b: int) -> None:
        edges[a][b] = edges[b][a] = weights(a, b)

    for a, b in _likely(weights):
        add(a, b)
    while True:
        matching = CheapestMatching(edges)
        missing = _too_light(weights, matching, edges)
        if not missing:
            return matching.mates
        for a, b in missing:
            add(a, b)


def _likely(weights: _Weights) -> set[Pair]:
    """Pairs to begin with, among them one whole matching."""
    places, real = weights.places, weights.real
    likely = {(place, place + 1) for place in range(0, places, 2)}
    for place in range(real):
        group = weights.groups[weights.group_of[place]]
        aims = [place + len(group) // 2, place + 1, group.stop + place - group.start]
        for aim in aims:
            for other in range(aim - NEIGHBOURS, aim + NEIGHBOURS + 1):
                if place < other < real and other not in weights.met[place]:
                    likely.add((place, other))
    if places > real:
        likely.update((place, real) for place in range(max(0, real - 3 * NEIGHBOURS), real))
    return likely


def _too_light(
    weights: _Weights, matching: CheapestMatching, edges: Sequence[Mapping[int, int]]
) -> set[Pair]:
    """Pairs left out that could make the matching lighter."""
    prices = matching.prices()
    real = weights.real
    dearest = [max(prices[place] for place in group) for group in weights.groups]
    found: set[Pair] = set()
    for place in range(real):
        own = prices[place]
        gains: list[tuple[int, int]] = []
        here = weights.group_of[place]
        for number in range(here, len(weights.groups)):
            group = weights.groups[number]
            gap = (weights.level[place] - weights.level[group.start]) ** 2
            if own + dearest[number] <= 2 * weights.of_gap * gap:
                continue
            for other in range(max(group.start, place + 1), group.stop):
                if own + prices[other] <= 2 * weights.of_gap * gap or other in edges[place]:
                    continue
                weight = weights(place, other)
                if matching.is_too_cheap(place, other, weight):
                    gains.append((2 * weight - own - prices[other], other))
        if weights.places > real and real not in edges[place]:
            weight = weights(place, real)
            if matching.is_too_cheap(place, real, weight):
                gains.append((2 * weight - own - prices[real], real))
        found.update((place, other) for _, other in sorted(gains)[:ADDED_PER_ENTRY])
    return found
