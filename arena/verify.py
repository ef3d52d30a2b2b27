"""Verification of a record: the cards come from the seed, the moves are legal, and
they lead to exactly the events, scores and places that the record tells.

What can't be checked from a record alone: thinking times, names, and that a bot
really answered so. That the seed was fixed before the match is checked against
the commitment that was published then.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

from arena.chance import ChanceError
from arena.game import IllegalMove, OptionError, SeatsError, Sitting
from arena.games import UnknownGame, find_game
from arena.player import FAULTS
from arena.record import FORCED, FORMAT, STAND_IN, VERSION, Record, RecordError, build_record
from arena.stand_in import StandIn

FIELDS = {
    "format",
    "version",
    "game",
    "title",
    "players",
    "options",
    "names",
    "shuffle_seed",
    "kinds",
    "deals",
    "totals",
    "places",
    "faults",
}


def commitment(*, shuffle_seed: str, salt: str) -> str:
    """What is published before a match: SHA-256, in hex, of ``<seed>:<salt>``."""
    return hashlib.sha256(f"{shuffle_seed}:{salt}".encode()).hexdigest()


def verify_commitment(record: Record, *, salt: str, published: str) -> None:
    """Check the record's seed against what was published; raises RecordError."""
    seed = record.get("shuffle_seed")
    if not isinstance(seed, str):
        raise RecordError("the record has no shuffle seed that a commitment could bind")
    if commitment(shuffle_seed=seed, salt=salt) != published.lower():
        raise RecordError("the shuffle seed and salt don't give the published commitment")


def verify(record: object) -> Sitting:
    """Play the record again; returns the sitting, finished. Raises RecordError."""
    if not isinstance(record, dict):
        raise RecordError("a record is a JSON object")
    _check_shape(record)
    sitting = _sit(record)
    how = [[made[2] for made in deal["moves"]] for deal in record["deals"]]
    _Replay(sitting, record).run()
    rebuilt = build_record(
        sitting,
        how=how,
        names=record["names"],
        faults=[
            (fault["seat"], fault["fault"], fault["deal"], fault["move"])
            for fault in record["faults"]
            if not fault["carried"]
        ],
        carried={fault["seat"]: fault["fault"] for fault in record["faults"] if fault["carried"]},
    )
    _compare(record, rebuilt)
    return sitting


def _check_shape(record: Mapping[str, Any]) -> None:
    if record.get("format") != FORMAT:
        raise RecordError(f"this is not a record: it doesn't say format {FORMAT!r}")
    if record.get("version") != VERSION:
        raise RecordError(f"version {record.get('version')!r} of the format; known is {VERSION}")
    if missing := FIELDS - set(record):
        raise RecordError(f"missing: {', '.join(sorted(missing))}")
    if extra := set(record) - FIELDS:
        raise RecordError(f"not part of a record: {', '.join(sorted(map(str, extra)))}")
    names, players = record["names"], record["players"]
    if type(players) is not int:
        raise RecordError("players must be a whole number")
    if not (
        isinstance(names, list)
        and len(names) == players
        and all(isinstance(name, str) for name in names)
    ):
        raise RecordError("names must be one text per seat")
    if not (isinstance(record["deals"], list) and all(map(_is_deal, record["deals"]))):
        raise RecordError("deals: each must be an object with events, moves, scores and its chance")
    if not isinstance(record["faults"], list):
        raise RecordError("faults must be a list")
    for fault in record["faults"]:
        if not _is_fault(fault, players):
            raise RecordError(f"not a fault: {fault!r}")


def _is_deal(deal: object) -> bool:
    return (
        isinstance(deal, dict)
        and {"events", "moves", "scores", "dealer", "pack"} <= set(deal)
        and isinstance(deal["moves"], list)
        and all(_is_move(made) for made in deal["moves"])
    )


def _is_move(made: object) -> bool:
    if not (isinstance(made, list) and len(made) == 3):
        return False
    seat, move, how = made
    by_itself = how in (FORCED, STAND_IN) if isinstance(how, str) else type(how) is int and how >= 0
    return type(seat) is int and isinstance(move, str) and by_itself


