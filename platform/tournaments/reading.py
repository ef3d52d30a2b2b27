"""What pages and the API show of a tournament, with names joined, in a fixed number of queries.

Everything here tells all. Who may see a stage's results is `Stage.is_open_to`; nothing of a stage
that isn't open to somebody may be shown to them, and `open_stages` keeps to that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from arena.formats.contract import Bracket, Format, Standing
from matches.models import Match
from tournaments.course import Course, course_of
from tournaments.models import Entry, Round, Stage, StageEntry, Table, TableMatch, Tournament


@dataclass(frozen=True)
class StandingLine:
    """One line of a stage's standings. tie_breaks: (its name in data, its title, the value)."""

    standing: Standing
    entry: Entry
    tie_breaks: list[tuple[str, str, Fraction]]


@dataclass(frozen=True)
class SeatLine:
    """One entry at a table; place: by points, ties share one; None while the table is open."""

    entry: Entry
    points: Fraction | None
    place: int | None


@dataclass(frozen=True)
class TableLine:
    """A table with those who sit there and its matches, those set aside by a replay left out."""

    table: Table
    seats: list[SeatLine]
    matches: list[TableMatch]
    matches_planned: int

    @property
    def matches_done(self) -> int:
        return sum(one.match.state == Match.State.FINISHED for one in self.matches)

    @property
    def is_decided(self) -> bool:
        return self.table.how != Table.How.OPEN

    @property
    def is_playing(self) -> bool:
        return not self.is_decided and any(
            one.match.state in (Match.State.PLAYING, Match.State.FINISHED) for one in self.matches
        )


@dataclass(frozen=True)
class RoundLine:
    round: Round
    tables: list[TableLine]
    byes: list[Entry]

    @property
    def decided(self) -> int:
        return sum(line.is_decided for line in self.tables)


@dataclass
class StageReading:
    """A stage that has begun, as pages show it. What is asked for twice is computed once."""

    course: Course

    @property
    def stage(self) -> Stage:
        return self.course.stage

    @property
    def format(self) -> Format:
        return self.course.format

    @property
    def entries(self) -> list[Entry]:
        """By the numbers that standings, bracket and cross table speak of."""
        return self.course.entries

    @property
    def bracket(self) -> Bracket | None:
        return self.course.bracket

    @property
    def cross_table(self):  # type: ignore[no-untyped-def]
        return self.course.cross_table

    @property
    def standings(self) -> list[StandingLine]:
        breaks = self.format.tie_breaks
        return [
            StandingLine(
                standing=standing,
                entry=self.entries[standing.entry],
                tie_breaks=[
                    (one.name, one.title, value)
                    for one, value in zip(breaks, standing.tie_breaks, strict=True)
                ],
            )
            for standing in self.course.standings
        ]

    @cached_property
    def rounds(self) -> list[RoundLine]:
        """The latest last. Needs a course with matches."""
        by_id = {entry.pk: entry for entry in self.entries}
        games = len(self.stage.tournament.games)
        return [
            RoundLine(
                round=row,
                tables=[_table_line(table, by_id, games=games) for table in row.tables.all()],
                byes=[by_id[bye.entry_id] for bye in row.byes.all()],
            )
            for row in self.course.rounds
        ]

    @cached_property
    def tables(self) -> dict[tuple[int, int], TableLine]:
        """(number of the round, index of the table) to its line: what a bracket's tables name."""
        return {
            (line.round.number, table.table.number): table
            for line in self.rounds
            for table in line.tables
        }


def _table_line(table: Table, entries: dict[int, Entry], *, games: int) -> TableLine:
    seats = list(table.seats.all())
    points = [seat.points for seat in seats]
    return TableLine(
        table=table,
        seats=[
            SeatLine(
                entry=entries[seat.entry_id],
                points=seat.points,
                place=None
                if seat.points is None
                else 1 + sum(other is not None and other > seat.points for other in points),
            )
            for seat in seats
        ],
        matches=[one for one in table.table_matches.all() if one.repeat >= table.first_repeat],
        matches_planned=games * table.repeats,
    )


def stage_reading(stage: Stage) -> StageReading | None:
    """A stage with all that was played in it; None before it has begun. Seven queries."""
    if stage.begun_at is None:
        return None
    return StageReading(course_of(stage, with_matches=True))


def results_are_open(stage: Stage, user) -> bool:  # type: ignore[no-untyped-def]
    """Whether this person may see who meets whom in the stage, and with what result."""
    return stage.is_open_to(user)


def open_stages(tournament: Tournament, user) -> list[Stage]:  # type: ignore[no-untyped-def]
    """Stages that have begun and whose results this person may see, in order.

    What follows a withheld stage tells who went on from it, so nothing after one is open.
    """
    shown: list[Stage] = []
    for stage in _stages_of(tournament):
        if stage.begun_at is None or not stage.is_open_to(user):
            break
        shown.append(stage)
    return shown


def ranks_are_open(tournament: Tournament, user) -> bool:  # type: ignore[no-untyped-def]
    """Whether this person may see where each entry came in the end."""
    return all(stage.is_open_to(user) for stage in _stages_of(tournament))


def _stages_of(tournament: Tournament) -> list[Stage]:
    stages = list(tournament.stages.order_by("number"))
    for stage in stages:
        stage.tournament = tournament
    return stages


def ranked_entries(stages: Sequence[Stage]) -> list[Entry]:
    """All who took part in these stages, best first, as it stands: who came further is the better.

    Who was disqualified comes last, whatever it had reached: nobody wins a tournament like that.
    Of stages that have ended the rank is written down; the last one may still be under way.
    """
    listed: dict[int, Entry] = {}
    for stage in reversed(stages):
        if stage.ended_at is None:
            course = course_of(stage)
            order = [course.entries[standing.entry] for standing in course.standings]
        else:
            rows = StageEntry.objects.filter(stage=stage).order_by("rank")
            order = [
                row.entry for row in rows.select_related("entry__bot__owner", "entry__version")
            ]
        for entry in order:
            listed.setdefault(entry.pk, entry)
    return sorted(listed.values(), key=lambda entry: entry.state == Entry.State.DISQUALIFIED)
