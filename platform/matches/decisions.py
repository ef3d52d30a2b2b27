"""Single decisions of a sitting, for the owner of the bot that made them."""

from collections.abc import Sequence
from typing import Any

from arena.games import find_game
from arena.record import Record
from bots.tables import LIMITS

Mark = Sequence[int]
"""[characters before it, sitting, deal, events shown], see `bots.tables.readable_log`."""


class NoDecision(LookupError):
    """This seat's bot was not asked for a move that made this event."""


def view_at(record: Record, *, seat: int, deal: int, event: int) -> dict[str, Any]:
    """The view with which the seat's bot was asked for the move that made an event of a deal.

    Deal and event count from 0. The sitting is played again from its shuffle seed. Raises NoDecision.
    """
    wanted = _move_of(record, deal=deal, event=event)
    if wanted is None:
        raise NoDecision
    mover, _, how = record["deals"][deal]["moves"][wanted]
    if mover != seat or not isinstance(how, int):
        raise NoDecision
    sitting = _begun(record)
    for number, played in enumerate(record["deals"][: deal + 1]):
        for _, move, _ in played["moves"][: wanted if number == deal else None]:
            sitting.play(move)
    return {**sitting.view(seat), "clock": _bank_s(record, seat=seat, deal=deal, move=wanted)}


def _begun(record: Record) -> Any:
    return find_game(record["game"]).sit(
        record["players"], record["options"], shuffle_seed=record["shuffle_seed"]
    )


def _move_of(record: Record, *, deal: int, event: int) -> int | None:
    """The number of the move that made an event; None if there is no such event, or no move made it."""
    if not 0 <= deal < len(record["deals"]):
        return None
    sitting = _begun(record)
    for number, played in enumerate(record["deals"][: deal + 1]):
        for count, (_, move, _) in enumerate(played["moves"]):
            before = len(sitting.events)
            sitting.play(move)
            # The last move of a deal begins the next one: then all that is left is its own.
            after = len(sitting.events) if sitting.deal == number and not sitting.over else None
            if number == deal and event >= before and (after is None or event < after):
                return count if event < len(played["events"]) else None
    return None


def _bank_s(record: Record, *, seat: int, deal: int, move: int) -> float:
    """What was left of the seat's bank before a move: what it took beyond the free time is gone."""
    spent = 0.0
    for number, played in enumerate(record["deals"][: deal + 1]):
        for mover, _, how in played["moves"][: move if number == deal else None]:
            if mover == seat and isinstance(how, int):
                spent += max(0.0, how / 1_000_000 - LIMITS.free_per_decision_s)
    return round(max(0.0, LIMITS.bank_s - spent), 3)


def printed_in(log: str, marks: Sequence[Mark], *, sitting: int) -> list[list[Any]]:
    """What a bot printed in a sitting: [deal, events shown, text] for each decision, oldest first.

    The deal is -1 for what was printed at import or after the last answer.
    """
    ends = [*(mark[0] for mark in marks), len(log)][1:]
    return [
        [deal, events, log[begin:end]]
        for (begin, of_sitting, deal, events), end in zip(marks, ends, strict=True)
        if of_sitting == sitting
    ]
