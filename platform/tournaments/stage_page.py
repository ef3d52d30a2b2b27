"""A stage as its page shows it: standings, bracket, cross table and rounds, with words and links."""

from dataclasses import dataclass, field

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
    """number: from 0. is_shown: whether its results may be shown to who asked."""

    stage: Stage
    tournament: Tournament
    is_shown: bool
    reading: StageReading | None = None
    goes_on: int | None = None
    """How many of it play on in the stage after; None: it is the last one."""
    drawing: Drawing | None = None
    standings: list[StandingRow] = field(default_factory=list)
    cross: list[CrossRow] = field(default_factory=list)
    rounds: list[RoundWords] = field(default_factory=list)
    playing: list[PlayingNow] = field(default_factory=list)

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
    if not is_shown:
        return page
    if stage.begun_at is None:
        page.drawing = _foreseen(stage, tournament)
        return page
    page.reading = reading = stage_reading(stage)
    page.drawing = _drawing(reading, tournament)
    page.standings = list(standing_rows(reading, goes_on=page.goes_on if page.is_over else None))
    page.cross = cross_rows(reading)
    page.rounds = list(round_words(reading, tournament))
    page.playing = list(playing_now(reading))
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
