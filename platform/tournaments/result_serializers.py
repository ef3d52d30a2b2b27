"""Results of a stage as the API shows them: plain dicts of what `reading` tells, and their schemas.

Points are numbers; a third is cut off after six digits. Whoever needs them exactly has the matches.
"""

from fractions import Fraction
from typing import Any

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request

from arena.formats.contract import BracketTable, Slot
from tournaments.models import Entry
from tournaments.reading import RoundLine, StageReading, StandingLine, TableLine


def number(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 6)


class TieBreakSerializer(serializers.Serializer):
    name = serializers.CharField()
    title = serializers.CharField()
    value = serializers.FloatField()


class StandingSerializer(serializers.Serializer):
    """A line of a stage's standings."""

    rank = serializers.IntegerField()
    bot = serializers.CharField()
    owner = serializers.CharField()
    version = serializers.IntegerField()
    seed = serializers.IntegerField(help_text="In this stage, from 1.")
    points = serializers.FloatField()
    tables = serializers.IntegerField(help_text="Tables played.")
    byes = serializers.IntegerField()
    tie_breaks = TieBreakSerializer(many=True)
    reached = serializers.CharField(help_text="In knock-outs, how far it came; else empty.")
    is_out = serializers.BooleanField(help_text="Withdrawn, or knocked out.")


def standing(line: StandingLine) -> dict[str, Any]:
    told = line.standing
    return {
        "rank": told.rank,
        **_who(line.entry),
        "seed": told.entry + 1,
        "points": number(told.points),
        "tables": told.tables,
        "byes": told.byes,
        "tie_breaks": [
            {"name": name, "title": title, "value": number(value)}
            for name, title, value in line.tie_breaks
        ],
        "reached": told.reached,
        "is_out": told.is_out,
    }


def _who(entry: Entry) -> dict[str, Any]:
    return {
        "bot": entry.bot.name,
        "owner": entry.bot.owner.username,
        "version": entry.version.number if entry.version else None,
    }


class SeatSerializer(serializers.Serializer):
    bot = serializers.CharField()
    owner = serializers.CharField()
    version = serializers.IntegerField()
    points = serializers.FloatField(allow_null=True)
    place = serializers.IntegerField(allow_null=True)


class TableMatchSerializer(serializers.Serializer):
    match = serializers.IntegerField(help_text="Its id.")
    game = serializers.CharField()
    state = serializers.CharField()
    url = serializers.CharField()


class TableSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="From 1.")
    label = serializers.CharField()
    how = serializers.CharField(help_text="played, by_rule or awarded; empty while it is open.")
    decided_at = serializers.DateTimeField(allow_null=True)
    seats = SeatSerializer(many=True)
    matches = TableMatchSerializer(many=True)


class RoundSerializer(serializers.Serializer):
    number = serializers.IntegerField(help_text="From 1.")
    name = serializers.CharField()
    begun_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    tables = TableSerializer(many=True)
    byes = serializers.ListField(child=serializers.CharField(), help_text="Names of bots.")


def round_(line: RoundLine, request: Request) -> dict[str, Any]:
    return {
        "number": line.round.number + 1,
        "name": line.round.name,
        "begun_at": line.round.begun_at,
        "ended_at": line.round.ended_at,
        "tables": [table(one, request) for one in line.tables],
        "byes": [entry.bot.name for entry in line.byes],
    }


def table(line: TableLine, request: Request) -> dict[str, Any]:
    row = line.table
    return {
        "id": row.pk,
        "number": row.number + 1,
        "label": row.label,
        "how": row.how,
        "decided_at": row.decided_at,
        "seats": [
            {**_who(seat.entry), "points": number(seat.points), "place": seat.place}
            for seat in line.seats
        ],
        "matches": [
            {
                "match": one.match_id,
                "game": one.game,
                "state": one.match.state,
                "url": request.build_absolute_uri(reverse("api-match", args=[one.match_id])),
            }
            for one in line.matches
        ],
    }


class SlotSerializer(serializers.Serializer):
    kind = serializers.CharField(help_text="entry, to come, bye or nobody.")
    bot = serializers.CharField(allow_null=True)
    text = serializers.CharField(help_text="Where it is no bot: who will sit here.")
    points = serializers.FloatField(allow_null=True)
    goes_on = serializers.BooleanField(allow_null=True)


class BracketTableSerializer(serializers.Serializer):
    key = serializers.CharField(help_text="Unique in the bracket.")
    title = serializers.CharField()
    state = serializers.CharField(help_text="to come, playing, decided or not played.")
    table = serializers.IntegerField(allow_null=True, help_text="Its id, once it is made.")
    slots = SlotSerializer(many=True)
    winners_to = serializers.ListField(child=serializers.CharField())
    losers_to = serializers.CharField(allow_null=True)


class ColumnSerializer(serializers.Serializer):
    title = serializers.CharField()
    tables = BracketTableSerializer(many=True)


class BracketPartSerializer(serializers.Serializer):
    title = serializers.CharField()
    columns = ColumnSerializer(many=True)


class BracketSerializer(serializers.Serializer):
    """All tables of a knock-out with those to come, column by column."""

    parts = BracketPartSerializer(many=True)
    winner = serializers.CharField(allow_null=True)


def bracket(reading: StageReading) -> dict[str, Any] | None:
    """None where the format has no bracket."""
    drawn = reading.bracket
    if drawn is None:
        return None
    tables = reading.tables
    return {
        "parts": [
            {
                "title": part.title,
                "columns": [
                    {
                        "title": column.title,
                        "tables": [
                            _bracket_table(one, reading.entries, tables) for one in column.tables
                        ],
                    }
                    for column in part.columns
                ],
            }
            for part in drawn.parts
        ],
        "winner": None if drawn.winner is None else reading.entries[drawn.winner].bot.name,
    }


def _bracket_table(
    drawn: BracketTable, entries: list[Entry], tables: dict[tuple[int, int], TableLine]
) -> dict[str, Any]:
    line = None
    if drawn.round is not None and drawn.table is not None:
        line = tables.get((drawn.round, drawn.table))
    return {
        "key": drawn.key,
        "title": drawn.title,
        "state": drawn.state,
        "table": line.table.pk if line else None,
        "slots": [_slot(slot, entries) for slot in drawn.slots],
        "winners_to": list(drawn.winners_to),
        "losers_to": drawn.losers_to,
    }


def _slot(slot: Slot, entries: list[Entry]) -> dict[str, Any]:
    return {
        "kind": slot.kind,
        "bot": None if slot.entry is None else entries[slot.entry].bot.name,
        "text": slot.text,
        "points": number(slot.points),
        "goes_on": slot.goes_on,
    }
