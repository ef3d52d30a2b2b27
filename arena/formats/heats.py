"""Heats: a knockout at tables of more than two, of which some go on.

For games that need three or more, and for brackets that take fewer rounds. As many tables as bring their sizes
nearest to the preferred one, as equal as can be; entries are dealt to them by seeding in snake order, those who come out of
one heat to different tables of the next round as far as there are any. Where the numbers leave somebody over, the top seeds have the bye.
Those who fit one table play the final. More go on than the organiser said if the next round could not be played
otherwise, and fewer if a table is so small that all would.

Places at a table go by points, then score difference, then the published lot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.formats import history
from arena.formats.contract import (
    Bracket,
    BracketPart,
    BracketTable,
    Column,
    Format,
    FormatRefused,
    PlayedRound,
    Round,
    Slot,
    Standing,
    TableResult,
    Withdrawn,
    require_over,
)
from arena.formats.draw import TIE_BREAKS, better_first
from arena.formats.sizes import split
from arena.formats.tie_breaks import NOTHING
from arena.options import Option

FINAL: Final = "Final"
ORDINALS: Final = ("1st", "2nd", "3rd")


@dataclass(frozen=True, slots=True)
class Seat:
    """Who is to sit down: somebody known, or a place at a table that is not over."""

    entry: int | None
    heat: int
    """Index of the table it came from; each bye and each seed counts as its own."""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a number of entries plays one round."""

    sizes: tuple[int, ...]
    byes: int
    go_on: int
    """Of each table; 0 for the final."""

    @property
    def left(self) -> int:
        return self.byes + self.go_on * len(self.sizes)


