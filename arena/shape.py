"""The shape of a record: every field there and none more, each of its type.

What is shaped so can be told in words and played again without a surprise; whether it is
true is the question of ``arena.verify``. The format is described in docs/records.md.
"""

from collections.abc import Mapping
from typing import Any, Final

from arena.player import FAULTS
from arena.quoting import quoted
from arena.record import FORCED, FORMAT, STAND_IN, VERSION, Record, RecordError

FIELDS: Final = frozenset(
    (
        *("format", "version", "game", "title", "players", "options", "names"),
        *("shuffle_seed", "kinds", "deals", "totals", "places", "faults"),
    )
)
DEAL_FIELDS: Final = frozenset(("dealer", "pack", "events", "moves", "scores"))
DEAL_FIELDS_OF_SOME_GAMES: Final = frozenset(("compass", "reshuffle"))
KIND_FIELDS: Final = frozenset(("fields", "text", "seats", "private", "knowers"))
FAULT_FIELDS: Final = frozenset(("seat", "fault", "deal", "move", "carried"))

NUMBERS_BELOW: Final = 2**53
"""Every reader of JSON keeps whole numbers up to here, JavaScript's too."""
DEEPEST: Final = 3
"""How many lists deep a value of an event may be."""


def check_shape(record: object) -> Record:
    """The record itself, if it is shaped like one; raises RecordError."""
    if not isinstance(record, dict):
        raise RecordError("a record is a JSON object")
    if record.get("format") != FORMAT:
        raise RecordError(f"this is not a record: it doesn't say format {FORMAT!r}")
    version = record.get("version")
    if type(version) is not int or version != VERSION:
        raise RecordError(f"version {quoted(version)} of the format; known is {VERSION}")
    if missing := FIELDS - set(record):
        raise RecordError(f"missing: {', '.join(sorted(missing))}")
    if extra := set(record) - FIELDS:
        raise RecordError(f"not part of a record: {', '.join(sorted(map(quoted, extra)))}")
    _check_head(record)
    for name, kind in record["kinds"].items():
        if not (_is_text(name) and _is_kind(kind)):
            raise RecordError(f"kinds: {quoted(name)} is not described as a kind is")
    if not isinstance(record["deals"], list):
        raise RecordError("deals must be a list")
    for number, deal in enumerate(record["deals"]):
        _check_deal(deal, f"deal {number}", record)
    if not isinstance(record["faults"], list):
        raise RecordError("faults must be a list")
    for fault in record["faults"]:
        if not _is_fault(fault, record["players"]):
            raise RecordError(f"not a fault: {quoted(fault)}")
    return record


def _check_head(record: Mapping[str, Any]) -> None:
    for name in ("game", "title"):
        if not _is_text(record[name]):
            raise RecordError(f"{name} must be text")
    if not (record["shuffle_seed"] is None or _is_text(record["shuffle_seed"])):
        raise RecordError("the shuffle seed must be text, or null for deals given by hand")
    players = record["players"]
    if not _is_count(players):
        raise RecordError("players must be a whole number")
    if not (_is_list_of(_is_text, record["names"]) and len(record["names"]) == players):
        raise RecordError("names must be one text per seat")
    for name in ("totals", "places"):
        if not _is_one_per_seat(record[name], players):
            raise RecordError(f"{name} is not one whole number per seat")
    options = record["options"]
    if not isinstance(options, dict) or not all(
        _is_text(name) and (_is_text(value) or _is_number(value)) for name, value in options.items()
    ):
        raise RecordError("options must be an object of texts and whole numbers")
    if not isinstance(record["kinds"], dict):
        raise RecordError("kinds must be an object")


def _check_deal(deal: object, where: str, record: Mapping[str, Any]) -> None:
    if not isinstance(deal, dict):
        raise RecordError(f"{where} must be an object")
    if missing := DEAL_FIELDS - set(deal):
        raise RecordError(f"{where}: missing: {', '.join(sorted(missing))}")
    if extra := set(deal) - DEAL_FIELDS - DEAL_FIELDS_OF_SOME_GAMES:
        names = ", ".join(sorted(map(quoted, extra)))
        raise RecordError(f"{where}: not part of a deal: {names}")
    players = record["players"]
    for name in {"dealer", "compass"} & set(deal):
        if not _is_count(deal[name]):
            raise RecordError(f"{where}: {name} is not a seat")
    for name in {"pack", "reshuffle"} & set(deal):
        if not _is_list_of(_is_text, deal[name]):
            raise RecordError(f"{where}: {name} is not a list of cards")
    if not _is_one_per_seat(deal["scores"], players):
        raise RecordError(f"{where}: scores is not one whole number per seat")
    if not _is_list_of(_is_move, deal["moves"]):
        raise RecordError(f"{where}: moves: each must be a seat, a move, and how it was made")
    if not isinstance(deal["events"], list):
        raise RecordError(f"{where}: events must be a list")
    for event in deal["events"]:
        if not _is_event(event, record["kinds"], players):
            raise RecordError(f"{where}: not an event of a kind that is described: {quoted(event)}")


def _is_text(value: object) -> bool:
    """Whether it is text that can be written: no half of a character."""
    return type(value) is str and not any("\ud800" <= letter <= "\udfff" for letter in value)


def _is_number(value: object) -> bool:
    return type(value) is int and -NUMBERS_BELOW < value < NUMBERS_BELOW


def _is_count(value: object) -> bool:
    return type(value) is int and 0 <= value < NUMBERS_BELOW


def _is_list_of(is_one: Any, value: object) -> bool:
    return isinstance(value, list) and all(map(is_one, value))


def _is_one_per_seat(value: object, players: int) -> bool:
    return isinstance(value, list) and len(value) == players and all(map(_is_number, value))


def _is_kind(kind: object) -> bool:
    return (
        isinstance(kind, dict)
        and kind.keys() == KIND_FIELDS
        and _is_text(kind["text"])
        and all(_is_list_of(_is_text, kind[name]) for name in KIND_FIELDS - {"text"})
        and (not kind["private"] or set(kind["knowers"]) <= set(kind["fields"]))
    )


def _is_event(event: object, kinds: Mapping[str, Any], players: int) -> bool:
    if not (isinstance(event, list) and event and _is_text(event[0]) and event[0] in kinds):
        return False
    kind = kinds[event[0]]
    return len(event) == 1 + len(kind["fields"]) and all(
        _is_seat(value, players) if field in kind["seats"] else _is_value(value, DEEPEST)
        for field, value in zip(kind["fields"], event[1:], strict=True)
    )


def _is_seat(value: object, players: int) -> bool:
    return value is None or (type(value) is int and 0 <= value < players)


def _is_value(value: object, depth: int) -> bool:
    if isinstance(value, list):
        return depth > 0 and all(_is_value(item, depth - 1) for item in value)
    return value is None or type(value) is bool or _is_text(value) or _is_number(value)


def _is_move(made: object) -> bool:
    if not (isinstance(made, list) and len(made) == 3):
        return False
    seat, move, how = made
    by_itself = how in (FORCED, STAND_IN) if isinstance(how, str) else _is_count(how)
    return _is_count(seat) and _is_text(move) and by_itself


def _is_fault(fault: object, players: int) -> bool:
    return (
        isinstance(fault, dict)
        and fault.keys() == FAULT_FIELDS
        and type(fault["seat"]) is int
        and 0 <= fault["seat"] < players
        and fault["fault"] in FAULTS
        and _is_count(fault["deal"])
        and _is_count(fault["move"])
        and type(fault["carried"]) is bool
        and (not fault["carried"] or (fault["deal"], fault["move"]) == (0, 0))
    )
