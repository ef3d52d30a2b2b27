"""Who meets whom in a round robin of tables of more than two.

Where it is affordable, every set of entries meets at a table, equally often: then every pair
does too, and every trio. Their number grows like the power of the table's size, so beyond `SETS_MAX` a round robin has
rounds instead, each as even as can be: everybody sits in every round, but for byes in turn, and
tables are filled so that pairs meet equally often. Whole designs (every pair exactly as often) exist only for some numbers, and
finding them is a field of its own; these are near to it. How near is tested: see the tests of this module.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Final

from arena.formats.contract import Round, TableSizes
from arena.formats.grouping import grouped
from arena.formats.history import byes as byes_of
from arena.formats.history import meetings, seated, seats
from arena.formats.sizes import split

SETS_MAX: Final = 210
"""Ten entries in fours."""


def every_set_is_affordable(entries: int, size: int, *, cycles: int) -> bool:
    return comb(entries, size) * cycles <= SETS_MAX


def rounds_of_all_sets(entries: int, size: int) -> list[list[tuple[int, ...]]]:
    """Every set of entries once, in rounds in which nobody sits twice.

    A round takes those sets first whose entries have played least, so that everybody keeps up.
    """
    left = list(combinations(range(entries), size))
    had: Counter[int] = Counter()
    rounds: list[list[tuple[int, ...]]] = []
    while left:
        taken: list[tuple[int, ...]] = []
        busy: set[int] = set()
        for one in sorted(left, key=lambda one: (sum(had[entry] for entry in one), one)):
            if busy.isdisjoint(one):
                taken.append(one)
                busy.update(one)
                if entries - len(busy) < size:
                    break
        for one in taken:
            left.remove(one)
            had.update(one)
        rounds.append(taken)
    return rounds


def rounds_to_meet_all(entries: int, size: int) -> int:
    """Rounds after which everybody could have met everybody."""
    return -(-(entries - 1) // (size - 1))


def even_round(present: Sequence[int], table_sizes: TableSizes, made: Sequence[Round]) -> Round:
    """The next round for those present, so that pairs meet as equally often as can be."""
    number = len(made)
    sizes, byes = split(len(present), table_sizes)
    had_byes = byes_of(made)
    out = sorted(present, key=lambda entry: (had_byes[entry], -entry))[:byes]
    sitting = [entry for entry in present if entry not in out]
    # Moving round the first, as in the circle method, is a better beginning than the same order each time.
    others = sitting[1:]
    turn = number * (len(others) // len(sizes) + 1) % max(1, len(others))
    order = sitting[:1] + others[turn:] + others[:turn]
    level = [Fraction(0)] * (max(present) + 1)
    had = seats(made)
    tables = grouped(order, sizes, level, meetings(made))
    return Round(
        number, f"Round {number + 1}", tuple(seated(table, had) for table in tables), tuple(out)
    )
