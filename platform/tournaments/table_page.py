"""The page of one table: who sat there, what each got in each match, and where to watch it."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Prefetch

from arena.formats.points import points_from_places
from matches.models import Entrant, Match
from tournaments.models import Entry, Round, Seat, Stage, Table, TableMatch, Tournament
from tournaments.wording import points_text, table_title


@dataclass(frozen=True)
class MatchRow:
    """A match of the table. cells: per seat its points; None: not played yet."""

    match: Match
    game: str
    repeat: int
    counts: bool
    cells: list[str]


@dataclass(frozen=True)
class SeatColumn:
    entry: Entry
    points: str
    is_best: bool


@dataclass(frozen=True)
class TablePage:
    table: Table
    round: Round
    stage: Stage
    title: str
    seats: list[SeatColumn]
    matches: list[MatchRow]

    @property
    def is_decided(self) -> bool:
        return self.table.how != Table.How.OPEN

    @property
    def has_repeats(self) -> bool:
        return any(row.repeat for row in self.matches)


def table_page(
    tournament: Tournament, table_id: int, stages: Mapping[int, Stage]
) -> TablePage | None:
    """The table, if it is one of these stages, which are those that may be shown; else None."""
    table = (
        Table.objects.filter(pk=table_id, round__stage__in=list(stages))
        .select_related("round")
        .prefetch_related(
            Prefetch(
                "seats",
                queryset=Seat.objects.select_related("entry__bot__owner", "entry__version"),
            ),
            Prefetch("table_matches", queryset=TableMatch.objects.select_related("match")),
            Prefetch("table_matches__match__entrants", queryset=Entrant.objects.public()),
        )
        .first()
    )
    if table is None:
        return None
    seats = list(table.seats.all())
    best = max((seat.points for seat in seats if seat.points is not None), default=None)
    return TablePage(
        table=table,
        round=table.round,
        stage=stages[table.round.stage_id],
        title=table_title(table),
        seats=[
            SeatColumn(
                seat.entry,
                points_text(seat.points),
                seat.points is not None and seat.points == best,
            )
            for seat in seats
        ],
        matches=[
            _row(one, table, [seat.entry.bot_id for seat in seats])
            for one in _in_order(table, tournament)
        ],
    )


def _in_order(table: Table, tournament: Tournament) -> list[TableMatch]:
    """As they were asked for: by repeat, and then in the order of the tournament's games."""
    place = {game: number for number, game in enumerate(tournament.games)}
    return sorted(
        table.table_matches.all(), key=lambda one: (one.repeat, place.get(one.game, 0), one.pk)
    )


def _row(one: TableMatch, table: Table, bots: list[int]) -> MatchRow:
    points: dict[int, Fraction] = {}
    if one.match.state == Match.State.FINISHED:
        entrants = list(one.match.entrants.all())
        shares = points_from_places([entrant.place for entrant in entrants])
        points = {entrant.bot_id: share for entrant, share in zip(entrants, shares, strict=True)}
    return MatchRow(
        match=one.match,
        game=one.game,
        repeat=one.repeat,
        counts=one.repeat >= table.first_repeat,
        cells=[points_text(points.get(bot)) for bot in bots],
    )
