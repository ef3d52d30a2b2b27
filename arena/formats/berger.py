"""Who meets whom in a round robin of tables of two.

The circle method: one entry stands still, the others move round it, and whoever stands opposite meets. The rounds
and seats are exactly those of the Berger tables that FIDE prescribes (Handbook C.05, annex 1; J. Berger,
Schach-Jahrbuch, 1893): everybody has the first seat as often as the second, or once more or less.
With an odd number the highest number is a bye.
"""

from collections.abc import Sequence

Pairs = list[tuple[int, int | None]]
"""First seat, second seat; an entry without an opponent has a bye."""


def berger_round(entries: int, number: int) -> Pairs:
    """The pairs of a round, from 0; after a whole cycle seats change, and then again."""
    places = entries + entries % 2
    cycle, turn = divmod(number, places - 1)
    circle = places - 1
    shift = turn * (places // 2) % circle
    still = (shift, places - 1)
    pairs: list[tuple[int, int]] = [still if turn % 2 == 0 else (still[1], still[0])]
    pairs += [
        ((place + shift) % circle, (circle - place + shift) % circle)
        for place in range(1, places // 2)
    ]
    if cycle % 2:
        pairs = [(second, first) for first, second in pairs]
    return [_with_bye(pair, entries) for pair in pairs]


def _with_bye(pair: Sequence[int], entries: int) -> tuple[int, int | None]:
    first, second = pair
    if first >= entries:
        return second, None
    return first, (second if second < entries else None)
