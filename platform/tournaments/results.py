"""The results of a tournament as plain data: what the files hold.

Only what this person may see: stages that are withheld, and all after them, are left out.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tournaments.models import Tournament
from tournaments.reading import StageReading, open_stages, stage_reading
from tournaments.wording import format_title, table_title

COLUMNS = (
    "stage", "format", "rank", "bot", "version", "owner", "points", "tables", "byes", "reached",
    "state",
)  # fmt: skip


def result_lines(tournament: Tournament, user) -> Iterator[list[object]]:  # type: ignore[no-untyped-def]
    """A head, and one line for each stage and entry. Points are decimals of four digits at most."""
    readings = _readings(tournament, user)
    names = list(
        dict.fromkeys(one.name for reading in readings for one in reading.format.tie_breaks)
    )
    yield [*COLUMNS, *names]
    for reading in readings:
        for line in reading.standings:
            standing, entry = line.standing, line.entry
            values = {name: _decimal(value) for name, _, value in line.tie_breaks}
            yield [
                reading.stage.number + 1,
                reading.stage.format,
                standing.rank,
                entry.bot.name,
                entry.version.number if entry.version else "",
                entry.bot.owner.username,
                _decimal(standing.points),
                standing.tables,
                standing.byes,
                standing.reached,
                entry.state,
                *(values.get(name, "") for name in names),
            ]


def results(tournament: Tournament, user) -> dict[str, Any]:  # type: ignore[no-untyped-def]
    """Everything about it. Points and tie-breaks are exact, as text: "7/2"."""
    return {
        "tournament": tournament.slug,
        "name": tournament.name,
        "state": tournament.state,
        "organiser": tournament.organiser.username,
        "games": tournament.games,
        "lot_seed": tournament.revealed_lot_seed,
        "lot_commitment": tournament.lot_commitment,
        "stages": [_stage(reading) for reading in _readings(tournament, user)],
    }


def _readings(tournament: Tournament, user) -> list[StageReading]:  # type: ignore[no-untyped-def]
    found = (stage_reading(stage) for stage in open_stages(tournament, user))
    return [reading for reading in found if reading is not None]


def _stage(reading: StageReading) -> dict[str, Any]:
    return {
        "number": reading.stage.number + 1,
        "format": reading.stage.format,
        "title": format_title(reading.stage.format),
        "is_over": reading.stage.ended_at is not None,
        "standings": [
            {
                "rank": line.standing.rank,
                "bot": line.entry.bot.name,
                "version": line.entry.version.number if line.entry.version else None,
                "owner": line.entry.bot.owner.username,
                "points": str(line.standing.points),
                "tie_breaks": {name: str(value) for name, _, value in line.tie_breaks},
                "tables": line.standing.tables,
                "byes": line.standing.byes,
                "reached": line.standing.reached,
                "state": line.entry.state,
            }
            for line in reading.standings
        ],
        "rounds": [
            {
                "number": line.round.number + 1,
                "name": line.round.name,
                "tables": [
                    {
                        "title": table_title(table.table),
                        "decided": table.table.how or None,
                        "seats": [
                            {
                                "bot": seat.entry.bot.name,
                                "points": None if seat.points is None else str(seat.points),
                                "place": seat.place,
                            }
                            for seat in table.seats
                        ],
                        "matches": [
                            {"match": one.match_id, "game": one.game, "state": one.match.state}
                            for one in table.matches
                        ],
                    }
                    for table in line.tables
                ],
                "byes": [entry.bot.name for entry in line.byes],
            }
            for line in reading.rounds
        ],
    }


def _decimal(value: Fraction) -> float | int:
    return int(value) if value.denominator == 1 else round(float(value), 4)