def _is_fault(fault: object, players: int) -> bool:
    return (
        isinstance(fault, dict)
        and set(fault) == {"seat", "fault", "deal", "move", "carried"}
        and type(fault["seat"]) is int
        and 0 <= fault["seat"] < players
        and fault["fault"] in FAULTS
        and type(fault["deal"]) is int
        and type(fault["move"]) is int
        and type(fault["carried"]) is bool
        and (not fault["carried"] or (fault["deal"], fault["move"]) == (0, 0))
    )


def _sit(record: Mapping[str, Any]) -> Sitting:
    """A new sitting of the record, on the seed's cards or, without a seed, on the given ones."""
    deals = [
        {name: deal[name] for name in ("dealer", "pack", "compass", "reshuffle") if name in deal}
        for deal in record["deals"]
    ]
    try:
        game = find_game(record["game"])
        if record["shuffle_seed"] is None:
            return game.sit(record["players"], record["options"], deals=deals)
        return game.sit(record["players"], record["options"], shuffle_seed=record["shuffle_seed"])
    except (UnknownGame, SeatsError, OptionError, ChanceError) as error:
        raise RecordError(str(error)) from error


class _Replay:
    """Makes the record's moves again and checks who is said to have made them."""

    def __init__(self, sitting: Sitting, record: Mapping[str, Any]) -> None:
        self.sitting = sitting
        self.deals = record["deals"]
        self.failed = {fault["seat"]: (fault["deal"], fault["move"]) for fault in record["faults"]}
        if len(self.failed) < len(record["faults"]):
            raise RecordError("faults: a seat can fail only once")
        self.stand_ins = {
            seat: StandIn(
                game=sitting.game.name,
                players=sitting.players,
                seat=seat,
                shuffle_seed=sitting.chance.shuffle_seed,
            )
            for seat in self.failed
        }

    def run(self) -> None:
        for number, deal in enumerate(self.deals):
            for index, (seat, move, how) in enumerate(deal["moves"]):
                where = f"deal {number}, move {index}"
                if self.sitting.over or self.sitting.deal != number:
                    raise RecordError(f"{where}: the deal had ended before it")
                self._check_maker(where, seat, move, how, at=(number, index))
                try:
                    self.sitting.play(move)
                except IllegalMove as error:
                    raise RecordError(f"{where}: {error}") from error
                except ChanceError as error:
                    raise RecordError(f"{where}: {error}") from error
            if not self.sitting.over and self.sitting.deal == number:
                raise RecordError(f"deal {number} has not been played to its end")
        if not self.sitting.over:
            raise RecordError(f"the match goes on after deal {len(self.deals) - 1}")

    def _check_maker(
        self, where: str, seat: int, move: str, how: int | str, *, at: tuple[int, int]
    ) -> None:
        if seat != self.sitting.turn:
            raise RecordError(f"{where}: it was seat {self.sitting.turn}'s turn, not {seat}'s")
        legal = self.sitting.legal()
        if (len(legal) == 1) != (how == FORCED):
            raise RecordError(f"{where}: {len(legal)} legal moves, but it is recorded as {how!r}")
        if how == FORCED:
            return
        by_stand_in = seat in self.failed and self.failed[seat] <= at
        if by_stand_in != (how == STAND_IN):
            raise RecordError(f"{where}: recorded as {how!r}, which its faults don't explain")
        if by_stand_in and move != (due := self.stand_ins[seat].choose(legal)):
            raise RecordError(f"{where}: the stand-in would have played {due}, not {move}")


def _compare(record: Mapping[str, Any], rebuilt: Mapping[str, Any]) -> None:
    """Name the first thing that differs; JSON true is not 1 here."""
    for number, (told, true) in enumerate(zip(record["deals"], rebuilt["deals"], strict=True)):
        for name in sorted(set(told) | set(true)):
            if not _same(told.get(name), true.get(name)):
                raise RecordError(f"deal {number}: {name} is not what the moves and cards make it")
    for name in sorted(FIELDS - {"deals"}):
        if not _same(record[name], rebuilt[name]):
            raise RecordError(f"{name} is not what the moves and cards make it")


def _same(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)
