"""Round robin: everybody meets everybody.

At tables of two by Berger's tables (`arena.formats.berger`), at larger ones by sets or even rounds
(`arena.formats.designs`).

Who withdraws from tables of two (FIDE Handbook C.05, General Regulations for Competitions): before half of its tables, none of
its results count; from half on they stand, and the remaining ones are won by the opponents. At larger tables
all results stand, the others go on with fewer at the table, and where not everybody played equally often
points a table count; the tables that who withdrew has missed count as lost.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property

from arena.formats import history
from arena.formats.berger import berger_round
from arena.formats.contract import (
    CrossTable,
    Format,
    FormatRefused,
    PlayedRound,
    Round,
    Standing,
    Table,
    TableResult,
    Withdrawn,
    require_over,
)
from arena.formats.designs import (
    even_round,
    every_set_is_affordable,
    rounds_of_all_sets,
    rounds_to_meet_all,
)
from arena.formats.sizes import split
from arena.formats.tie_breaks import (
    HEAD_TO_HEAD,
    LOT,
    NOTHING,
    SCORE_DIFFERENCE,
    SONNEBORN_BERGER,
    Met,
    OwnSheet,
    met,
    ranked,
    sheet_of,
)
from arena.options import Option


class RoundRobin(Format):
    """Everybody meets everybody, at tables of any size."""

    name = "round_robin"
    title = "Round robin"
    summary = "Everybody meets everybody, equally often."
    options = (
        Option(
            name="cycles",
            meaning="how often everybody meets everybody",
            default=lambda entries: 1,
            high=4,
        ),
        Option(
            name="rounds",
            meaning="how many rounds, at tables of more than two; "
            "if it is left out, until everybody has met everybody",
            default=lambda entries: None,
            high=200,
        ),
    )
    tie_breaks = (HEAD_TO_HEAD, SONNEBORN_BERGER, SCORE_DIFFERENCE, LOT)
    has_cross_table = True

    def check(self) -> None:
        if self.entries < self.table_sizes.low:
            raise FormatRefused(
                f"a table needs {self.table_sizes.low} entries, there are only {self.entries}; "
                "wait for more, or choose games for fewer players"
            )
        if self._plays_pairs and "rounds" in self.chosen:
            raise FormatRefused(
                "a round robin at tables of two has as many rounds as it takes: "
                "leave out the rounds, or choose a Swiss system"
            )

    @property
    def _plays_pairs(self) -> bool:
        return self.table_sizes.preferred == 2

    @property
    def _cycles(self) -> int:
        return int(self.chosen["cycles"])

    @property
    def _size(self) -> int:
        return min(self.table_sizes.preferred, self.entries)

    @property
    def plays_every_set(self) -> bool:
        """Whether every set of entries meets, not just every pair about equally often."""
        return (
            not self._plays_pairs
            and "rounds" not in self.chosen
            and every_set_is_affordable(self.entries, self._size, cycles=self._cycles)
        )

    @cached_property
    def _sets(self) -> list[list[tuple[int, ...]]]:
        return rounds_of_all_sets(self.entries, self._size) * self._cycles

    @property
    def rounds_max(self) -> int:
        if self._plays_pairs:
            return (self.entries - 1 + self.entries % 2) * self._cycles
        if self.plays_every_set:
            return len(self._sets)
        given = self.chosen.get("rounds")
        if given is not None:
            return int(given)
        return rounds_to_meet_all(self.entries, self._size) * self._cycles

    @property
    def tables_max(self) -> int:
        if self._plays_pairs:
            return self.entries * (self.entries - 1) // 2 * self._cycles
        if self.plays_every_set:
            return sum(len(tables) for tables in self._sets)
        return self.rounds_max * len(split(self.entries, self.table_sizes)[0])

    def next_round(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Round | None:
        require_over(played)
        number = len(played)
        present = [entry for entry in range(self.entries) if entry not in withdrawn]
        if number >= self.rounds_max or len(present) < self.table_sizes.low:
            return None
        if self._plays_pairs:
            return self._round_of_pairs(number, withdrawn)
        made = [past.round for past in played]
        if self.plays_every_set:
            return self._round_of_sets(present, made)
        return even_round(present, self.table_sizes, made)

    def _round_of_pairs(self, number: int, withdrawn: Withdrawn) -> Round:
        tables: list[Table] = []
        byes: list[int] = []
        for pair in berger_round(self.entries, number):
            there = [entry for entry in pair if entry is not None and entry not in withdrawn]
            if len(there) == 2:
                tables.append(Table(tuple(there)))
            else:
                byes += there
        return Round(number, f"Round {number + 1}", tuple(tables), tuple(sorted(byes)))

    def _round_of_sets(self, present: Sequence[int], made: Sequence[Round]) -> Round:
        number = len(made)
        had = history.seats(made)
        tables: list[Table] = []
        busy: set[int] = set()
        for one in self._sets[number]:
            there = [entry for entry in one if entry in present]
            if len(there) in self.table_sizes:
                tables.append(history.seated(there, had))
                busy.update(there)
        byes = tuple(entry for entry in present if entry not in busy)
        return Round(number, f"Round {number + 1}", tuple(tables), byes)

    def standings(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> list[Standing]:
        annulled = self._annulled(played, withdrawn)
        return ranked(
            self._sheet(played, annulled),
            self.tie_breaks,
            games=self.games,
            lots=self.lots,
            withdrawn=withdrawn,
            last=annulled,
            by_table=not self._plays_pairs,
        )

    def cross_table(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> CrossTable | None:
        sheet = self._sheet(played, frozenset())
        order = tuple(one.entry for one in self.standings(played, withdrawn))
        cells: list[dict[int, Fraction]] = [{} for _ in range(self.entries)]
        for entry, rounds in enumerate(sheet):
            for one in rounds:
                if isinstance(one, Met):
                    for other, result in zip(one.opponents, one.against, strict=True):
                        cells[entry][other] = cells[entry].get(other, NOTHING) + result
        return CrossTable(
            order, tuple(tuple(cells[row].get(column) for column in order) for row in order)
        )

    def _annulled(self, played: Sequence[PlayedRound], withdrawn: Withdrawn) -> frozenset[int]:
        """Those who left before half of their tables, at tables of two."""
        if not self._plays_pairs:
            return frozenset()
        done: dict[int, int] = {}
        for past in played:
            for table, result in zip(past.round.tables, past.results, strict=True):
                if result is not None:
                    for entry in table.entries:
                        done[entry] = done.get(entry, 0) + 1
        whole = (self.entries - 1) * self._cycles
        return frozenset(entry for entry in withdrawn if 2 * done.get(entry, 0) < whole)

    def _sheet(self, played: Sequence[PlayedRound], annulled: frozenset[int]) -> OwnSheet:
        if not self._plays_pairs:
            return sheet_of(played, entries=self.entries, games=self.games, bye=NOTHING)
        sheet: OwnSheet = [[] for _ in range(self.entries)]
        for past in played:
            results = {
                frozenset(table.entries): (table.entries, result)
                for table, result in zip(past.round.tables, past.results, strict=True)
            }
            for first, second in berger_round(self.entries, past.round.number):
                if second is None or not annulled.isdisjoint((first, second)):
                    continue
                entries, result = results.get(
                    frozenset((first, second)),
                    ((first, second), self._walkover(first, second, past.round)),
                )
                if result is not None:
                    for entry, seen in met(entries, result, games=self.games).items():
                        sheet[entry].append(seen)
        return sheet

    def _walkover(self, first: int, second: int, made: Round) -> TableResult:
        """The one who had a bye instead of its opponent has won; two who are absent get nothing."""
        whole = Fraction(self.games)
        return TableResult(
            tuple(whole if entry in made.byes else NOTHING for entry in (first, second)),
            (NOTHING, NOTHING),
        )


FORMAT = RoundRobin
