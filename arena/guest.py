"""The guest: what runs inside the sandbox, in front of the bot. One file, standard library only.

It starts without the bot's code. This first process (the parent) never runs a line of the
bot, nor reads it: it forks a child for every sitting, ahead of it, and when the sitting is
over kills whatever the child left and empties the scratch directory. Only the child
imports the bot and talks to the referee. The parent alone holds the control socket, so
a child can't pretend to have been replaced.

With ``--walls`` the parent has a capability that lets it give every sitting namespaces of its
own: processes are numbered from 1 again, the scratch directory is another one, and both end
with the sitting's first process. That one gives up the capability, takes on the filter of
system calls, and forks the child.

    python3 -P -s -S -B guest.py --bot DIR (--control FD | --socket PATH)
            [--scratch DIR] [--packages DIR] [--limits JSON] [--walls FD --tmpfs OPTIONS]

One JSON object a line. On the control socket, referee to parent:

    {"id": I, "do": "sit", "game":, "options":, "players":, "seat":}   with three file
        descriptors (questions to read, answers to write, the log to write)
    {"id": I, "do": "rise"}                          -> {"id": I, "ok": true}
    unasked, at the start: {"ready": true}, or {"failed": TEXT}
    unasked, when the child died: {"ended": {"exit": N}} or {"ended": {"signal": N}}, or
        {"ended": {"outside": true}} if something did it that no bot can do

On the descriptors, child to referee and back:

    first, once the bot is imported: {"id": I, "ok": true}, with the id of "sit"
    {"id": I, "do": "choose", "view": {...}, "deal": D, "events": [new ones],
     "finished": [events of each deal finished since]}         -> {"id": I, "move": VALUE}
    instead of either: {"id": I, "error": TEXT, "kind": "crash" | "out_of_memory" |
     "malformed_reply"}
"""

import argparse
import contextlib
import gc
import importlib
import itertools
import json
import os
import select
import signal
import socket
import struct
import sys
import traceback
import types
from collections.abc import Callable, Iterator
from typing import Any, TextIO

try:
    import ctypes
    import resource
except ImportError:  # not on every system an author may try the bot on
    ctypes = resource = None  # type: ignore[assignment]

OWN_MODULES = frozenset(sys.modules)
# Not for us: most bots want it, and in every sitting anew.
importlib.import_module("random")
AHEAD = frozenset(sys.modules) - OWN_MODULES

Message = dict[str, Any]
ChooseMove = Callable[[dict[str, Any]], object]

REPLY_BYTES = 64 * 1024
ERROR_CHARS = 8000
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""For numpy, which would start a thread for every core of the machine: more than a bot may have."""

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP = 1, 4, 22
PR_CAPBSET_DROP, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 24, 47, 4
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
CLONE_NEWNS, CLONE_NEWPID = 0x00020000, 0x20000000
CLONE_CALLS = {"x86_64": 56, "aarch64": 220}
MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8


class Bot:
    """The bot's folder."""

    def __init__(self, folder: str, packages: str) -> None:
        self.folder = os.path.abspath(folder)
        self.path = os.path.join(self.folder, "bot.py")
        self.packages = packages

    def load(self) -> ChooseMove:
        """Run ``bot.py`` as the module ``bot`` and return its ``choose_move``."""
        sys.argv = ["bot.py"]
        sys.path.insert(0, self.folder)
        for name in AHEAD.intersection(name.partition(".")[0] for name in os.listdir(self.folder)):
            del sys.modules[name]  # it has one of its own
        if self.packages and os.path.isdir(self.packages):
            sys.path.append(self.packages)
        with open(self.path, "rb") as file:
            code = compile(file.read(), self.path, "exec", dont_inherit=True)
        module = types.ModuleType("bot")
        module.__file__ = self.path
        sys.modules["bot"] = module
        exec(code, module.__dict__)  # noqa: S102 - running the bot is what this is for
        choose_move = getattr(module, "choose_move", None)
        if not callable(choose_move):
            raise NoEntryPoint("bot.py defines no function choose_move(view)")
        return choose_move  # type: ignore[no-any-return]


class NoEntryPoint(Exception):
    """The bot lacks ``choose_move``."""


# The child: one sitting.


