"""Between the rows of a stage and the plain numbers that its format works on.

A format knows entries by their seed in the stage, and remembers nothing: everything is told anew from
the rows. They are loaded here in a fixed number of queries, whatever the size of the stage.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from django.db.models import Prefetch

from arena.formats import contract, find_format
from arena.formats.contract import (
    Bracket,
    CrossTable,
    Format,
    PlayedRound,
    Standing,
    TableResult,
    TableSizes,
)
from arena.formats.lots import draw_lots
from arena.games import find_game
from tournaments.models import Bye, Entry, Round, Seat, Stage, Table, Tournament


def table_sizes(tournament: Tournament, stage: Stage) -> TableSizes:
    """What all games of the tournament allow; raises FormatRefused, UnknownGame."""
    return TableSizes.shared_by(
        [find_game(game).seats for game in tournament.games], preferred=stage.table_size
    )


def format_of(tournament: Tournament, stage: Stage, *, names: Sequence[str]) -> Format:
    """The stage's format for these bots, by name, in the order of their seeds.

    The lots are drawn for the names: a bot has the same fate in every stage and in every list.
    Raises FormatRefused, UnknownFormat, UnknownGame.
    """
    return find_format(stage.format)(
        len(names),
        table_sizes=table_sizes(tournament, stage),
        lots=draw_lots(names, seed=tournament.lot_seed),
        games=len(tournament.games),
        options=stage.options,
    )


@dataclass
class Course:
    """A stage that has begun, with all that was played in it."""

    stage: Stage
    entries: list[Entry]
    """By their number in the format; with bot, owner and version."""
    rounds: list[Round]
    """With tables, their seats, and byes, all prefetched."""

    @cached_property
    def number_of(self) -> dict[int, int]:
        """An entry's id to its number in the format."""
        return {entry.pk: number for number, entry in enumerate(self.entries)}

    @cached_property
    def format(self) -> Format:
        names = [entry.bot.name for entry in self.entries]
        return format_of(self.stage.tournament, self.stage, names=names)

    @cached_property
    def withdrawn(self) -> frozenset[int]:
        """Numbers of those who went out before the stage ended."""
        ended = self.stage.ended_at
        return frozenset(
            number
            for number, entry in enumerate(self.entries)
            if entry.out_at is not None and (ended is None or entry.out_at <= ended)
        )

    @cached_property
    def played(self) -> list[PlayedRound]:
        return [
            PlayedRound(
                contract.Round(
                    number=row.number,
                    name=row.name,
                    tables=tuple(self._table(table) for table in row.tables.all()),
                    byes=tuple(self.number_of[bye.entry_id] for bye in row.byes.all()),
                ),
                tuple(_result(table) for table in row.tables.all()),
            )
            for row in self.rounds
        ]

    def _table(self, table: Table) -> contract.Table:
        seated = tuple(self.number_of[seat.entry_id] for seat in table.seats.all())
        return contract.Table(seated, label=table.label)

    def next_round(self) -> contract.Round | None:
        return self.format.next_round(self.played, self.withdrawn)

    @cached_property
    def standings(self) -> list[Standing]:
        return self.format.standings(self.played, self.withdrawn)

    @cached_property
    def bracket(self) -> Bracket | None:
        return self.format.bracket(self.played, self.withdrawn)

    @cached_property
    def cross_table(self) -> CrossTable | None:
        return self.format.cross_table(self.played, self.withdrawn)


def _result(table: Table) -> TableResult | None:
    if table.how == Table.How.OPEN:
        return None
    seats = table.seats.all()
    return TableResult(
        points=tuple(seat.points for seat in seats), scores=tuple(seat.score for seat in seats)
    )


def course_of(stage: Stage, *, with_matches: bool = False) -> Course:
    """Load what was played in a stage. Five queries, and two more with the tables' matches.

    The stage's tournament should be there already. `with_matches`: each table has `table_matches`
    with their matches too.
    """
    rows = stage.stage_entries.select_related("entry__bot__owner", "entry__version")
    entries = [row.entry for row in rows.order_by("seed")]
    tables = Table.objects.order_by("number").prefetch_related(
        Prefetch("seats", queryset=Seat.objects.order_by("number"))
    )
    if with_matches:
        tables = tables.prefetch_related("table_matches__match")
    rounds = stage.rounds.order_by("number").prefetch_related(
        Prefetch("tables", queryset=tables),
        Prefetch("byes", queryset=Bye.objects.order_by("id")),
    )
    return Course(stage=stage, entries=entries, rounds=list(rounds))
