"""Boxes at hand: blank ones, started ahead, and some that stay with their bot between matches.

A thread starts the blank ones and ends those that are done with. It lives as long as the
pool, and as any box that it started: bubblewrap's boxes end with their thread. A pool belongs to
one process; it dies with it, and its boxes with it. It holds no more than ``count`` blank boxes, as many
kept, and twice as many that are about to end.
"""

import atexit
import logging
import os
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Final, Generic, Protocol, TypeVar

from sandbox.errors import SandboxError

log = logging.getLogger(__name__)

IDLE_S: Final = 900.0
"""When no box was wanted for so long, all are ended until one is wanted again."""
RETRY_S: Final = 5.0
"""How long to wait after a failure before another box is started ahead."""
REFILL_AFTER_S: Final = 0.1
"""How long a match that has just taken its boxes is let alone before others are started."""


class Poolable(Protocol):
    """What a pool must know of a box."""

    code_dir: Path | None

    def get_ready(self) -> None: ...
    def is_alive(self) -> bool: ...
    def may_stay(self) -> bool: ...
    def rest(self) -> None: ...
    def close(self) -> None: ...


B = TypeVar("B", bound=Poolable)


class Pool(Generic[B]):
    """Keeps ``count`` blank boxes. ``start`` makes one; it may raise SandboxError."""

    def __init__(self, start: Callable[[], B], *, count: int, idle_s: float = IDLE_S) -> None:
        self._start = start
        self._count = count
        self._idle_s = idle_s
        self._pid = os.getpid()
        self._changed = threading.Condition()
        self._blank: deque[B] = deque()
        self._kept: deque[B] = deque()
        self._ending: deque[B] = deque()
        self._given_out: set[B] = set()
        self._is_empty = threading.Event()
        self._wanted_at = monotonic()
        self._rests_until = 0.0
        self._is_closing = False
        self._thread = threading.Thread(target=self._work, name="box pool", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def take(self, code_dir: Path) -> B | None:
        """The box kept for this bot, or a blank one; None if the caller must start one."""
        if os.getpid() != self._pid:
            return None  # a forked child shares no threads and must not share boxes
        with self._changed:
            self._wanted_at = monotonic()
            self._rests_until = max(self._rests_until, self._wanted_at + REFILL_AFTER_S)
            own = [box for box in self._kept if box.code_dir == code_dir]
            for boxes, wanted in ((self._kept, own), (self._blank, list(self._blank))):
                for box in wanted:
                    boxes.remove(box)
                    if boxes is self._blank:
                        self._changed.notify_all()
                    if box.is_alive():
                        self._given_out.add(box)
                        return box
                    self._ending.append(box)
            self._changed.notify_all()
        return None

    def take_back(self, box: B) -> None:
        """Keep a box for its bot, or end it soon; at once if the thread is too far behind."""
        stays = box.may_stay()
        if stays:
            try:
                box.rest()
            except SandboxError as problem:  # the match itself is over, and stands
                log.warning("%s", problem)
                stays = False
        with self._changed:
            if not self._is_closing and len(self._ending) < 2 * self._count:
                self._given_out.discard(box)
                (self._kept if stays else self._ending).append(box)
                if len(self._kept) > self._count:
                    self._ending.append(self._kept.popleft())
                if self._ending:
                    self._changed.notify_all()
                return
        box.close()
        self.forget(box)

    def forget(self, box: B) -> None:
        """A box that was taken has been closed."""
        with self._changed:
            self._given_out.discard(box)
            self._changed.notify_all()

    def forget_kept(self) -> None:
        """End the boxes that were kept for their bots; the blank ones stay."""
        with self._changed:
            self._ending += self._kept
            self._kept.clear()
            self._changed.notify_all()

    def wait_until_full(self, *, within_s: float) -> bool:
        """Whether all the boxes are ready, waiting so long for it."""
        with self._changed:
            return self._changed.wait_for(lambda: len(self._blank) >= self._count, within_s)

    def close(self) -> None:
        """End all boxes but those that are given out, and the thread when the last of them is back."""
        atexit.unregister(self.close)
        if os.getpid() != self._pid:
            return
        with self._changed:
            self._is_closing = True
            self._changed.notify_all()
        self._is_empty.wait()

    def _work(self) -> None:
        while (job := self._next_job()) is not None:
            try:
                job()
            except SandboxError as problem:
                log.warning("no box could be started ahead, trying again soon: %s", problem)
                self._rests_until = monotonic() + RETRY_S
            except Exception:
                log.exception("a box that was done with could not be ended, or none started ahead")
                self._rests_until = monotonic() + RETRY_S

    def _next_job(self) -> Callable[[], None] | None:
        """Wait for something to do; None when the pool is closed and empty."""
        with self._changed:
            while True:
                now = monotonic()
                is_idle = now - self._wanted_at > self._idle_s
                if is_idle or self._is_closing:
                    self._ending += (*self._blank, *self._kept)
                    self._blank.clear()
                    self._kept.clear()
                if self._ending:
                    return self._ending.popleft().close
                if self._is_closing:
                    self._is_empty.set()
                    if not self._given_out:
                        return None
                    self._changed.wait()
                    continue
                if is_idle or len(self._blank) >= self._count:
                    self._changed.wait(None if is_idle else self._idle_s)
                elif now < self._rests_until:
                    self._changed.wait(self._rests_until - now)
                else:
                    return self._start_one

    def _start_one(self) -> None:
        box = self._start()
        try:
            box.get_ready()
        except BaseException:
            box.close()
            raise
        with self._changed:
            self._blank.append(box)
            self._changed.notify_all()
