"""One round of tables of more than two: score groups as in the Swiss system, few meeting again.

There is no book for this. It generalises what the Dutch system (FIDE Handbook C.04.3) does for tables of two: entries go through
the score groups from the top; as many whole tables are made of a group as it fills, the rest float
down to the next; and inside a group the tables are dealt out like the halves of the Dutch system, first to
each table, then second to each, so that the best of a group don't meet at once.

To seat everybody with nobody met before is a hard problem (social golfers), so it is not solved but
approached: tables swap entries as long as that leaves fewer meetings repeated, and then as
long as it brings entries closer in points. Every swap is better than what was before, so this ends.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from arena.formats.history import Meetings

SWAPS_MAX: Final = 500
"""So that a round of any size takes seconds."""
NEAR_TABLES: Final = 25
"""How many tables to either side are tried for a swap."""


def grouped(
    entries: Sequence[int],
    sizes: Sequence[int],
    points: Sequence[Fraction],
    met: Meetings,
) -> list[list[int]]:
    """Tables of these sizes; ``entries`` in the order of the standings, ``points`` per entry."""
    tables = _dealt(entries, sizes, points)
    return _with_fewer_meetings(tables, points, met)


def _dealt(
    entries: Sequence[int], sizes: Sequence[int], points: Sequence[Fraction]
) -> list[list[int]]:
    tables: list[list[int]] = []
    pool: list[int] = []
    for position, entry in enumerate(entries):
        pool.append(entry)
        ends = position + 1 == len(entries) or points[entries[position + 1]] != points[entry]
        if not ends:
            continue
        filled: list[int] = []
        while len(tables) + len(filled) < len(sizes):
            size = sizes[len(tables) + len(filled)]
            if sum(filled) + size > len(pool):
                break
            filled.append(size)
        tables += _dealt_out(pool[: sum(filled)], filled)
        pool = pool[sum(filled) :]
    return tables


def _dealt_out(pool: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """First to each table, then second to each; the larger tables come first."""
    tables: list[list[int]] = [[] for _ in sizes]
    rest = iter(pool)
    for place in range(max(sizes, default=0)):
        for table, size in zip(tables, sizes, strict=True):
            if place < size:
                table.append(next(rest))
    return tables


def repeated(table: Sequence[int], met: Meetings) -> int:
    """How bad the meetings again at a table are: third meetings count more than second ones."""
    return sum(met[pair] ** 2 for pair in combinations(sorted(table), 2))


def _burden(entry: int, table: Sequence[int], leaving: int, met: Meetings) -> int:
    """What an entry would add at a table that one other leaves."""
    return sum(
        met[(entry, other) if entry < other else (other, entry)] ** 2
        for other in table
        if other not in (entry, leaving)
    )


def _spread(table: Sequence[int], points: Sequence[Fraction]) -> Fraction:
    there = [points[entry] for entry in table]
    return (max(there) - min(there)) ** 2


def _with_fewer_meetings(
    tables: list[list[int]], points: Sequence[Fraction], met: Meetings
) -> list[list[int]]:
    bad = Counter({number: repeated(table, met) for number, table in enumerate(tables)})
    for _ in range(SWAPS_MAX):
        swap = next(
            filter(
                None,
                (
                    _best_swap(number, tables, points, met)
                    for number, worst in bad.most_common()
                    if worst
                ),
            ),
            None,
        )
        if swap is None:
            break
        one, mine, two, theirs = swap
        tables[one][mine], tables[two][theirs] = tables[two][theirs], tables[one][mine]
        for number in (one, two):
            bad[number] = repeated(tables[number], met)
    return tables


def _best_swap(
    number: int, tables: list[list[int]], points: Sequence[Fraction], met: Meetings
) -> tuple[int, int, int, int] | None:
    """The swap with one of the tables near that helps this one most: (table, place, table, place)."""
    table = tables[number]
    best: tuple[tuple[int, Fraction, int], tuple[int, int, int, int]] | None = None
    for mine, entry in enumerate(table):
        own = _burden(entry, table, entry, met)
        if not own:
            continue
        for other_number in range(
            max(0, number - NEAR_TABLES), min(len(tables), number + NEAR_TABLES + 1)
        ):
            if other_number == number:
                continue
            other_table = tables[other_number]
            for theirs, other in enumerate(other_table):
                change = (
                    _burden(other, table, entry, met)
                    + _burden(entry, other_table, other, met)
                    - own
                    - _burden(other, other_table, other, met)
                )
                if change >= 0 or (best is not None and change > best[0][0]):
                    continue
                swapped = [other if one == entry else one for one in table]
                swapped_other = [entry if one == other else one for one in other_table]
                cost = (
                    change,
                    _spread(swapped, points) + _spread(swapped_other, points),
                    abs(other_number - number),
                )
                if best is None or cost < best[0]:
                    best = cost, (number, mine, other_number, theirs)
    return None if best is None else best[1]
