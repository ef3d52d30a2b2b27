"""A stage as its page shows it: standings, bracket, cross table and rounds, with words and links."""

import hashlib
from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse

from arena.formats import FORMATS
from arena.formats.contract import Bracket, FormatRefused, TieBreak
from tournaments.bracket_drawing import draw
from tournaments.bracket_shapes import Doing, Drawing, Face
from tournaments.course import format_of, table_sizes
from tournaments.models import Stage, Tournament
from tournaments.reading import StageReading, TableLine, stage_reading
from tournaments.stage_rows import (
    CrossRow,
    PlayingNow,
    RoundWords,
    StandingRow,
    cross_rows,
    matches_done,
    playing_now,
    round_words,
    standing_rows,
    table_href,
)
from tournaments.wording import format_title


@dataclass(frozen=True)
class Progress:
    """How far the round is, in words and in matches."""

    words: str
    done: int
    total: int


@dataclass
class StagePage:
    """A stage for its page; what takes long is worked out when a template asks for it.

    number: from 0. is_shown: whether its results may be shown to who asked.
    """

    stage: Stage
    tournament: Tournament
    is_shown: bool
    reading: StageReading | None = None
    goes_on: int | None = None
    """How many of it play on in the stage after; None: it is the last one."""

    @property
    def number(self) -> int:
        return self.stage.number

    @property
    def title(self) -> str:
        return format_title(self.stage.format)

    @property
    def is_withheld(self) -> bool:
        return self.stage.is_withheld

    @property
    def is_over(self) -> bool:
        return self.stage.ended_at is not None

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        return self.reading.format.tie_breaks if self.reading else ()

    @property
    def has_reached(self) -> bool:
        return any(row.reached for row in self.standings)

    @cached_property
    def drawing(self) -> Drawing | None:
        """The bracket; of a stage to come as far as it can be foreseen."""
        if self.reading is not None:
            return _drawing(self.reading, self.tournament)
        return _foreseen(self.stage, self.tournament) if self.is_shown else None

    @cached_property
    def standings(self) -> list[StandingRow]:
        if self.reading is None:
            return []
        return list(standing_rows(self.reading, goes_on=self.goes_on if self.is_over else None))

    @cached_property
    def cross(self) -> list[CrossRow]:
        return cross_rows(self.reading) if self.reading else []

    @cached_property
    def rounds(self) -> list[RoundWords]:
        return list(round_words(self.reading, self.tournament)) if self.reading else []

    @cached_property
    def playing(self) -> list[PlayingNow]:
        return list(playing_now(self.reading)) if self.reading else []

    @cached_property
    def stamp(self) -> str:
        """A digest of all that bracket, standings and rounds are made from.

        Whoever looks while nothing has changed is shown what was made for the one before: many
        watch a round end, and all of their pages ask at once.
        """
        stage, tournament = self.stage, self.tournament
        facts: list[tuple] = [
            (tournament.slug, tournament.state, tournament.games),
            (stage.pk, stage.format, stage.options, stage.table_size, stage.comes_in),
            (stage.ended_at, self.is_withheld, self.is_shown, self.goes_on),
        ]
        if self.reading is not None:
            facts += [
                (entry.pk, entry.state, entry.bot.name, entry.bot.owner.username)
                for entry in self.reading.entries
            ]
            for line in self.reading.tables.values():
                table = line.table
                facts.append((table.pk, table.how, table.decided_at, line.matches_planned))
                facts += [(one.match_id, one.match.state) for one in line.matches]
        return hashlib.sha256(repr(facts).encode()).hexdigest()

    @property
    def progress(self) -> Progress | None:
        """Of the round that is under way."""
        lines = self.reading.rounds if self.reading else []
        if not lines or self.is_over:
            return None
        last = lines[-1]
        rounds = max(self.reading.format.rounds_max, len(lines))
        stages = len(self.tournament.stages.all())
        name, number = last.round.name, f"round {len(lines)}"
        words = name if name.lower().endswith(number) else f"{name}, {number}"
        words += f" of {rounds}"
        if stages > 1:
            words += f" of stage {self.number + 1} of {stages}"
        return Progress(
            f"{words}: {last.decided} of {len(last.tables)} tables decided.",
            sum(matches_done(table) for table in last.tables),
            sum(table.matches_planned for table in last.tables),
        )


def stage_page(stage: Stage, tournament: Tournament, *, is_shown: bool) -> StagePage:
    """Everything of a stage that has begun, if it may be shown; a bracket to come if it has not."""
    stage.tournament = tournament
    after = [one for one in tournament.stages.all() if one.number == stage.number + 1]
    page = StagePage(stage, tournament, is_shown, goes_on=after[0].comes_in if after else None)
    if is_shown and stage.begun_at is not None:
        page.reading = stage_reading(stage)
    return page


def stage_drawing(stage: Stage, tournament: Tournament) -> Drawing | None:
    """The bracket alone."""
    stage.tournament = tournament
    reading = stage_reading(stage)
    return _foreseen(stage, tournament) if reading is None else _drawing(reading, tournament)


def _drawing(reading: StageReading, tournament: Tournament) -> Drawing | None:
    bracket = reading.bracket
    if bracket is None:
        return None
    faces = {
        number: Face(
            name=entry.bot.name,
            href=reverse("bot", args=[entry.bot.name]),
            seed=number + 1,
            by="a house bot" if entry.bot.owner.is_house else f"by {entry.bot.owner.username}",
        )
        for number, entry in enumerate(reading.entries)
    }
    return draw(bracket, faces=faces, doings=_doings(bracket, reading, tournament))


def _doings(bracket: Bracket, reading: StageReading, tournament: Tournament) -> dict[str, Doing]:
    lines = reading.tables
    found = {}
    for part in bracket.parts:
        for column in part.columns:
            for table in column.tables:
                line = lines.get((table.round, table.table))
                if line is not None:
                    found[table.key] = Doing(
                        href=table_href(tournament, line), note=_bracket_note(line)
                    )
    return found


def _bracket_note(line: TableLine) -> str:
    if line.is_decided:
        return {"by_rule": "by rule", "awarded": "awarded"}.get(line.table.how, "")
    return f"{line.matches_done} of {line.matches_planned}"


def _foreseen(stage: Stage, tournament: Tournament) -> Drawing | None:
    """The bracket of a stage that is still to come, for as many as it takes at most."""
    if not stage.number or not FORMATS[stage.format].has_bracket:
        return None
    names = [f"rank {rank + 1}" for rank in range(stage.comes_in or 0)]
    try:
        bracket = format_of(tournament, stage, names=names).bracket(())
    except FormatRefused:
        return None
    if bracket is None:
        return None
    faces = {
        number: Face(name=f"Rank {number + 1} of stage {stage.number}")
        for number in range(len(names))
    }
    return draw(bracket, faces=faces)


def size_words(tournament: Tournament, stage: Stage) -> str:
    """How many should sit at a table; a round whose numbers don't allow it has others."""
    try:
        return str(table_sizes(tournament, stage).preferred)
    except FormatRefused:
        return "?"
