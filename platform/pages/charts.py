"""The course of a rating as the points of a line, for a drawing that the server makes."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 640, 200
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 14, 26
MARGIN = 20.0
"""Rating points kept free above and below the line."""
POINTS_MAX = 240


@dataclass(frozen=True)
class Mark:
    """A line across the drawing with its label."""

    at: float
    label: str


@dataclass(frozen=True)
class Chart:
    """points: as an SVG polyline wants them; levels: ratings; versions: where each began."""

    points: str
    last: tuple[float, float]
    levels: list[Mark]
    versions: list[Mark]
    summary: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def rating_chart(history: Sequence[tuple[int, float]], *, start: float) -> Chart | None:
    """Draw ratings after each match, oldest first; None before the first match.

    history: (version number, rating after the match); start: the rating before all of them.
    """
    if not history:
        return None
    ratings = [start, *(rating for _, rating in history)]
    low, high = min(ratings) - MARGIN, max(ratings) + MARGIN

    def across(match: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * match / (len(ratings) - 1), 1)

    def down(rating: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low), 1)

    kept = _thinned(len(ratings))
    return Chart(
        points=" ".join(f"{across(match)},{down(ratings[match])}" for match in kept),
        last=(across(len(ratings) - 1), down(ratings[-1])),
        levels=[Mark(down(level), f"{level:.0f}") for level in _round_levels(low, high)],
        versions=[Mark(across(match), f"v{number}") for match, number in _version_starts(history)],
        summary=f"From {start:.0f} to {ratings[-1]:.0f} in {len(history)} rated matches; "
        f"lowest {min(ratings):.0f}, highest {max(ratings):.0f}.",
    )


def _thinned(count: int) -> list[int]:
    """At most about POINTS_MAX of so many points, the last always among them."""
    step = max(1, -(-count // POINTS_MAX))
    return [*range(0, count - 1, step), count - 1]


def _round_levels(low: float, high: float) -> list[float]:
    """Two to six round ratings between the ends."""
    step = next((size for size in (10, 20, 50, 100, 200) if (high - low) / size <= 6), 500)
    first = -(-low // step) * step
    return [first + i * step for i in range(int((high - first) // step) + 1)]


def _version_starts(history: Sequence[tuple[int, float]]) -> list[tuple[int, int]]:
    """(match after which, version number) of each version but the first."""
    return [
        (match, number)
        for match, ((before, _), (number, _)) in enumerate(itertools.pairwise(history), start=1)
        if number != before
    ]
