"""The demo's child processes: started apart from the terminal, watched, and all of them stopped."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PR_SET_PDEATHSIG = 1  # prctl(2)
RESTARTS_MAX = 5
RESTARTS_WITHIN_S = 60.0
LOG_TAIL_BYTES = 2000


class ChildDied(Exception):
    """A child ended by itself; the message has its name and the end of its log."""


@dataclass
class Child:
    """One running program, in a session of its own: the terminal's Ctrl-C does not reach it."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    pass_fds: Sequence[int] = ()
    restart: bool = False
    patience_s: float = 5.0
    """How long it may take to end by itself when asked to."""
    folder: Path | None = None
    """Where it is started; None: where we are. A program looks for modules there first."""
    starts: list[float] = field(default_factory=list)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, with its output appended to its log."""
        self.starts.append(time.monotonic())
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                self.command,
                env=dict(self.environment),
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=self.pass_fds,
                start_new_session=True,
                preexec_fn=end_with_parent if sys.platform == "linux" else None,
            )

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def may_restart(self) -> bool:
        """Whether it died rarely enough to be worth another start."""
        recent = [start for start in self.starts if time.monotonic() - start < RESTARTS_WITHIN_S]
        return self.restart and len(recent) <= RESTARTS_MAX

    def last_words(self) -> str:
        """The end of its log."""
        with contextlib.suppress(OSError), self.log.open("rb") as log:
            log.seek(0, os.SEEK_END)
            log.seek(max(0, log.tell() - LOG_TAIL_BYTES))
            return log.read().decode(errors="replace").strip()
        return ""

    def ask_to_end(self, signal_number: int) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal_number)

    def ends_within(self, seconds: float) -> bool:
        if self.process is None:
            return True
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def kill(self) -> None:
        """Kill it and what is left of its process group."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def end_with_parent() -> None:
    """Ask the kernel for a SIGTERM when the parent dies, however that comes about."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Supervisor:
    """Starts children, starts again those that may die, and stops them all, the last one first."""

    def __init__(self) -> None:
        self.children: list[Child] = []

    def start(self, child: Child) -> None:
        self.children.append(child)
        child.start()

    def check(self) -> None:
        """Start again what died; raise ChildDied for a child that the demo cannot go on without."""
        for child in self.children:
            if not child.has_ended():
                continue
            if not child.may_restart():
                raise ChildDied(
                    f"The {child.name} ended. The end of {child.log}:\n{child.last_words()}"
                )
            child.kill()
            child.start()

    def stop(self) -> None:
        """Ask each child to end (SIGTERM, then SIGQUIT), and kill what does not."""
        while self.children:
            child = self.children.pop()
            child.ask_to_end(signal.SIGTERM)
            if not child.ends_within(child.patience_s):
                child.ask_to_end(signal.SIGQUIT)
                child.ends_within(2.0)
            child.kill()