def explain(error: BaseException, folder: str) -> tuple[str, str]:
    """(traceback text with the bot's own frames only, kind of fault)."""
    kind = "out_of_memory" if isinstance(error, MemoryError) else "crash"
    if isinstance(error, NoEntryPoint):
        return str(error), kind
    try:
        described = traceback.TracebackException(type(error), error, error.__traceback__)
        trim(described, os.path.join(folder, ""), set())
        text = "".join(described.format())
        if not described.stack:
            text = "".join(described.format_exception_only())
    except Exception:
        text = f"{type(error).__name__} (its traceback could not be made)"
    if len(text) > ERROR_CHARS:
        half = ERROR_CHARS // 2
        text = f"{text[:half]}\n[... {len(text) - ERROR_CHARS} characters left out ...]\n{text[-half:]}"
    if kind == "out_of_memory":
        text += memory_allowed()
    return text.encode("utf-8", "backslashreplace").decode(), kind


def memory_allowed() -> str:
    """A line that says how much a process may hold, where that is limited."""
    most = resource.getrlimit(resource.RLIMIT_DATA)[0] if resource else -1
    if resource is None or most == resource.RLIM_INFINITY:
        return ""
    return f"One process of the bot may hold {most // 2**20} MiB.\n"


def trim(described: traceback.TracebackException | None, prefix: str, done: set[int]) -> None:
    """Leave only frames in files under ``prefix``, named relative to it, in the whole chain."""
    if described is None or id(described) in done:
        return
    done.add(id(described))
    kept = []
    for frame in described.stack:
        if frame.filename.startswith(prefix):
            _ = frame.line  # reads the source line while the name is still a path
            frame.filename = frame.filename[len(prefix) :]
            kept.append(frame)
    described.stack[:] = kept
    name = getattr(described, "filename", None)
    if isinstance(name, str) and name.startswith(prefix):
        described.filename = name[len(prefix) :]
    trim(described.__cause__, prefix, done)
    trim(described.__context__, prefix, done)
    for member in getattr(described, "exceptions", None) or ():
        trim(member, prefix, done)


encode = json.JSONEncoder(allow_nan=False, ensure_ascii=False).encode
"""Made once: json.dumps() would make another for every move."""


def move_reply(identity: str, move: object) -> bytes:
    """The line that answers a question with ``move``, whatever that is."""
    try:
        # As UTF-8: a text with half a character in it can't be said in JSON.
        text = encode({"id": identity, "move": move})
        line = text.encode()
        problem = "is too long to send" if len(line) >= REPLY_BYTES else ""
    except (TypeError, ValueError, RecursionError) as error:
        problem = f"JSON cannot say ({error})"
    if problem:
        try:
            shown = repr(move)[:500]
        except Exception as error:
            shown = f"<its repr() failed: {type(error).__name__}>"
        return error_reply(
            identity, f"choose_move returned something that {problem}: {shown}", "malformed_reply"
        )
    return line + b"\n"


def error_reply(identity: str, text: str, kind: str) -> bytes:
    text = text.encode("utf-8", "backslashreplace").decode()
    return json.dumps({"id": identity, "error": text, "kind": kind}).encode() + b"\n"


def send(fd: int, line: bytes) -> None:
    while line:
        line = line[os.write(fd, line) :]


def flush() -> None:
    """Hand on what the bot printed; it may have replaced or closed its streams."""
    for stream in (sys.stdout, sys.stderr):
        try:  # noqa: SIM105 - suppress() would take as long as the flushing
            stream.flush()
        except BaseException:  # noqa: S110
            pass


def say_in_the_log(error: BaseException) -> None:
    """Tell of an error that is not the bot's own but comes of what it broke."""
    try:
        text = traceback.format_exc()
    except BaseException:
        text = f"{error.__class__.__name__}: {error}\n"
    os.write(2, text.encode(errors="backslashreplace"))


def lines(fd: int) -> Iterator[bytes]:
    """The referee's lines; ends when the referee hangs up."""
    pending = b""
    while chunk := os.read(fd, 65536):
        pending += chunk
        while (end := pending.find(b"\n")) >= 0:
            yield pending[:end]
            pending = pending[end + 1 :]


