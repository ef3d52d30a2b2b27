"""What every backend offers: a Backend opens a Box, in which one bot plays one match."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, ClassVar, Final, Self

import msgspec

from arena.bot_log import LogMark
from arena.player import CRASH, OUT_OF_MEMORY, BotFault
from arena.remote_player import RemotePlayer
from sandbox.errors import ours
from sandbox.limits import SandboxLimits
from sandbox.pool import Pool
from sandbox.runtime_dir import BoxDir, Slot

Alive = Callable[[str, str], bool]
"""(match, attempt) -> whether that attempt is still being played."""

LIFE_S: Final = 2 * 3600.0
"""When the reaper may take a box that was opened without a deadline."""

encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder()


def decode(line: bytes) -> object:
    """Strict JSON; raises ValueError or RecursionError."""
    return _decoder.decode(line)


MATCHES_PER_BOX: Final = 200
"""After so many a box is ended, whatever the reasons to keep it."""


class Box(ABC):
    """One bot in its sandbox; at first blank, without a bot. A context manager.

    Leaving it without an exception gives it back to its backend's pool, where there is one, and
    closes it otherwise. Owns its folder and its slot. ``facts``: what the reaper must know of
    it besides the labels.
    """

    def __init__(
        self, *, folder: BoxDir, slot: Slot, limits: SandboxLimits, facts: Mapping[str, Any]
    ) -> None:
        self._folder = folder
        self._slot = slot
        self.limits = limits
        self._facts = facts
        self.code_dir: Path | None = None
        """Whose bot it is; None while it is blank."""
        self.matches = 0
        self.pool: Pool[Box] | None = None
        """Where it came from, or may stay after a match."""

    def hand_in(self, code_dir: Path, *, labels: Mapping[str, str]) -> None:
        """Put the bot's files before the guest, and note whom the box is for.

        They go into a folder that the box has shown from its beginning as ``/bot``, read-only.
        Raises SandboxError.
        """
        with ours("the bot could not be handed in"):
            self._folder.write_about({**with_deadline(labels), **self._facts})
            if self.code_dir is None:
                self._folder.copy_code(code_dir)
        self.code_dir = code_dir
        self.matches += 1

    def may_stay(self) -> bool:
        """Whether it may serve its bot in another match: only where a sitting leaves nothing."""
        return False

    def rest(self) -> None:
        """The match is over: be nobody's until the bot is handed in again."""
        with ours("the box could not be kept"):
            self._folder.write_about({**with_deadline({}), **self._facts})

    @property
    @abstractmethod
    def player(self) -> RemotePlayer:
        """The bot as a Player, once the guest is ready. Raises SandboxError."""

    @property
    @abstractmethod
    def log(self) -> bytes:
        """What the bot printed, first and last parts."""

    @property
    @abstractmethod
    def log_marks(self) -> list[LogMark]:
        """Which parts of ``log`` were printed for which decision."""

    def get_ready(self) -> None:
        """Wait until the guest is; raises SandboxError."""
        _ = self.player

    def is_alive(self) -> bool:
        """Whether the guest of a box that has been ready is still there."""
        return self.player.is_connected()

    @abstractmethod
    def close(self) -> None:
        """End every process and remove everything of the box. May be called again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *exception: object) -> None:
        if kind is None and self.pool is not None:
            self.pool.take_back(self)
            return
        self.close()
        if self.pool is not None:
            self.pool.forget(self)


class Backend(ABC):
    """A way to hold strangers' code."""

    name: ClassVar[str]
    preference: ClassVar[int]
    """The lower, the sooner ``auto`` takes it."""

    _pool: Pool[Box] | None = None
    _warm_limits: SandboxLimits | None = None

    @abstractmethod
    def problem(self) -> str | None:
        """Why it can't be used here and what to do about it; None if it can. Tries it out."""

    @abstractmethod
    def start(self, *, limits: SandboxLimits, slot: int = 0) -> Box:
        """A blank box; raises SandboxError. ``slot``: where to begin looking for a free user id."""

    def open(
        self,
        code_dir: Path,
        *,
        limits: SandboxLimits,
        labels: Mapping[str, str],
        slot: int = 0,
    ) -> Box:
        """A box for the bot in ``code_dir``; raises SandboxError.

        ``labels`` name whom it is for: ``match``, ``attempt``, and ``deadline`` as an ISO
        time after which the reaper may take it. ``slot``: see ``start``.
        """
        pool = self._pool if limits == self._warm_limits else None
        box = pool.take(code_dir) if pool is not None else None
        if box is None:
            box = self.start(limits=limits, slot=slot)
        box.pool = pool
        try:
            box.hand_in(code_dir, labels=labels)
        except BaseException as problem:
            box.__exit__(type(problem), problem, None)
            raise
        return box

    def warm(self, count: int, *, limits: SandboxLimits, slot: int = 0) -> None:
        """From now on keep so many blank boxes ready, until ``cool`` or the end of the process."""
        self.cool()
        self._warm_limits = limits
        self._pool = Pool(lambda: self.start(limits=limits, slot=slot), count=count)

    @property
    def is_warm(self) -> bool:
        return self._pool is not None

    def cool(self) -> None:
        """Keep no boxes any more, and end those that were kept."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

    @abstractmethod
    def reap(self, *, now: datetime, alive: Alive | None = None) -> int:
        """Remove boxes that nobody needs any more; returns how many.

        Those whose deadline has passed, whose worker is gone, or whose attempt isn't ``alive``.
        """


def out_of_memory(limits: SandboxLimits) -> BotFault:
    return BotFault(
        OUT_OF_MEMORY,
        f"the bot's processes used more than {limits.memory_bytes // 2**20} MiB of memory",
    )


def still_running() -> BotFault:
    """No line to the bot any more, though nothing has ended."""
    return BotFault(
        CRASH,
        "the bot closed its line to the referee (became another program, or closed all files?), "
        "or its processes could not be ended in time",
    )


def with_deadline(labels: Mapping[str, str]) -> dict[str, str]:
    """The labels with a deadline, by default LIFE_S from now."""
    return {"deadline": (datetime.now(UTC) + timedelta(seconds=LIFE_S)).isoformat(), **labels}


def is_abandoned(labels: Mapping[str, str], *, now: datetime, alive: Alive | None) -> bool:
    """Whether a box with these labels may be removed."""
    deadline = labels.get("deadline", "")
    if deadline:
        with contextlib.suppress(ValueError, TypeError):
            if datetime.fromisoformat(deadline) < now:
                return True
    if alive is None or "match" not in labels:
        return False
    return not alive(labels["match"], labels.get("attempt", ""))
