"""From the referee's result to the facts about each entrant."""

from collections.abc import Sequence

from arena.match import MatchResult
from bots.records import match_thinking_us
from bots.tables import printable
from matches.models import Entrant

LogMarks = Sequence[Sequence[int]]
"""See `bots.tables.readable_log`."""


def entrant_results(
    entrants: Sequence[Entrant],
    *,
    result: MatchResult,
    logs: Sequence[str],
    log_marks: Sequence[LogMarks],
) -> list[str]:
    """Write scores, places, faults and logs on the entrants; return the fields that changed."""
    thinking = match_thinking_us(result)
    for entrant in entrants:
        index = entrant.index
        entrant.score = result.scores[index]
        entrant.place = result.places[index]
        entrant.log = logs[index]
        entrant.log_marks = log_marks[index] if log_marks else []
        entrant.thinking_us = thinking[index]
        if fault := result.faults.get(index):
            entrant.fault = fault.fault
            entrant.fault_sitting = _sitting_of_fault(result, index)
            entrant.fault_deal = fault.deal
            entrant.fault_move = fault.move
            entrant.fault_detail = printable(fault.detail)
            entrant.fault_view = fault.view
    return [
        "score", "place", "log", "log_marks", "thinking_us", "fault", "fault_sitting",
        "fault_deal", "fault_move", "fault_detail", "fault_view",
    ]  # fmt: skip


def _sitting_of_fault(result: MatchResult, index: int) -> int | None:
    """The number of the sitting in which this entrant failed."""
    for number, (played, seating) in enumerate(zip(result.sittings, result.seating, strict=True)):
        if any(seating[fault.seat] == index for fault in played.faults):
            return number
    return None