def play(bot: Bot, sit: Message, *, questions: int, answers: int) -> None:
    """Import the bot and answer questions until the referee hangs up."""
    try:
        choose_move = bot.load()
        reply = json.dumps({"id": sit["id"], "ok": True}).encode() + b"\n"
    except BaseException as error:
        reply = error_reply(sit["id"], *explain(error, bot.folder))
    flush()
    send(answers, reply)
    fixed = {key: sit[key] for key in ("game", "options", "players", "seat")}
    events: list[Any] = []
    history: list[Any] = []
    for line in lines(questions):
        question = json.loads(line.decode())
        identity = question["id"]
        if "finished" in question:
            history.extend(question["finished"])
            events = []
        events.extend(question["events"])
        view = {
            **fixed,
            **question["view"],
            "deal": question["deal"],
            "events": events.copy(),
            "history": history.copy(),
        }
        try:
            reply = move_reply(identity, choose_move(view))
        except BaseException as error:
            reply = error_reply(identity, *explain(error, bot.folder))
        flush()
        send(answers, reply)


def text_stream(fd: int) -> TextIO:
    """A stream that any text can be printed to."""
    return open(fd, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)


def wait_for_seat(seats: socket.socket) -> tuple[Message, list[int]] | None:
    """The message "sit" and its descriptors; None when none will come any more."""
    pending, descriptors = b"", []
    while not pending.endswith(b"\n"):
        data, more, _, _ = socket.recv_fds(seats, 65536, 8)
        if not data:
            return None
        pending += data
        descriptors += more
    return json.loads(pending), descriptors


def rehearse() -> None:
    """Do what a sitting begins with, for nothing.

    Memory that is shared with the parent is copied when it is first used; now nobody waits.
    """
    module = types.ModuleType("bot")
    source = "import random\ndef choose_move(view):\n    return view\n"
    exec(compile(source, "bot.py", "exec"), module.__dict__)  # noqa: S102 - our own two lines
    question = json.loads(move_reply("0" * 32, ["R1", 2]))
    move_reply(question["id"], module.choose_move({**question}))
    flush()


def become_child(bot: Bot, seats: socket.socket) -> None:
    """The rest of the child's life: wait for a seat, and play."""
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    close_all_but(0, 1, 2, seats.fileno())
    sys.stdout = text_stream(1)
    sys.stderr = text_stream(2)
    rehearse()
    taken = wait_for_seat(seats)
    if taken is None:
        return
    sit, descriptors = taken
    questions, answers, log = descriptors
    os.dup2(log, 1)
    os.dup2(log, 2)
    seats.detach()
    close_all_but(0, 1, 2, questions, answers)
    for fd in (questions, answers):
        os.set_inheritable(fd, False)
    play(bot, sit, questions=questions, answers=answers)


def live_as_child(bot: Bot, seats: socket.socket) -> None:
    """Be the child, and end."""
    status = 1
    try:
        become_child(bot, seats)
        status = 0
    except BaseException as error:
        say_in_the_log(error)
    finally:
        os._exit(status)


# The parent: never runs the bot's code.


LIBC = ctypes.CDLL(None, use_errno=True) if ctypes and sys.platform == "linux" else None


def prctl(option: int, value: int) -> None:
    """Linux's prctl, where there is one."""
    if LIBC is not None:
        LIBC.prctl(option, int(value), 0, 0, 0)


