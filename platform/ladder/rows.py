"""The lines of a ladder page, in a fixed number of queries however many bots there are."""

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Count, Max
from django.db.models.functions import Floor

from arena.strength import chance_to_be_stronger
from ladder.models import Placed, PlacedQuerySet, Rating

LARGE, KEPT_S = 2000, 20
"""The ranks of a ladder with more bots than LARGE are found anew every so many seconds."""
SURE = 0.95
"""A bot has a rank of its own below the head of a group if the head is so surely the stronger."""


@dataclass(frozen=True)
class Row:
    """One bot's line. rank: None while it is provisional; shared: others have the same rank."""

    rank: int | None
    standing: Placed
    is_shared: bool = False

    @property
    def sparkline(self) -> str:
        """The course of the latest changes as points of a line in a box of 60 by 20."""
        steps = [0.0, *itertools.accumulate(change for *_, change in self.standing.recent)]
        low, high = min(steps), max(max(steps), min(steps) + 20.0)
        return " ".join(
            f"{2 + 56 * number / max(1, len(steps) - 1):.1f},{18 - 16 * (step - low) / (high - low):.1f}"
            for number, step in enumerate(steps)
        )


@dataclass(frozen=True)
class Axis:
    """From which to which strength the intervals of a page are drawn, as 0 to 100."""

    low: float
    high: float

    def at(self, strength: float) -> float:
        return round(100.0 * (strength - self.low) / (self.high - self.low), 1)


def axis(rows: Sequence[Row]) -> Axis:
    """An axis that holds all intervals of these rows."""
    low = min((row.standing.low for row in rows), default=0.0)
    high = max((row.standing.high for row in rows), default=0.0)
    return Axis(low - 1.0, high + 1.0)


@dataclass(frozen=True)
class Group:
    """Bots that share a rank: all ranked ones with an estimate from `down_to` up to the group above."""

    rank: int
    size: int
    down_to: float


@dataclass(frozen=True)
class Census:
    """How many bots a ladder has, the provisional included, and the groups of its ranked ones."""

    bots: int
    groups: list[Group]


def census(places: PlacedQuerySet, *, name: str) -> Census:
    """Count a ladder and find its ranks, in one query; that of a large ladder is kept for a while.

    `name`: of the ladder, for the cache.
    """
    key = f"ladder-census:{name}"
    kept = cache.get(key)
    if kept is None:
        kept = _counted(places)
        if kept.bots > LARGE:
            cache.set(key, kept, KEPT_S)
    return kept


def _counted(places: PlacedQuerySet) -> Census:
    """Going down the ladder, a bot shares the rank of the head of the group above it unless the head
    is stronger than it with a probability of at least `SURE`: as long as their intervals overlap
    widely. Strengths are counted in whole points, and a point's bots share the largest error.
    """
    points = list(
        places.order_by()
        .annotate(point=Floor("estimate"))
        .values_list("is_provisional", "point")
        .annotate(bots=Count("pk"), deviation=Max("deviation"))
        .order_by("is_provisional", "-point")
    )
    groups: list[Group] = []
    position = 1
    head: tuple[float, float] | None = None
    for is_provisional, point, bots, deviation in points:
        if is_provisional:
            continue
        if head and not _is_surely_stronger(head, (point, deviation)):
            above = groups[-1]
            groups[-1] = Group(above.rank, above.size + bots, point)
        else:
            groups.append(Group(position, bots, point))
            head = (point, deviation)
        position += bots
    return Census(sum(bots for _, _, bots, _ in points), groups)


def _is_surely_stronger(head: tuple[float, float], other: tuple[float, float]) -> bool:
    deviations = (head[1], other[1])
    return chance_to_be_stronger(head[0] - other[0], deviations=deviations) >= SURE


def group_of(place: Placed, groups: Iterable[Group]) -> Group | None:
    """The group that a place belongs to; None while it is provisional."""
    if place.is_provisional:
        return None
    return next((group for group in groups if place.estimate >= group.down_to), None)


def with_ranks(places: Iterable[Placed], groups: Iterable[Group]) -> list[Row]:
    """Lines for places in the order of the ladder."""
    groups = list(groups)
    return [
        Row(
            rank=group.rank if group else None,
            standing=place,
            is_shared=bool(group and group.size > 1),
        )
        for place in places
        for group in [group_of(place, groups)]
    ]


def ladder_rows(game: str, *, limit: int | None = None) -> list[Row]:
    """The ladder of a game in order, the provisional last. Two queries."""
    ratings = Rating.objects.of_game(game)
    places = ratings.with_offset().select_related("bot__owner", "version").in_order()[:limit]
    return with_ranks(places, census(ratings, name=game).groups)
