"""What rounds that were made so far say: who met whom, who sat where, who had a bye."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

from arena.formats.contract import Round, Table

Meetings = Counter[tuple[int, int]]
"""How often two entries sat at one table; the lower number first."""
Seats = Counter[tuple[int, int]]
"""How often an entry had a seat: (entry, seat)."""


def meetings(rounds: Iterable[Round]) -> Meetings:
    return Counter(
        pair
        for one in rounds
        for table in one.tables
        for pair in combinations(sorted(table.entries), 2)
    )


def seats(rounds: Iterable[Round]) -> Seats:
    return Counter(
        (entry, seat)
        for one in rounds
        for table in one.tables
        for seat, entry in enumerate(table.entries)
    )


def byes(rounds: Iterable[Round]) -> Counter[int]:
    return Counter(entry for one in rounds for entry in one.byes)


def tables_played(rounds: Iterable[Round]) -> Counter[int]:
    return Counter(entry for one in rounds for table in one.tables for entry in table.entries)


def seated(entries: Sequence[int], had: Seats, *, label: str = "") -> Table:
    """A table whose entries take the seats that they had least.

    It matters little, since duplicate sittings give each of them every seat; but where a
    match is one sitting, or is cut short, this is what keeps the seats even.
    """
    left = list(entries)
    order: list[int] = []
    for seat in range(len(entries)):
        order.append(min(left, key=lambda entry: (had[entry, seat], left.index(entry))))
        left.remove(order[-1])
    return Table(tuple(_with_swaps(order, had)), label)


def _with_swaps(order: list[int], had: Seats) -> list[int]:
    better = True
    while better:
        better = False
        for one, two in combinations(range(len(order)), 2):
            a, b = order[one], order[two]
            now = had[a, one] ** 2 + had[b, two] ** 2
            then = had[a, two] ** 2 + had[b, one] ** 2
            if then + 2 * (had[a, two] + had[b, one]) < now + 2 * (had[a, one] + had[b, two]):
                order[one], order[two] = b, a
                better = True
    return order
