"""What the referee asks of a player, and the faults that are a bot's own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

View = dict[str, Any]

TIMEOUT: Final = "timeout"
CRASH: Final = "crash"
ILLEGAL_MOVE: Final = "illegal_move"
MALFORMED_REPLY: Final = "malformed_reply"
OUT_OF_MEMORY: Final = "out_of_memory"
OUTPUT_FLOOD: Final = "output_flood"

FAULTS: Final = (
    TIMEOUT,
    CRASH,
    ILLEGAL_MOVE,
    MALFORMED_REPLY,
    OUT_OF_MEMORY,
    OUTPUT_FLOOD,
)

PYTHON_FILE_BYTES: Final = 1024 * 1024
"""The largest bot.py that is taken as an upload."""
ZIP_BYTES: Final = 8 * 1024 * 1024
"""The largest zip that is taken as an upload."""


class BotFault(Exception):
    """A failure of the bot itself; anything else that goes wrong is ours.

    ``fault`` is one of FAULTS. ``detail`` says what happened, for the bot's
    owner alone: it may hold a traceback or what the bot returned.
    """

    def __init__(self, fault: str, detail: str) -> None:
        if fault not in FAULTS:
            raise ValueError(f"unknown fault {fault!r}; the faults are {', '.join(FAULTS)}")
        super().__init__(f"{fault}: {detail}")
        self.fault = fault
        self.detail = detail


@dataclass(frozen=True, kw_only=True)
class Limits:
    """What one bot may use in one sitting. Times in seconds, sizes in bytes."""

    import_s: float = 10.0
    decision_s: float = 2.0
    bank_s: float = 60.0
    """Thinking time of a whole sitting, beyond what is free."""
    match_s: float = 900.0
    """Wall time of one bot's imports and answers in all sittings of a match."""
    free_per_decision_s: float = 0.010
    """Thinking time of each decision that the bank isn't charged for."""
    reply_bytes: int = 64 * 1024
    """The longest line that a guest may answer."""
    log_kept_bytes: int = 64 * 1024
    """How much of what a bot prints is kept for its owner."""
    output_bytes: int = 1024 * 1024
    """How much a bot may print in a sitting before that is a fault."""


class Player(Protocol):
    """Someone at the table. Exceptions other than BotFault are the host's."""

    def sit(self, *, game: str, options: Mapping[str, Any], players: int, seat: int) -> None:
        """Get ready for one sitting in a fresh process; raises BotFault."""

    def choose(self, view: View) -> tuple[object, float]:
        """Return what the bot answered, unchecked, and its thinking time in seconds.

        Raises BotFault. The player adds ``view["clock"]`` itself.
        """

    def rise(self) -> None:
        """The sitting is over."""