def call(name: str, *arguments: object) -> None:
    """Call the C library; raises OSError, which names the call."""
    if getattr(LIBC, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


class Walls:
    """What a sitting is enclosed in, where the parent may make namespaces.

    ``program``: the filter of system calls, as the kernel takes it. ``scratch``: the folder on
    which every sitting gets a file system of its own, mounted with the options ``tmpfs``.
    """

    def __init__(self, program: bytes, *, scratch: str, tmpfs: str) -> None:
        self.filter = Filter(program)
        self.scratch = scratch
        self.tmpfs = tmpfs
        self.clone = CLONE_CALLS[os.uname().machine]
        # The parent keeps what it has, but no process that it starts can get any of it back.
        with open("/proc/sys/kernel/cap_last_cap", encoding="ascii") as file:
            last = int(file.read())
        for capability in range(last + 1):
            call("prctl", PR_CAPBSET_DROP, capability, 0, 0, 0)
        # From now on no user namespaces: in a new one a bot would have capabilities again.
        with open("/proc/sys/user/max_user_namespaces", "w", encoding="ascii") as file:
            file.write("0")

    def fork_first(self) -> int:
        """Fork the first process of new namespaces; 0 in it, else its number.

        By the bare system call: after unshare() a process can't ask for a namespace of processes a
        second time, and a process in between costs as much as the rest.
        """
        flags = CLONE_NEWNS | CLONE_NEWPID | signal.SIGCHLD
        # As PyDLL: nothing may let go of the interpreter's lock between the two returns.
        pid: int = ctypes.PyDLL(None, use_errno=True).syscall(self.clone, flags, 0, 0, 0, 0)
        if pid < 0:
            raise OSError(f"clone: {os.strerror(ctypes.get_errno())}")
        return pid

    def close_in(self) -> None:
        """Put them up around this process, for good; only it knows what is to come in."""
        closed = MS_NOSUID | MS_NODEV | MS_NOEXEC
        # Settings of its namespaces in /proc/sys could be written.
        call("mount", b"proc", b"/proc", b"proc", closed | MS_RDONLY, None)
        call("mount", b"tmpfs", self.scratch.encode(), b"tmpfs", closed, self.tmpfs.encode())
        os.chdir(self.scratch)
        drop_capabilities()
        self.filter.take_on()


def drop_capabilities() -> None:
    """Give up all: those that are held, and those that another program would be given."""
    call("prctl", PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    call("capset", header, (ctypes.c_uint32 * 6)())


class Filter:
    """A filter of system calls, made once and taken on by many."""

    def __init__(self, program: bytes) -> None:
        self.code = ctypes.create_string_buffer(program, len(program))
        # The kernel's struct sock_fprog: an unsigned short, and behind a gap a pointer.
        self.told = struct.pack("@HP", len(program) // 8, ctypes.addressof(self.code))

    def take_on(self) -> None:
        """For this process and all it starts."""
        call("prctl", PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self.told, 0, 0)


def close_all_but(*kept: int) -> None:
    """Close every descriptor but ``kept``, which has 0, 1 and 2."""
    fds = sorted(kept)
    ends = [*fds[1:], os.sysconf("SC_OPEN_MAX") if resource else 256]
    for fd, end in zip(fds, ends, strict=True):
        # With an end before its start, closerange() closes everything.
        if fd + 1 < end:
            os.closerange(fd + 1, end)


def some(folder: bytes) -> list["os.DirEntry[bytes]"]:
    """Some of what is in ``folder``: there may be more than memory holds."""
    with os.scandir(folder) as entries:
        return list(itertools.islice(entries, 1000))


def empty(folder: str) -> None:
    """Remove everything in ``folder``, however deep, named, protected or numerous.

    Subfolders are lifted to the top before theirs is removed, so neither path
    length nor recursion nor open files grow with the depth.
    """
    top = os.fsencode(folder)
    lifted = 0
    if os.stat(top).st_uid == os.getuid():
        os.chmod(top, 0o700)
    while entries := some(top):
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.path)
                continue
            os.chmod(entry.path, 0o700)
            while inner := some(entry.path):
                for inside in inner:
                    if not inside.is_dir(follow_symlinks=False):
                        os.unlink(inside.path)
                        continue
                    os.chmod(inside.path, 0o700)
                    lifted += 1
                    target = b".lifted-%d-%d" % (os.getpid(), lifted)
                    os.rename(inside.path, os.path.join(top, target))
            os.rmdir(entry.path)
    if os.stat(top).st_uid == os.getuid():
        os.chmod(top, 0o700)
        os.utime(top, (0, 0))


class Standby:
    """The processes of a sitting that has not begun: all is there but the bot.

    ``pid``: the child, or with walls the sitting's first process, whose child it is.
    """

    def __init__(self, bot: Bot, walls: Walls | None) -> None:
        self.seats, theirs = socket.socketpair()
        self.report, report = os.pipe()
        self.has_walls = walls is not None
        self.pid = walls.fork_first() if walls else os.fork()
        if self.pid == 0:
            forget_signals()
            if walls is not None:
                live_as_first(bot, theirs, walls, report)
            live_as_child(bot, theirs)
        theirs.close()
        os.close(report)

    def problem(self) -> str:
        """Why the walls don't stand; empty if they do."""
        if not self.has_walls:
            return ""
        said = os.read(self.report, 4096)
        return "" if said == STANDS else said.decode(errors="replace") or "it ended"

    def sit(self, line: bytes, descriptors: list[int]) -> None:
        with contextlib.suppress(OSError):  # then its end is told by and by
            socket.send_fds(self.seats, [line], descriptors)

    def ended(self, status: int) -> Message:
        """How the bot's main process ended. ``status``: how ``pid`` did."""
        if self.has_walls:
            # Nobody inside can kill the first process, nor write to the pipe that only it has.
            # Anything but a report of the child's end is that of walls which broke.
            told = os.read(self.report, 4096).removeprefix(STANDS)
            return json.loads(told) if told.startswith(b"{") else {"outside": True}
        return how_it_ended(status)

    def close(self) -> None:
        self.seats.close()
        os.close(self.report)


STANDS = b"stands"


def forget_signals() -> None:
    """Undo what the parent set up to hear of its children."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)


def how_it_ended(status: int) -> Message:
    code = os.waitstatus_to_exitcode(status)
    return {"signal": -code} if code < 0 else {"exit": code}


def live_as_first(bot: Bot, seats: socket.socket, walls: Walls, report: int) -> None:
    """Be the first process of a sitting's namespaces: when it ends, all in them does.

    It buries the dead, and reports when the child is among them.
    """
    try:
        close_all_but(0, 1, 2, seats.fileno(), report)
        walls.close_in()
        child = os.fork()
        if child == 0:
            live_as_child(bot, seats)
        seats.close()
        os.write(report, STANDS)
        while True:
            pid, status = os.wait()
            if pid == child:
                os.write(report, json.dumps(how_it_ended(status)).encode())
                os._exit(0)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.write(report, f"{type(error).__name__}: {error}".encode())
    finally:
        os._exit(1)


class Parent:
    """Serves the control socket: one child at a time, a fresh one for every sitting."""

    def __init__(
        self, bot: Bot, control: socket.socket, scratch: str, walls: Walls | None = None
    ) -> None:
        self.bot = bot
        self.control = control
        self.scratch = scratch
        self.walls = walls
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
        try:
            self.clear()
            problem = self.stand_by().problem()
        except OSError as error:
            problem = str(error)
        if problem:
            self.answer({"failed": f"no walls around a sitting: {problem}"})
            return
        self.answer({"ready": True})
        while True:
            poll = select.poll()
            poll.register(self.control, select.POLLIN)
            poll.register(self.child_ended, select.POLLIN)
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

    def stand_by(self) -> Standby:
        """Have the next sitting's processes ready before it begins."""
        self.has_begun = False
        self.sitting = Standby(self.bot, self.walls)
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

    def clear(self) -> None:
        """Leave nothing of a sitting: no process, no file."""
        while True:
            self.kill()
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                break
        sitting, self.sitting = self.sitting, None
        if sitting:
            sitting.close()
        if self.scratch and self.walls is None:
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
                    self.answer({"ended": self.sitting.ended(status)})
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


def connect(path: str) -> socket.socket:
    control = socket.socket(socket.AF_UNIX)
    control.connect(path)
    return control


def main() -> None:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    parser.add_argument("--bot", required=True)
    parser.add_argument("--control", type=int)
    parser.add_argument("--socket")
    parser.add_argument("--scratch", default="")
    parser.add_argument("--packages", default="")
    parser.add_argument("--limits", type=json.loads, default={})
    parser.add_argument("--walls", type=int)
    parser.add_argument("--tmpfs", default="")
    arguments = parser.parse_args()
    prctl(PR_SET_DUMPABLE, 0)
    if arguments.control is None:
        control = connect(arguments.socket)
    else:
        control = socket.socket(fileno=arguments.control)
    control.set_inheritable(False)
    walls = None
    if arguments.walls is not None:
        with open(arguments.walls, "rb") as file:
            program = file.read()
        walls = Walls(program, scratch=arguments.scratch, tmpfs=arguments.tmpfs)
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
    set_limits(arguments.limits)
    for name in ONE_THREAD:
        os.putenv(name, "1")
    gc.freeze()  # what is there now is not looked through, and so not copied, in every child
    bot = Bot(arguments.bot, arguments.packages)
    parent = Parent(bot, control, arguments.scratch, walls)
    with contextlib.suppress(ConnectionError):
        parent.serve()
    parent.clear()


if __name__ == "__main__":
    main()
