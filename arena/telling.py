"""Events and records in words, from the kinds that the game declares.

In a kind's text a field in braces stands for: the name of a seat; a card, or
"a card" where it is hidden; cards, or how many where they are hidden; one number per seat
with the names; a deal's number, counted from 1 for people.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from arena.events import HIDDEN, Event, Kind, seen_from
from arena.record import FORCED, STAND_IN, Record, kinds_of

FIELD: Final = re.compile(r"\{(\w+)\}")


def tell(event: Event | Sequence[Any], kind: Kind, names: Sequence[str]) -> str:
    """One event as a sentence without its full stop; ``names`` one per seat."""
    values = {
        field: _word(field, value, kind=kind, names=names)
        for field, value in zip(kind.fields, event[1:], strict=True)
    }
    # Not str.format, whose fields may hold more than names: a record is a stranger's text.
    return FIELD.sub(lambda field: values.get(field[1], field[0]), kind.text)


def _word(field: str, value: object, *, kind: Kind, names: Sequence[str]) -> str:
    if field in kind.seats and isinstance(value, int):
        return names[value]
    if field == "deal" and isinstance(value, int):
        return str(value + 1)
    if value == HIDDEN:
        return "a card"
    if isinstance(value, list | tuple):
        return _words(value, names)
    return str(value)


def _words(values: Sequence[object], names: Sequence[str]) -> str:
    if not values:
        return "nothing"
    if all(value == HIDDEN for value in values):
        return "a card" if len(values) == 1 else f"{len(values)} cards"
    if len(values) == len(names) and all(type(value) is int for value in values):
        return ", ".join(f"{name} {value}" for name, value in zip(names, values, strict=True))
    return " ".join(str(value) for value in values)


def tell_record(record: Record, *, seat: int | None = None, whole: bool = True) -> Iterator[str]:
    """A well-shaped record (``arena.shape``) as lines of text: head, every event, faults, result.

    ``whole`` shows everything; otherwise only what ``seat`` saw during each deal, or a
    spectator where it is None.
    """
    names = [f"{name} ({number})" for number, name in enumerate(record["names"])]
    kinds = kinds_of(record)
    yield f"{record['title']}, {record['players']} players"
    yield "Seats: " + ", ".join(names)
    yield "Options: " + ", ".join(f"{name} {value}" for name, value in record["options"].items())
    if record["shuffle_seed"] is not None:
        yield f"Shuffle seed: {record['shuffle_seed']}"
    for number, deal in enumerate(record["deals"]):
        yield ""
        for event in deal["events"]:
            shown = event if whole else seen_from(tuple(event), seat, kinds)
            yield tell(shown, kinds[event[0]], names) + "."
        yield _tell_moves(deal["moves"])
        for fault in record["faults"]:
            if fault["deal"] == number:
                yield f"Fault: {names[fault['seat']]}: {fault['fault']} at move {fault['move']}."
    yield ""
    for place, total, name in sorted(zip(record["places"], record["totals"], names, strict=True)):
        yield f"{place}. {name}: {total}"


def _tell_moves(moves: Sequence[Sequence[Any]]) -> str:
    thought = [how for _, _, how in moves if isinstance(how, int)]
    forced = sum(how == FORCED for _, _, how in moves)
    stood_in = sum(how == STAND_IN for _, _, how in moves)
    line = f"{len(moves)} moves: {len(thought)} asked, {forced} forced"
    if stood_in:
        line += f", {stood_in} by the stand-in"
    if thought:
        line += f"; longest thought {max(thought) / 1000:.1f} ms"
    return f"({line}.)"
