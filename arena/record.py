"""Records: a sitting as JSON, with all that a replay needs and all that a check needs.

The format is described field by field in docs/records.md. A replay reads
``kinds`` and ``events`` and knows no rules; ``arena.verify`` plays ``moves`` again on the cards
of the shuffle seed and demands the same events, scores and places.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from arena.events import Kind, Kinds
from arena.game import Sitting
from arena.places import places

FORMAT: Final = "quintet-record"
VERSION: Final = 1

FORCED: Final = "forced"
STAND_IN: Final = "stand-in"

How = int | str
"""How a move came about: microseconds of thinking, FORCED or STAND_IN."""

Record = dict[str, Any]


class RecordError(ValueError):
    """A record that can't be read, or that isn't what its moves and cards make it."""


class RecordNotFound(LookupError):
    """No file could be read where a record was said to be."""


def build_record(
    sitting: Sitting,
    *,
    how: Sequence[Sequence[How]],
    names: Sequence[str],
    faults: Sequence[tuple[int, str, int, int]] = (),
    carried: Mapping[int, str] | None = None,
) -> Record:
    """The record of a finished sitting.

    ``how``: per deal and move. ``names``: one per seat. ``faults``: (seat, fault, deal,
    moves made before it). ``carried``: seat to the fault of an earlier sitting.
    """
    all_faults: list[dict[str, Any]] = [
        {"seat": seat, "fault": fault, "deal": 0, "move": 0, "carried": True}
        for seat, fault in sorted((carried or {}).items())
    ]
    all_faults += [
        {"seat": seat, "fault": fault, "deal": deal, "move": move, "carried": False}
        for seat, fault, deal, move in faults
    ]
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": sitting.game.name,
        "title": sitting.game.title,
        "players": sitting.players,
        "options": dict(sitting.options),
        "names": list(names),
        "shuffle_seed": sitting.chance.shuffle_seed,
        "kinds": kinds_as_json(sitting.game.kinds),
        "deals": [
            {
                **deal.shuffle.as_json(),
                "events": [plain(event) for event in deal.events],
                "moves": [
                    [seat, move, how_made]
                    for (seat, move), how_made in zip(deal.moves, hows, strict=True)
                ],
                "scores": deal.scores,
            }
            for deal, hows in zip(sitting.deals, how, strict=True)
        ],
        "totals": list(sitting.totals),
        "places": places(sitting.totals, faulty={fault["seat"] for fault in all_faults}),
        "faults": all_faults,
    }


def kinds_as_json(kinds: Kinds) -> dict[str, dict[str, Any]]:
    """The kinds of event, so that a replay can name, tell and hide fields without the rules."""
    return {
        name: {
            "fields": list(kind.fields),
            "text": kind.text,
            "seats": list(kind.seats),
            "private": list(kind.private),
            "knowers": list(kind.knowers),
        }
        for name, kind in kinds.items()
    }


def kinds_of(record: Record) -> Kinds:
    """The kinds that a record carries, for reading its events without the rules."""
    return {
        name: Kind(
            fields=tuple(kind["fields"]),
            text=kind["text"],
            seats=tuple(kind["seats"]),
            private=tuple(kind["private"]),
            knowers=tuple(kind["knowers"]),
        )
        for name, kind in record["kinds"].items()
    }


_LISTS: Final = (tuple, list)


def plain(value: Any) -> Any:
    """The value as JSON would give it back: tuples are lists."""
    if not isinstance(value, _LISTS):
        return value
    return [plain(item) if isinstance(item, _LISTS) else item for item in value]


def read_record(path: Path) -> Record:
    """The record in a file, unchecked but for saying that it is one.

    Raises RecordNotFound, RecordError. Stricter than JSON: a name that is there twice would
    be read one way here and another way elsewhere, and NaN is no number.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordNotFound(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise RecordError(f"{path} is not JSON: {error}") from error
    try:
        record = json.loads(text, object_pairs_hook=_distinct, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{path} is not JSON: {error}") from error
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise RecordError(f"{path} is not a record: it doesn't say format {FORMAT!r}")
    return record


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) < len(pairs):
        raise ValueError("an object has a name twice")
    return names


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")
