"""Where the tables of a bracket are drawn: pure geometry, for any format and any size of table.

A column of tables is a round. Tables stand where their entries come from and go to, as near as the
tables above and below allow; a table moves no further than it must.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Item:
    """A table to place. height: in drawing units; sources: keys of the tables that feed it."""

    key: Hashable
    height: float
    sources: tuple[Hashable, ...] = ()


Columns = Sequence[Sequence[Item]]


def tops(columns: Columns, *, gap: float) -> dict[Hashable, float]:
    """The upper edge of every table, the uppermost at 0, with `gap` at least between neighbours.

    The column that needs most room is stacked; the others are placed beside it, one after another.
    """
    if not any(columns):
        return {}
    anchor = max(range(len(columns)), key=lambda at: _room(columns[at], gap))
    middles: dict[Hashable, float] = {}
    _place(columns[anchor], {}, middles, gap)
    for column in columns[anchor + 1 :]:
        wanted = {item.key: _mean(item.sources, middles) for item in column}
        _place(column, wanted, middles, gap)
    for at in range(anchor - 1, -1, -1):
        targets = _targets(columns[at + 1])
        wanted = {item.key: _mean(targets.get(item.key, ()), middles) for item in columns[at]}
        _place(columns[at], wanted, middles, gap)
    upper = {item.key: middles[item.key] - item.height / 2 for column in columns for item in column}
    highest = min(upper.values())
    return {key: top - highest for key, top in upper.items()}


def _room(column: Sequence[Item], gap: float) -> float:
    return sum(item.height + gap for item in column)


def _targets(column: Sequence[Item]) -> dict[Hashable, list[Hashable]]:
    targets: dict[Hashable, list[Hashable]] = {}
    for item in column:
        for source in item.sources:
            targets.setdefault(source, []).append(item.key)
    return targets


def _mean(keys: Sequence[Hashable], middles: Mapping[Hashable, float]) -> float | None:
    found = [middles[key] for key in keys if key in middles]
    return sum(found) / len(found) if found else None


def _place(
    column: Sequence[Item],
    wanted: Mapping[Hashable, float | None],
    middles: dict[Hashable, float],
    gap: float,
) -> None:
    """Give each table of a column its middle: the wanted one, moved as little as order and gap ask."""
    offsets, below = [], 0.0
    for item in column:
        offsets.append(below + item.height / 2)
        below += item.height + gap
    shifts: list[float] = []
    for item, offset in zip(column, offsets, strict=True):
        want = wanted.get(item.key)
        # A table that comes from nowhere goes right below the one before it.
        shifts.append((shifts[-1] if shifts else 0.0) if want is None else want - offset)
    for item, offset, shift in zip(column, offsets, _ascending(shifts), strict=True):
        middles[item.key] = offset + shift


def _ascending(values: Sequence[float]) -> list[float]:
    """The nearest values (least squares) that never fall: pool adjacent violators."""
    pools: list[tuple[float, int]] = []
    for value in values:
        total, count = value, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            before, of = pools.pop()
            total, count = total + before, count + of
        pools.append((total, count))
    return [total / count for total, count in pools for _ in range(count)]
