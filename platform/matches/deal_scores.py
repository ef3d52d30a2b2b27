"""What each entrant scored in each deal of each sitting: the sittings of a match side by side."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache

from matches.models import Sitting

KEPT_S = 24 * 3600


@dataclass(frozen=True)
class DealLine:
    """One deal. cells: per entrant, then per sitting, the score.

    All sittings use the same cards, so a column of one entrant tells what the seats gave.
    """

    number: int
    cells: list[list[int | None]]


def deal_lines(sittings: Sequence[Sitting], *, entrants: int) -> list[DealLine]:
    """One line per deal, counted from 1; None where a sitting ended before that deal."""
    tables = [_scores_by_deal(sitting) for sitting in sittings]
    return [
        DealLine(
            number=deal + 1,
            cells=[
                [
                    table[deal][sitting.seating.index(index)] if deal < len(table) else None
                    for sitting, table in zip(sittings, tables, strict=True)
                ]
                for index in range(entrants)
            ],
        )
        for deal in range(max(map(len, tables), default=0))
    ]


def _scores_by_deal(sitting: Sitting) -> list[list[int]]:
    """Per deal one score per seat. A stored record never changes: it is read once a day at most."""
    return cache.get_or_set(
        f"deal-scores:{sitting.record.name}",
        lambda: [deal["scores"] for deal in sitting.load_record()["deals"]],
        KEPT_S,
    )
