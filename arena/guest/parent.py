"""The parent: never runs the bot's code."""

import contextlib
import gc
import json
import os
import select
import signal
import socket
import sys

from .child import Given, Message, live_as_child, text_stream
from .descriptors import close_all_but
from .linux import PR_SET_DUMPABLE, Filter, prctl
from .loading import Bot
from .scratch import empty
from .walls import NoWalls, Walls

try:
    import resource
except ImportError:  # not on every system an author may try the bot on
    resource = None  # type: ignore[assignment]

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""For numpy, which would start a thread for every core of the machine: more than a bot may have."""


class Standby:
    """The process of a sitting that has not begun: all is there but the bot."""

    def __init__(self, given: Given, *, has_time: bool) -> None:
        self.seats, theirs = socket.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            forget_signals()
            live_as_child(given, theirs, has_time=has_time)
        theirs.close()

    def sit(self, line: bytes, descriptors: list[int]) -> None:
        with contextlib.suppress(OSError):  # then its end is told by and by
            socket.send_fds(self.seats, [line], descriptors)


def forget_signals() -> None:
    """Undo what the parent set up to hear of its children."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def how_it_ended(status: int) -> Message:
    code = os.waitstatus_to_exitcode(status)
    return {"signal": -code} if code < 0 else {"exit": code}


class Parent:
    """Serves the control socket: one child at a time, a fresh one for every sitting."""

    def __init__(self, given: Given, control: socket.socket, scratch: str) -> None:
        self.given = given
        self.walls = given.walls
        self.control = control
        self.scratch = scratch
        self.sitting: Standby | None = None
        self.has_begun = False
        self.pending = b""
        self.descriptors: list[int] = []
        self.is_pid_1 = os.getpid() == 1
        self.child_ended, wake = socket.socketpair()
        self.child_ended.setblocking(False)
        wake.setblocking(False)
        self.wake = wake
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)

    def serve(self) -> None:
        """Until the referee hangs up; leaves no process behind. Raises NoWalls."""
        try:
            self.serve_sittings()
        finally:
            self.bury_all()

    def serve_sittings(self) -> None:
        self.clear()
        self.stand_by(has_time=True)
        self.answer({"ready": True})
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(self.child_ended, select.POLLIN)
        while True:
            for fd, _ in poll.poll():
                if fd == self.control.fileno():
                    if not self.receive():
                        return
                else:
                    with contextlib.suppress(BlockingIOError):
                        self.child_ended.recv(4096)
                    self.reap()

    def receive(self) -> bool:
        """Take what has come on the control socket; False when the referee hung up."""
        data, descriptors, _, _ = socket.recv_fds(self.control, 65536, 8)
        if not data:
            return False
        self.pending += data
        self.descriptors += descriptors
        while (end := self.pending.find(b"\n")) >= 0:
            line, self.pending = self.pending[: end + 1], self.pending[end + 1 :]
            message = json.loads(line)
            if message["do"] == "sit":
                self.sit(line)
            elif message["do"] == "rise":
                self.rise(message)
        return True

    def stand_by(self, *, has_time: bool = False) -> Standby:
        """Have the next sitting's process ready before it begins."""
        self.has_begun = False
        self.sitting = Standby(self.given, has_time=has_time)
        return self.sitting

    def sit(self, line: bytes) -> None:
        if self.has_begun:
            self.clear()
        sitting = self.sitting or self.stand_by()
        self.has_begun = True
        sitting.sit(line, self.descriptors)
        for fd in self.descriptors:
            os.close(fd)
        self.descriptors = []

    def rise(self, message: Message) -> None:
        if self.walls is None:
            self.clear()
        else:
            # No process can run on from here, and the next sitting shares nothing with them: that
            # they are taken apart need not be waited for.
            self.kill()
        self.answer({"id": message["id"], "ok": True})
        self.clear()
        self.stand_by()

    def kill(self) -> None:
        """Kill all processes of the sitting, as far as can be seen from here."""
        if self.is_pid_1:
            with contextlib.suppress(ProcessLookupError):
                os.kill(-1, signal.SIGKILL)
        elif self.sitting:
            for kill in (os.killpg, os.kill):
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    kill(self.sitting.pid, signal.SIGKILL)

    def bury_all(self) -> None:
        while True:
            self.kill()
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                return

    def clear(self) -> None:
        """Leave nothing of a sitting: no process, no file."""
        self.bury_all()
        sitting, self.sitting = self.sitting, None
        if sitting:
            sitting.seats.close()
        if self.walls is not None:
            self.walls.renew()
        elif self.scratch:
            empty(self.scratch)

    def reap(self) -> None:
        """Bury the dead; tell the referee when the bot itself is among them."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if pid == 0:
                return
            if self.sitting and pid == self.sitting.pid:
                if self.has_begun:
                    self.answer({"ended": how_it_ended(status)})
                self.clear()

    def answer(self, message: Message) -> None:
        self.control.sendall(json.dumps(message).encode() + b"\n")


def set_limits(limits: dict[str, int]) -> None:
    """Lower both limits of each resource named, for good."""
    for name, value in limits.items():
        number = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(number)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(number, (value, value))


def connected(told: Message) -> socket.socket:
    """The control socket, whichever way it is to be had."""
    if "control" in told:
        control = socket.socket(fileno=told["control"])
    else:
        control = socket.socket(socket.AF_UNIX)
        control.connect(told["socket"])
    control.set_inheritable(False)
    return control


def main(argument: str) -> None:
    """Be the guest; ``argument``: see the package."""
    told: Message = json.loads(argument)
    prctl(PR_SET_DUMPABLE, 0)
    control = connected(told)
    outer = b""
    if "walls" in told:
        with open(told["walls"], "rb") as file:
            outer = file.read()
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2):
        os.dup2(nothing, fd)
    close_all_but(0, 1, 2, control.fileno())
    # The worker may have had it above the number of files that a bot may open, up to which
    # close_all_but() will look: a child would keep it.
    lowest = os.dup(control.fileno())
    control.close()
    control = socket.socket(fileno=lowest)
    # The bot could send this one to its parent, and Python would raise for it.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    set_limits(told.get("limits", {}))
    for name in ONE_THREAD:
        os.putenv(name, "1")
    # Made here once for all children: they lead wherever 1 and 2 lead.
    sys.stdout, sys.stderr = text_stream(1), text_stream(2)
    scratch = told.get("scratch", "")
    with contextlib.suppress(ConnectionError):
        try:
            walls = Walls(outer, scratch=scratch, tmpfs=told["tmpfs"]) if outer else None
            bot = Bot(told["bot"], told.get("packages", ""))
            inner = Filter(bytes.fromhex(told["filter"])) if "filter" in told else None
            parent = Parent(Given(bot, inner, walls), control, scratch)
            gc.freeze()  # what is there now is not looked through, and so not copied, in every child
            parent.serve()
        except NoWalls as problem:
            control.sendall(json.dumps({"failed": str(problem)}).encode() + b"\n")
