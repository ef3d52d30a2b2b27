"""The clock of one bot in one sitting: what it may think, what it has thought.

Where the bot's CPU time can be read, that is what counts, so that a busy host
never costs a bot its match; wall time then only ends what would never end, at
WALL_PER_CPU times the limit, and without the time that the bot stood ready but the
host did not let it run, where that can be read. Elsewhere wall time counts. Only the
time between question and answer is looked at.

CPU time is read only for answers that take longer than the free time: what is
used up to there costs nothing anyway, so the reading may start from there.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from arena.player import TIMEOUT, BotFault, Limits

WALL_PER_CPU: Final = 5.0
"""How much wall time a second of CPU time may take before the answer counts as late."""

STARVED_AT_MOST: Final = 10.0
"""How many times the wall limit an answer may take, whatever the host does."""

Seconds = Callable[[], float]


@dataclass(frozen=True)
class Meter:
    """What can be read of the processor time of a bot's whole group, in seconds since it began."""

    used: Seconds
    """Time on a processor."""
    starved: Seconds = float
    """Time that its processes stood ready but were not let run; 0.0 where nobody can tell."""
    begin: Callable[[], object] = bool
    """Called before the first reading for an answer: what was read before need not hold any more."""


class Stopwatch:
    """Times one answer. ``limit_s``, ``wall_limit_s`` and ``free_s`` in seconds."""

    def __init__(
        self, *, limit_s: float, wall_limit_s: float, free_s: float, meter: Meter | None
    ) -> None:
        self.limit_s = limit_s
        self.wall_limit_s = limit_s if meter is None else wall_limit_s
        self.free_s = free_s
        self._meter = meter
        self._used_at_free = 0.0
        self._starved_at_free = 0.0
        self._meter_was_read = False
        self._began = monotonic()

    def patience_s(self) -> float:
        """How long to wait before asking again; nothing or less when time is up."""
        elapsed = monotonic() - self._began
        if self._meter is None:
            return self.limit_s - elapsed
        if elapsed < self.free_s:
            return self.free_s - elapsed
        wall_left = self.wall_limit_s - elapsed
        if wall_left <= 0 and elapsed < self.wall_limit_s * STARVED_AT_MOST:
            wall_left = self.wall_limit_s - self._wall_s(elapsed, self._meter)
        return min(self.limit_s - self._used_s(elapsed, self._meter), wall_left)

    def stop(self) -> tuple[float, float]:
        """(time thought, wall time less what the host kept it waiting), in seconds."""
        elapsed = monotonic() - self._began
        if self._meter is None or elapsed <= self.free_s:
            return elapsed, elapsed
        return self._used_s(elapsed, self._meter), self._wall_s(elapsed, self._meter)

    def _read_first(self, meter: Meter) -> None:
        if not self._meter_was_read:
            self._meter_was_read = True
            meter.begin()
            self._used_at_free = meter.used()
            self._starved_at_free = meter.starved()

    def _used_s(self, elapsed: float, meter: Meter) -> float:
        self._read_first(meter)
        # No reading is trusted to grow: a time below nothing would be stored as a result.
        return min(elapsed, self.free_s) + max(0.0, meter.used() - self._used_at_free)

    def _wall_s(self, elapsed: float, meter: Meter) -> float:
        self._read_first(meter)
        return elapsed - min(elapsed, max(0.0, meter.starved() - self._starved_at_free))


class Clock:
    """The bank of one sitting, and the stopwatches for its answers.

    ``match_left_s``: what the earlier sittings of the match have left of ``limits.match_s``.
    Every bot has that for itself: a match as a whole can't last longer than its bots together
    may, and none pays for what another used.
    """

    def __init__(
        self, limits: Limits, meter: Meter | None = None, *, match_left_s: float | None = None
    ) -> None:
        self._limits = limits
        self._meter = meter
        self.bank_s = limits.bank_s
        self._wall_bank_s = limits.bank_s * WALL_PER_CPU
        self.match_left_s = limits.match_s if match_left_s is None else match_left_s

    def for_import(self) -> Stopwatch:
        return Stopwatch(
            limit_s=min(self._limits.import_s, self.match_left_s),
            wall_limit_s=min(self._limits.import_s * WALL_PER_CPU, self.match_left_s),
            free_s=self._limits.free_per_decision_s,
            meter=self._meter,
        )

    def for_decision(self) -> Stopwatch:
        limits = self._limits
        free = limits.free_per_decision_s
        return Stopwatch(
            limit_s=min(limits.decision_s, self.bank_s + free, self.match_left_s),
            wall_limit_s=min(
                limits.decision_s * WALL_PER_CPU, self._wall_bank_s + free, self.match_left_s
            ),
            free_s=free,
            meter=self._meter,
        )

    def charge_import(self, watch: Stopwatch) -> None:
        """Take an import's time from what is left of the match."""
        _, wall = watch.stop()
        self.match_left_s = max(0.0, self.match_left_s - wall)

    def charge(self, watch: Stopwatch) -> float:
        """Take a decision's time from the bank; return the time thought. Raises BotFault."""
        thought, wall = watch.stop()
        if thought > watch.limit_s or wall > watch.wall_limit_s:
            raise self.too_late(watch)
        free = self._limits.free_per_decision_s
        self.bank_s = max(0.0, self.bank_s - max(0.0, thought - free))
        self._wall_bank_s = max(0.0, self._wall_bank_s - max(0.0, wall - free))
        self.match_left_s = max(0.0, self.match_left_s - wall)
        return thought

    def too_late(self, watch: Stopwatch) -> BotFault:
        """The fault of an answer that did not come in time."""
        limits = self._limits
        counted = "processor time" if self._meter is not None else "time"
        if watch.wall_limit_s == self.match_left_s:
            return self._match_is_over()
        if watch.limit_s < limits.decision_s:
            return BotFault(
                TIMEOUT,
                f"the bank of {limits.bank_s:g} s of thinking for the whole sitting is used up",
            )
        if watch.stop()[0] < watch.limit_s:
            return BotFault(
                TIMEOUT,
                f"no answer within {watch.wall_limit_s:g} s, though it used less than "
                f"{watch.limit_s:g} s of processor time: it slept or waited",
            )
        return BotFault(TIMEOUT, f"no answer within {watch.limit_s:g} s of {counted}")

    def import_too_late(self, watch: Stopwatch) -> BotFault:
        if watch.wall_limit_s == self.match_left_s:
            return self._match_is_over()
        return BotFault(TIMEOUT, f"importing bot.py took more than {watch.limit_s:g} s")

    def _match_is_over(self) -> BotFault:
        return BotFault(
            TIMEOUT,
            f"the {self._limits.match_s:g} s for its imports and answers in all sittings of the "
            "match are used up",
        )
