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
from arena.record import FORCED, STAND_IN, Record, RecordError, build_record
from arena.shape import FIELDS, check_shape
from arena.stand_in import StandIn


def commitment(*, shuffle_seed: str, salt: str) -> str:
    """What is published before a match: SHA-256, in hex, of ``<seed>:<salt>``."""
    return hashlib.sha256(f"{shuffle_seed}:{salt}".encode()).hexdigest()


def verify_commitment(record: Record, *, salt: str, published: str) -> None:
    """Check the record's seed against what was published; raises RecordError."""
    seed = record.get("shuffle_seed")
    if not isinstance(seed, str):
        raise RecordError("the record has no shuffle seed that a commitment could bind")
    try:
        committed = commitment(shuffle_seed=seed, salt=salt)
    except UnicodeEncodeError as error:
        raise RecordError(
            f"no commitment is made of text that can't be written: {error}"
        ) from error
    if committed != published.lower():
        raise RecordError("the shuffle seed and salt don't give the published commitment")


def verify(record: object) -> Sitting:
    """Play the record again; returns the sitting, finished. Raises RecordError."""
    record = check_shape(record)
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
        self.faults = record["faults"]
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
            if self.sitting.over:
                raise RecordError(f"deal {number}: the match had ended before it")
            for index, (seat, move, how) in enumerate(deal["moves"]):
                where = f"deal {number}, move {index}"
                if self.sitting.over or self.sitting.deal != number:
                    raise RecordError(f"{where}: the deal had ended before it")
                self._check_maker(where, seat, move, how, at=(number, index))
                try:
                    self.sitting.play(move)
                except (IllegalMove, ChanceError) as error:
                    raise RecordError(f"{where}: {error}") from error
            if not self.sitting.over and self.sitting.deal == number:
                raise RecordError(f"deal {number} has not been played to its end")
        if not self.sitting.over:
            raise RecordError(f"the match goes on after deal {len(self.deals) - 1}")
        self._check_faults()

    def _check_faults(self) -> None:
        """A bot fails where it was asked, so that the stand-in makes that very move, or
        before the first question; and the faults are told in the order they happened."""
        earlier = (0, 0)
        for fault in self.faults:
            at = fault["deal"], fault["move"]
            if at != (0, 0):
                moves = self.deals[at[0]]["moves"] if at[0] < len(self.deals) else []
                made = moves[at[1]] if at[1] < len(moves) else None
                if made is None or (made[0], made[2]) != (fault["seat"], STAND_IN):
                    raise RecordError(
                        f"faults: seat {fault['seat']} was not asked in deal {at[0]}, move {at[1]}"
                    )
            if at < earlier:
                raise RecordError("faults are not in the order in which they happened")
            earlier = at

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
