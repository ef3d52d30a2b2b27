"""The Swiss system: everybody plays every round, against those who have done as well so far.

FIDE Handbook C.04: everybody plays all rounds, nobody meets an opponent twice while that can be avoided, a bye counts
as a win and goes to the lowest that had none. Tables of two are paired by `arena.formats.pairing`,
larger ones by `arena.formats.grouping`. In place of a rating, the seeding orders those level on points.
"""

from collections.abc import Sequence
from fractions import Fraction

from arena.formats import history
from arena.formats.contract import (
    Format,
    FormatRefused,
    PlayedRound,
    Round,
    Standing,
    Table,
    Withdrawn,
    require_over,
)
from arena.formats.grouping import grouped
from arena.formats.pairing import Contender, pairs_and_bye
from arena.formats.sizes import split
from arena.formats.tie_breaks import (
    BUCHHOLZ,
    HEAD_TO_HEAD,
    LOT,
    SCORE_DIFFERENCE,
    SONNEBORN_BERGER,
    OwnSheet,
    points_of,
    ranked,
    sheet_of,
)
from arena.options import Option


def _rounds_by_default(entries: int) -> int:
    """As many as a knockout would take; with them only one entry can have won all."""
    return max(1, (entries - 1).bit_length())


class Swiss(Format):
    """Swiss system, for tables of any size."""

    name = "swiss"
    title = "Swiss system"
    summary = "Everybody plays every round, against opponents who have done as well so far."
    options = (
        Option(name="rounds", meaning="how many rounds", default=_rounds_by_default, high=50),
    )
    tie_breaks = (HEAD_TO_HEAD, BUCHHOLZ, SONNEBORN_BERGER, SCORE_DIFFERENCE, LOT)

    def check(self) -> None:
        """Refuses what could only be played with everybody meeting again and again."""
        if self.entries < self.table_sizes.low:
            raise FormatRefused(
                f"a table needs {self.table_sizes.low} entries, there are only {self.entries}; "
                "wait for more, or choose games for fewer players"
            )
        most = self.entries - 1 + self.entries % 2
        if self._plays_pairs and self.rounds_max > most:
            raise FormatRefused(
                f"with {self.entries} entries everybody has met everybody after {most} rounds; "
                f"choose at most {most} rounds, or a round robin"
            )

    @property
    def rounds_max(self) -> int:
        return int(self.chosen["rounds"])

    @property
    def tables_max(self) -> int:
        if self._plays_pairs:
            return self.rounds_max * (self.entries // 2)
        return self.rounds_max * len(split(self.entries, self.table_sizes)[0])

    @property
    def _plays_pairs(self) -> bool:
        return self.table_sizes.preferred == 2

    def next_round(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Round | None:
        require_over(played)
        if len(played) >= self.rounds_max:
            return None
        points = points_of(self._sheet(played))
        order = sorted(
            (entry for entry in range(self.entries) if entry not in withdrawn),
            key=lambda entry: (-points[entry], entry),
        )
        if len(order) < self.table_sizes.low:
            return None
        rounds = [past.round for past in played]
        made = self._pairs if self._plays_pairs else self._groups
        tables, byes = made(order, points, rounds)
        number = len(played)
        return Round(number, f"Round {number + 1}", tables, byes)

    def _pairs(
        self, order: Sequence[int], points: Sequence[Fraction], rounds: Sequence[Round]
    ) -> tuple[tuple[Table, ...], tuple[int, ...]]:
        byes = history.byes(rounds)
        pairs, bye = pairs_and_bye(
            [Contender(entry, points[entry], byes[entry]) for entry in order],
            history.meetings(rounds),
        )
        had = history.seats(rounds)
        tables = tuple(history.seated(pair, had) for pair in pairs)
        return tables, () if bye is None else (bye,)

    def _groups(
        self, order: Sequence[int], points: Sequence[Fraction], rounds: Sequence[Round]
    ) -> tuple[tuple[Table, ...], tuple[int, ...]]:
        sizes, byes = split(len(order), self.table_sizes)
        had_byes = history.byes(rounds)
        place = {entry: position for position, entry in enumerate(order)}
        out = sorted(order, key=lambda entry: (had_byes[entry], -place[entry]))[:byes]
        groups = grouped(
            [entry for entry in order if entry not in out],
            sizes,
            points,
            history.meetings(rounds),
        )
        had = history.seats(rounds)
        return tuple(history.seated(group, had) for group in groups), tuple(out)

    def standings(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> list[Standing]:
        return ranked(
            self._sheet(played),
            self.tie_breaks,
            games=self.games,
            lots=self.lots,
            withdrawn=withdrawn,
        )

    def _sheet(self, played: Sequence[PlayedRound]) -> OwnSheet:
        return sheet_of(played, entries=self.entries, games=self.games, bye=Fraction(self.games))


FORMAT = Swiss
