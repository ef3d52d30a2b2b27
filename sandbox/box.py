"""What every backend offers: a Backend opens a Box, in which one bot plays one match."""

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar, Final, Self

import msgspec

from arena.player import CRASH, OUT_OF_MEMORY, BotFault
from arena.remote_player import RemotePlayer
from sandbox.limits import SandboxLimits

Alive = Callable[[str, str], bool]
"""(match, attempt) -> whether that attempt is still being played."""

LIFE_S: Final = 2 * 3600.0
"""When the reaper may take a box that was opened without a deadline."""

encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder()


def decode(line: bytes) -> object:
    """Strict JSON; raises ValueError or RecursionError."""
    return _decoder.decode(line)


class Box(ABC):
    """One bot in its sandbox. A context manager; ``close`` leaves nothing behind."""

    @property
    @abstractmethod
    def player(self) -> RemotePlayer:
        """The bot as a Player, once the guest is ready. Raises SandboxError."""

    @property
    @abstractmethod
    def log(self) -> bytes:
        """What the bot printed, first and last parts."""

    @abstractmethod
    def close(self) -> None:
        """End every process and remove everything of the box. May be called again."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


class Backend(ABC):
    """A way to hold strangers' code."""

    name: ClassVar[str]
    preference: ClassVar[int]
    """The lower, the sooner ``auto`` takes it."""

    @abstractmethod
    def problem(self) -> str | None:
        """Why it can't be used here and what to do about it; None if it can. Tries it out."""

    @abstractmethod
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
        time after which the reaper may take it. ``slot``: where to begin looking for a
        free user id.
        """

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