class Heats(Format):
    """Heats."""

    name = "heats"
    title = "Heats"
    summary = (
        "Knockout at larger tables: the best of each table go on, until one table plays the final."
    )
    options = (
        Option(
            name="go_on",
            meaning="how many of each table go on; half of a table if it is left out",
            default=lambda entries: None,
            high=9,
        ),
    )
    tie_breaks = TIE_BREAKS
    has_bracket = True

    def check(self) -> None:
        sizes = self.table_sizes
        if self.entries < sizes.low:
            raise FormatRefused(
                f"a table needs {sizes.low} entries, there are only {self.entries}; "
                "wait for more, or choose games for fewer players"
            )
        if self._go_on >= sizes.preferred:
            raise FormatRefused(
                f"{self._go_on} of a table of {sizes.preferred} can't go on: "
                f"choose at most {sizes.preferred - 1}"
            )

    @property
    def _go_on(self) -> int:
        return int(self.chosen.get("go_on", max(1, self.table_sizes.preferred // 2)))

    def _plan(self, entries: int) -> Plan | None:
        """None if they are too few for a table."""
        sizes = self.table_sizes
        if entries < sizes.low:
            return None
        tables, byes = split(entries, sizes)
        if entries <= sizes.preferred or (len(tables) == 1 and not byes):
            return Plan((entries,), 0, 0)
        needed = -(-(sizes.low - byes) // len(tables))
        return Plan(tuple(tables), byes, min(max(self._go_on, needed), tables[-1] - 1))

    def _plans(self, entries: int) -> list[Plan]:
        plans: list[Plan] = []
        while (plan := self._plan(entries)) is not None:
            plans.append(plan)
            if not plan.go_on:
                break
            entries = plan.left
        return plans

    @property
    def rounds_max(self) -> int:
        return len(self._plans(self.entries))

    @property
    def tables_max(self) -> int:
        return sum(len(plan.sizes) for plan in self._plans(self.entries))

    def next_round(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Round | None:
        require_over(played)
        if played and _is_final(played[-1].round):
            return None
        seats = [seat for seat in self._seats_after(played) if seat.entry not in withdrawn]
        plan = self._plan(len(seats))
        if plan is None:
            return None
        tables, byes = _dealt(seats, plan)
        had = history.seats(past.round for past in played)
        number = len(played)
        return Round(
            number,
            FINAL if not plan.go_on else f"Heats, round {number + 1}",
            tuple(
                history.seated(_known(table), had, label=_title(plan, index))
                for index, table in enumerate(tables)
            ),
            _known(byes),
        )

    def _seats_after(self, played: Sequence[PlayedRound]) -> list[Seat]:
        """Who plays on, the best placed first; places of tables that are not over have a text."""
        if not played:
            return [Seat(entry, -1 - entry) for entry in range(self.entries)]
        last = played[-1]
        go_on = _going_on(last.round, self)
        seats = [Seat(entry, -1 - entry) for entry in last.round.byes]
        for place in range(go_on):
            for heat, (table, result) in enumerate(
                zip(last.round.tables, last.results, strict=True)
            ):
                if result is None:
                    seats.append(Seat(None, heat, _place_text(place, table.label)))
                else:
                    seats.append(Seat(better_first(table, result, self.lots)[place], heat))
        return seats

    def standings(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> list[Standing]:
        points = [NOTHING] * self.entries
        there = [(NOTHING, NOTHING)] * self.entries
        last = [-1] * self.entries
        plays_on = [True] * self.entries
        tables, byes = [0] * self.entries, [0] * self.entries
        for past in played:
            go_on = _going_on(past.round, self)
            for entry in past.round.byes:
                byes[entry] += 1
                last[entry] = past.round.number
            for table, result in zip(past.round.tables, past.results, strict=True):
                for seat, entry in enumerate(table.entries):
                    last[entry] = past.round.number
                    if result is not None:
                        points[entry] += result.points[seat]
                        there[entry] = (result.points[seat], result.scores[seat])
                        tables[entry] += 1
                        order = better_first(table, result, self.lots)
                        plays_on[entry] = entry in order[: go_on or 1]
        order = sorted(
            range(self.entries),
            key=lambda entry: (
                -last[entry],
                not plays_on[entry],
                # Who left its place in the next round is behind those who would have taken theirs.
                plays_on[entry] and entry in withdrawn,
                -there[entry][0],
                -there[entry][1],
                self.lots[entry],
            ),
        )
        is_over = (
            bool(played)
            and all(past.is_over for past in played)
            and (self.next_round(played, withdrawn) is None)
        )
        return [
            Standing(
                rank=position + 1,
                entry=entry,
                points=points[entry],
                tie_breaks=(*there[entry], Fraction(self.lots[entry] + 1)),
                tables=tables[entry],
                byes=byes[entry],
                reached="Winner"
                if is_over and not position
                else (played[last[entry]].round.name if last[entry] >= 0 else ""),
                is_out=entry in withdrawn or not plays_on[entry],
            )
            for position, entry in enumerate(order)
        ]

    def winners(self, made: Round) -> int:
        return _going_on(made, self) or 1

    def bracket(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Bracket | None:
        columns = [self._made_column(past, withdrawn) for past in played]
        if not (played and _is_final(played[-1].round)):
            seats = [seat for seat in self._seats_after(played) if seat.entry not in withdrawn]
            columns += self._columns_to_come(seats, len(played))
        linked = [
            Column(column.title, tuple(_linked(table, following) for table in column.tables))
            for column, following in zip(columns, [*columns[1:], None], strict=True)
        ]
        first = self.standings(played, withdrawn)[0]
        return Bracket(
            (BracketPart("", tuple(linked)),), first.entry if first.reached == "Winner" else None
        )

    def _made_column(self, past: PlayedRound, withdrawn: Withdrawn) -> Column:
        go_on = _going_on(past.round, self)
        tables = [
            _bye_table(past.round.number, Seat(entry, -1), is_made=True)
            for entry in past.round.byes
        ]
        for index, (table, result) in enumerate(zip(past.round.tables, past.results, strict=True)):
            order = [] if result is None else better_first(table, result, self.lots)
            tables.append(
                BracketTable(
                    key=f"{past.round.number}.{index}",
                    title=table.label,
                    slots=tuple(
                        _made_slot(entry, seat, result, order[: go_on or 1], withdrawn)
                        for seat, entry in enumerate(table.entries)
                    ),
                    state="playing" if result is None else "decided",
                    round=past.round.number,
                    table=index,
                )
            )
        return Column(past.round.name, tuple(tables))

    def _columns_to_come(self, seats: list[Seat], number: int) -> list[Column]:
        columns: list[Column] = []
        while (plan := self._plan(len(seats))) is not None:
            tables, byes = _dealt(seats, plan)
            made = [_bye_table(number, seat, is_made=False) for seat in byes]
            made += [
                BracketTable(
                    key=f"{number}.{index}",
                    title=_title(plan, index),
                    slots=tuple(
                        Slot("entry", seat.entry)
                        if seat.entry is not None
                        else Slot("to come", text=seat.text)
                        for seat in table
                    ),
                    state="to come",
                )
                for index, table in enumerate(tables)
            ]
            title = f"Heats, round {number + 1}" if plan.go_on else FINAL
            columns.append(Column(title, tuple(made)))
            if not plan.go_on:
                break
            seats = list(byes) + [
                Seat(None, heat, _place_text(place, _title(plan, heat)))
                for place in range(plan.go_on)
                for heat in range(len(plan.sizes))
            ]
            number += 1
        return columns


def _is_final(made: Round) -> bool:
    return made.name == FINAL


def _going_on(made: Round, heats: Heats) -> int:
    """How many of each table of a round go on; 0 if it is the final."""
    if _is_final(made):
        return 0
    entries = len(made.byes) + sum(len(table.entries) for table in made.tables)
    plan = heats._plan(entries)
    return 0 if plan is None else plan.go_on


def _title(plan: Plan, index: int) -> str:
    return f"Heat {index + 1}" if plan.go_on else FINAL


def _place_text(place: int, title: str) -> str:
    ordinal = ORDINALS[place] if place < len(ORDINALS) else f"{place + 1}th"
    return f"{ordinal} of {title[:1].lower()}{title[1:]}"


def _known(seats: Sequence[Seat]) -> tuple[int, ...]:
    return tuple(seat.entry for seat in seats if seat.entry is not None)


def _dealt(seats: Sequence[Seat], plan: Plan) -> tuple[list[list[Seat]], list[Seat]]:
    """Tables in snake order, and the byes of the best placed."""
    byes, rest = list(seats[: plan.byes]), seats[plan.byes :]
    tables: list[list[Seat]] = [[] for _ in plan.sizes]
    for position, seat in enumerate(rest):
        row, column = divmod(position, len(tables))
        turn = column if row % 2 == 0 else len(tables) - 1 - column
        place = min(
            (number for number, size in enumerate(plan.sizes) if len(tables[number]) < size),
            key=lambda number: (
                sum(other.heat == seat.heat for other in tables[number]),
                len(tables[number]),
                (number - turn) % len(tables),
            ),
        )
        tables[place].append(seat)
    return tables, byes


def _bye_table(number: int, seat: Seat, *, is_made: bool) -> BracketTable:
    name = seat.text if seat.entry is None else str(seat.entry)
    slot = (
        Slot("to come", text=seat.text)
        if seat.entry is None
        else Slot("entry", seat.entry, goes_on=True)
    )
    return BracketTable(
        key=f"{number}.bye.{name}",
        title="Bye",
        slots=(slot,),
        state="not played" if seat.entry is not None else "to come",
        round=number if is_made else None,
    )


def _made_slot(
    entry: int,
    seat: int,
    result: TableResult | None,
    going_on: Sequence[int],
    withdrawn: Withdrawn,
) -> Slot:
    return Slot(
        kind="entry",
        entry=entry,
        text="withdrawn" if entry in withdrawn else "",
        points=None if result is None else result.points[seat],
        goes_on=None if result is None else entry in going_on,
    )


def _linked(table: BracketTable, following: Column | None) -> BracketTable:
    """The table with the keys of those in the next column that its entries go to."""
    if following is None:
        return table
    own = {slot.entry for slot in table.slots if slot.goes_on}
    texts = {slot.text for slot in table.slots if slot.kind == "to come"}
    ending = f" of {table.title[:1].lower()}{table.title[1:]}"
    to = tuple(
        later.key
        for later in following.tables
        if any(
            (slot.entry is not None and slot.entry in own)
            or (slot.kind == "to come" and (slot.text.endswith(ending) or slot.text in texts))
            for slot in later.slots
        )
    )
    return BracketTable(
        key=table.key,
        title=table.title,
        slots=table.slots,
        state=table.state,
        round=table.round,
        table=table.table,
        winners_to=to,
    )


FORMAT = Heats
