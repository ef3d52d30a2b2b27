"""The clock of one bot in one sitting: what it may think, what it has thought.

Where the bot's CPU time can be read, that is what counts, so that a busy host
never costs a bot its match; wall time then only ends what would never end, at
WALL_PER_CPU times the limit. Elsewhere wall time counts. Only the time between
question and answer is looked at.

CPU time is read only for answers that take longer than the free time: what is
used up to there costs nothing anyway, so the reading may start from there.
"""

from collections.abc import Callable
from time import monotonic
from typing import Final

from arena.player import TIMEOUT, BotFault, Limits

WALL_PER_CPU: Final = 5.0
"""How much wall time a second of CPU time may take before the answer counts as late."""

CpuTime = Callable[[], float]
"""Seconds of CPU time that the bot's whole group has used so far."""


class Stopwatch:
    """Times one answer. ``limit_s``, ``wall_limit_s`` and ``free_s`` in seconds."""

    def __init__(
        self, *, limit_s: float, wall_limit_s: float, free_s: float, cpu_time: CpuTime | None
    ) -> None:
        self.limit_s = limit_s
        self.wall_limit_s = wall_limit_s if cpu_time is not None else limit_s
        self.free_s = free_s
        self._cpu_time = cpu_time
        self._cpu_at_free: float | None = None
        self._began = monotonic()

    def elapsed_s(self) -> float:
        """Wall time so far."""
        return monotonic() - self._began

    def patience_s(self) -> float:
        """How long to wait before asking again; nothing or less when time is up."""
        elapsed = self.elapsed_s()
        if self._cpu_time is None:
            return self.limit_s - elapsed
        if elapsed < self.free_s:
            return self.free_s - elapsed
        return min(self.limit_s - self._used_s(elapsed), self.wall_limit_s - elapsed)

    def stop(self) -> tuple[float, float]:
        """(time thought, wall time), in seconds."""
        elapsed = self.elapsed_s()
        if self._cpu_time is None or elapsed <= self.free_s:
            return elapsed, elapsed
        return self._used_s(elapsed), elapsed

    def _used_s(self, elapsed: float) -> float:
        assert self._cpu_time is not None
        cpu = self._cpu_time()
        if self._cpu_at_free is None:
            self._cpu_at_free = cpu
        return min(elapsed, self.free_s) + cpu - self._cpu_at_free


class Clock:
    """The bank of one sitting, and the stopwatches for its answers."""

    def __init__(self, limits: Limits, cpu_time: CpuTime | None = None) -> None:
        self._limits = limits
        self._cpu_time = cpu_time
        self.bank_s = limits.bank_s
        self._wall_bank_s = limits.bank_s * WALL_PER_CPU

    def for_import(self) -> Stopwatch:
        return Stopwatch(
            limit_s=self._limits.import_s,
            wall_limit_s=self._limits.import_s * WALL_PER_CPU,
            free_s=self._limits.free_per_decision_s,
            cpu_time=self._cpu_time,
        )

    def for_decision(self) -> Stopwatch:
        limits = self._limits
        free = limits.free_per_decision_s
        return Stopwatch(
            limit_s=min(limits.decision_s, self.bank_s + free),
            wall_limit_s=min(limits.decision_s * WALL_PER_CPU, self._wall_bank_s + free),
            free_s=free,
            cpu_time=self._cpu_time,
        )

    def charge(self, watch: Stopwatch) -> float:
        """Take a decision's time from the bank; return the time thought. Raises BotFault."""
        thought, elapsed = watch.stop()
        if thought > watch.limit_s or elapsed > watch.wall_limit_s:
            raise self.too_late(watch)
        free = self._limits.free_per_decision_s
        self.bank_s = max(0.0, self.bank_s - max(0.0, thought - free))
        self._wall_bank_s = max(0.0, self._wall_bank_s - max(0.0, elapsed - free))
        return thought

    def too_late(self, watch: Stopwatch) -> BotFault:
        """The fault of an answer that did not come in time."""
        limits = self._limits
        counted = "processor time" if self._cpu_time is not None else "time"
        if watch.limit_s < limits.decision_s:
            return BotFault(
                TIMEOUT,
                f"the bank of {limits.bank_s:g} s of thinking for the whole sitting is used up",
            )
        if watch.elapsed_s() >= watch.wall_limit_s > watch.limit_s:
            return BotFault(
                TIMEOUT,
                f"no answer within {watch.wall_limit_s:g} s, though it used less than "
                f"{watch.limit_s:g} s of processor time: it slept or waited",
            )
        return BotFault(TIMEOUT, f"no answer within {watch.limit_s:g} s of {counted}")

    def import_too_late(self, watch: Stopwatch) -> BotFault:
        return BotFault(TIMEOUT, f"importing bot.py took more than {watch.limit_s:g} s")
