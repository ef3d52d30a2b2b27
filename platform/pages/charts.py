"""The course of a rating as a drawing, made by the server; rating-chart.js lets one look closer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arena.strength import NORMAL_95
from ladder.history import Step
from ladder.models import VersionTally

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 14, 26
MARGIN = 15.0
"""Rating points kept free above and below the lines."""


@dataclass(frozen=True)
class Mark:
    """A line across the drawing with its label."""

    at: float
    label: str


@dataclass(frozen=True)
class Chart:
    """line, band: points of the rating's line and of the interval's outline, as SVG wants them.

    data: what the script needs to draw it anew: matches, versions, and the size.
    """

    line: str
    band: str
    last: tuple[float, float]
    levels: list[Mark]
    versions: list[Mark]
    summary: str
    data: dict[str, Any]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM


def rating_chart(
    changes: Sequence[Step], *, tallies: Sequence[VersionTally], more: str = ""
) -> Chart | None:
    """Draw a bot's changes in one game, oldest first; None before the first.

    tallies: of its versions, with the versions; more: where matches left out are to be had.
    """
    if not changes:
        return None
    intervals = [NORMAL_95 * change.deviation for change in changes]
    lows = [min(c.after, c.strength - i) for c, i in zip(changes, intervals, strict=True)]
    highs = [max(c.after, c.strength + i) for c, i in zip(changes, intervals, strict=True)]
    low, high = min(lows) - MARGIN, max(highs) + MARGIN
    first, last = changes[0].number, changes[-1].number

    def across(number: int) -> float:
        share = (number - first) / (last - first) if last > first else 1.0
        return round(LEFT + (WIDTH - LEFT - RIGHT) * share, 1)

    def down(rating: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low), 1)

    upper = [(c, c.strength + i) for c, i in zip(changes, intervals, strict=True)]
    lower = [(c, c.strength - i) for c, i in zip(changes, intervals, strict=True)]
    newest = changes[-1]
    return Chart(
        line=" ".join(f"{across(c.number)},{down(c.after)}" for c in changes),
        band=" ".join(f"{across(c.number)},{down(at)}" for c, at in [*upper, *reversed(lower)]),
        last=(across(last), down(newest.after)),
        levels=[Mark(down(level), f"{level:.0f}") for level in _round_levels(low, high)],
        versions=[
            Mark(across(tally.first_number), f"v{tally.version.number}")
            for tally in tallies
            if first < tally.first_number <= last
        ],
        summary=f"From {changes[0].before:.0f} to {newest.after:.0f} in {last} rated "
        f"match{'' if last == 1 else 'es'}; strength {newest.strength:.0f}, "
        f"give or take {intervals[-1]:.0f}.",
        data={
            "points": [point(change) for change in changes],
            "versions": [[tally.first_number, tally.version.number] for tally in tallies],
            "more": more if last - first >= len(changes) else "",
        },
    )


def point(change: Step) -> list[float]:
    """One match as the script wants it: number, match, version, rating, its change, interval."""
    margin = NORMAL_95 * change.deviation
    return [
        change.number,
        change.match_id,
        change.version,
        round(change.after, 1),
        round(change.difference, 1),
        round(change.strength - margin, 1),
        round(change.strength + margin, 1),
    ]


def _round_levels(low: float, high: float) -> list[float]:
    """Two to six round ratings between the ends."""
    step = next((size for size in (10, 20, 50, 100, 200, 250) if (high - low) / size <= 6), 500)
    first = -(-low // step) * step
    return [first + i * step for i in range(int((high - first) // step) + 1)]
