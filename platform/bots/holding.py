"""Holding a leased row while its work is under way: renew in time, notice when to stop."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any

from arena.player import Player, View
from bots.leases import LeasedQuerySet


class LeaseLost(Exception):
    """Somebody else has the row by now: whatever we found out is not wanted."""


class WorkerStopping(Exception):
    """The worker was asked to end: hand the row back."""


class Holder:
    """Keeps a claimed row ours. `beat` is called often and does something only now and then.

    Without a `token` it holds nothing yet: see `hold`.
    """

    def __init__(
        self,
        rows: LeasedQuerySet,
        pk: int,
        *,
        token: str = "",
        lease_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.rows = rows
        self.pk = pk
        self.token = token
        self.lease_s = lease_s
        self.clock = clock
        self.stopping = False
        self._renewed_at = clock()

    def hold(self, token: str) -> None:
        """The row has been claimed, this very moment, with this token."""
        self.token = token
        self._renewed_at = self.clock()

    def beat(self) -> None:
        """Renew the lease once a third of it is over; raises LeaseLost, WorkerStopping."""
        if self.stopping:
            raise WorkerStopping
        if self.clock() - self._renewed_at < self.lease_s / 3:
            return
        if not self.rows.renew(self.pk, token=self.token, lease_s=self.lease_s):
            raise LeaseLost(f"the lease of {self.rows.model.__name__} {self.pk} went to another")
        self._renewed_at = self.clock()


class HeldPlayer:
    """A player of a held table: before anything is asked of it, the holder's beat is due.

    So the longest silence is one import or one decision, however many sit at the table.
    """

    def __init__(self, player: Player, holder: Holder) -> None:
        self.player = player
        self.holder = holder

    def sit(self, *, game: str, options: Mapping[str, Any], players: int, seat: int) -> None:
        self.holder.beat()
        self.player.sit(game=game, options=options, players=players, seat=seat)

    def choose(self, view: View) -> tuple[object, float]:
        self.holder.beat()
        return self.player.choose(view)

    def rise(self) -> None:
        self.holder.beat()
        self.player.rise()


@contextmanager
def heeding_sigterm(holder: Holder) -> Iterator[None]:
    """Let SIGTERM end the work at the holder's next beat, and then do what it does otherwise.

    Signals reach the main thread only; in any other thread this does nothing.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        holder.stopping = True

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before if before is not None else signal.SIG_DFL)
        if holder.stopping:
            os.kill(os.getpid(), signal.SIGTERM)
