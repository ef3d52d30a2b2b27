"""A format that a person can follow: for tests of everything around formats."""

from collections.abc import Sequence
from fractions import Fraction
from typing import ClassVar

from arena.formats.contract import (
    Format,
    FormatRefused,
    PlayedRound,
    Round,
    Standing,
    Table,
    TieBreak,
    Withdrawn,
    require_over,
)
from arena.options import Option


class Toy(Format):
    """In each round those still in meet their neighbour, in the order of the standings, at tables of
    the preferred size; who is left over has a bye, which is worth a win.
    """

    name = "toy"
    title = "Toy"
    summary = "Neighbours meet."
    options: ClassVar = (
        Option(name="rounds", meaning="how many rounds", default=lambda entries: 3, high=20),
    )
    tie_breaks = (TieBreak("lot", "Lot", "The lower lot."),)

    def check(self) -> None:
        if self.entries > 500:
            raise FormatRefused("a toy is for 500 entries at most")

    @property
    def rounds_max(self) -> int:
        return int(self.chosen["rounds"])

    @property
    def tables_max(self) -> int:
        return self.rounds_max * (self.entries // self.table_sizes.preferred)

    def next_round(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Round | None:
        require_over(played)
        left = [one.entry for one in self.standings(played) if one.entry not in withdrawn]
        if len(played) == self.rounds_max or len(left) < 2:
            return None
        size = self.table_sizes.preferred
        whole = len(left) // size * size
        tables = [Table(tuple(left[start : start + size])) for start in range(0, whole, size)]
        name = f"Round {len(played) + 1}"
        return Round(len(played), name, tuple(tables), byes=tuple(left[whole:]))

    def standings(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> list[Standing]:
        points = [Fraction(0)] * self.entries
        for past in played:
            for table, result in zip(past.round.tables, past.results, strict=True):
                if result is not None:
                    for entry, won in zip(table.entries, result.points, strict=True):
                        points[entry] += won
            for entry in past.round.byes:
                points[entry] += self.games
        order = sorted(range(self.entries), key=lambda one: (-points[one], self.lots[one]))
        return [
            Standing(
                rank=rank,
                entry=entry,
                points=points[entry],
                tie_breaks=(Fraction(self.lots[entry]),),
                is_out=entry in withdrawn,
            )
            for rank, entry in enumerate(order, start=1)
        ]
