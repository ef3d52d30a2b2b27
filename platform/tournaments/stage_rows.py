"""The lines of a stage's page: standings, cross table, rounds and tables, with words and links."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse

from bots.models import Bot
from matches.models import Match
from tournaments.models import Entry, Tournament
from tournaments.reading import RoundLine, StageReading, TableLine
from tournaments.wording import points_text, table_title, tie_break_text


@dataclass(frozen=True)
class StandingRow:
    """number: the entry's in its stage, by which the bracket knows it."""

    rank: int
    number: int
    entry: Entry
    points: str
    tie_breaks: list[str]
    tables: int
    byes: int
    reached: str
    is_out: bool
    goes_on: bool

    @property
    def bot(self) -> Bot:
        return self.entry.bot


@dataclass(frozen=True)
class CrossCell:
    text: str
    is_self: bool = False
    is_win: bool = False


@dataclass(frozen=True)
class CrossRow:
    rank: int
    number: int
    bot: Bot
    cells: list[CrossCell]


@dataclass(frozen=True)
class SeatWords:
    bot: Bot
    points: str
    is_best: bool


@dataclass(frozen=True)
class TableWords:
    title: str
    href: str
    note: str
    seats: list[SeatWords]


@dataclass(frozen=True)
class RoundWords:
    number: int
    name: str
    tables: list[TableWords]
    byes: list[Bot]
    decided: int
    is_over: bool
    is_latest: bool


@dataclass(frozen=True)
class PlayingNow:
    """A match that is being played."""

    pk: int
    game: str
    names: list[str]


def standing_rows(reading: StageReading, *, goes_on: int | None) -> Iterator[StandingRow]:
    """`goes_on`: how many have come into the next stage; None: nobody, or not yet."""
    for line in reading.standings:
        standing = line.standing
        yield StandingRow(
            rank=standing.rank,
            number=standing.entry,
            entry=line.entry,
            points=points_text(standing.points),
            tie_breaks=[tie_break_text(value) for _, _, value in line.tie_breaks],
            tables=standing.tables,
            byes=standing.byes,
            reached=standing.reached,
            is_out=standing.is_out,
            goes_on=goes_on is not None and standing.rank <= goes_on,
        )


def cross_rows(reading: StageReading) -> list[CrossRow]:
    table = reading.cross_table
    if table is None:
        return []
    return [
        CrossRow(
            rank=place + 1,
            number=number,
            bot=reading.entries[number].bot,
            cells=[
                _cell(table.cells, row=place, column=other) for other in range(len(table.entries))
            ],
        )
        for place, number in enumerate(table.entries)
    ]


def _cell(cells: tuple[tuple[Fraction | None, ...], ...], *, row: int, column: int) -> CrossCell:
    if row == column:
        return CrossCell("", is_self=True)
    own, other = cells[row][column], cells[column][row]
    return CrossCell(points_text(own), is_win=own is not None and other is not None and own > other)


def round_words(reading: StageReading, tournament: Tournament) -> Iterator[RoundWords]:
    lines = reading.rounds
    for line in reversed(lines):
        yield RoundWords(
            number=line.round.number,
            name=line.round.name,
            tables=[table_words(table, tournament) for table in line.tables],
            byes=[entry.bot for entry in line.byes],
            decided=line.decided,
            is_over=line.round.ended_at is not None,
            is_latest=line is lines[-1],
        )


def table_words(line: TableLine, tournament: Tournament) -> TableWords:
    return TableWords(
        title=table_title(line.table),
        href=table_href(tournament, line),
        note=table_note(line),
        seats=[
            SeatWords(seat.entry.bot, points_text(seat.points), seat.place == 1)
            for seat in line.seats
        ],
    )


def table_note(line: TableLine) -> str:
    if line.is_decided:
        return line.table.get_how_display() if line.table.how != "played" else ""
    if not line.is_playing:
        return "waits for a worker"
    return f"{line.matches_done} of {line.matches_planned} matches"


def table_href(tournament: Tournament, line: TableLine) -> str:
    return reverse("tournament-table", args=[tournament.slug, line.table.pk])


def playing_now(reading: StageReading) -> Iterator[PlayingNow]:
    for line in _latest(reading.rounds):
        for one in line.matches:
            if one.match.state == Match.State.PLAYING:
                names = [seat.entry.bot.name for seat in line.seats]
                yield PlayingNow(one.match_id, one.game, names)


def _latest(rounds: list[RoundLine]) -> list[TableLine]:
    return rounds[-1].tables if rounds else []


def matches_done(line: TableLine) -> int:
    return line.matches_planned if line.is_decided else line.matches_done
