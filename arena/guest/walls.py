"""What stands between the sittings of a box whose parent may mount."""

import contextlib
import os
from collections.abc import Iterator

from .linux import CAP_SYS_ADMIN, PR_CAPBSET_DROP, Capabilities, Filter, call

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC = 1, 2, 4, 8
MNT_DETACH = 2
CLOSED = MS_NOSUID | MS_NODEV | MS_NOEXEC
OWN_PROCESSES_ONLY = b"hidepid=2,subset=pid"
"""Nothing of the machine, nor of the guest's parent. Linux before 5.8 doesn't know it."""


class NoWalls(Exception):
    """They don't stand; never a bot's fault."""


@contextlib.contextmanager
def or_no_walls() -> Iterator[None]:
    try:
        yield
    except OSError as problem:
        raise NoWalls(f"no walls around a sitting: {problem}") from problem


class Walls:
    """``outer``: the parent's filter of system calls, as the kernel takes it. ``scratch``: the
    folder on which every sitting gets a file system of its own, mounted with the options ``tmpfs``.

    Made by the first process of a namespace of processes that has the capabilities of the box's
    user namespace; keeps the one that it needs. Raises NoWalls.
    """

    def __init__(self, outer: bytes, *, scratch: str, tmpfs: str) -> None:
        self.nothing = Capabilities()
        self.scratch = scratch.encode()
        self.tmpfs = tmpfs.encode()
        self.is_mounted = False
        with or_no_walls():
            self.last_pid = self.put_up(Filter(outer))

    def put_up(self, outer: Filter) -> int:
        """Do what is done once; the descriptor by which process numbers are set, -1 for none."""
        # No process that it starts can get any of it back.
        with open("/proc/sys/kernel/cap_last_cap", encoding="ascii") as file:
            last = int(file.read())
        for capability in range(last + 1):
            call("prctl", PR_CAPBSET_DROP, capability, 0, 0, 0)
        # From now on no user namespaces: in a new one a bot would have capabilities again.
        with open("/proc/sys/user/max_user_namespaces", "w", encoding="ascii") as file:
            file.write("0")
        last_pid = -1
        with contextlib.suppress(FileNotFoundError):  # a kernel without checkpoints
            last_pid = os.open("/proc/sys/kernel/ns_last_pid", os.O_WRONLY | os.O_CLOEXEC)
        self.cover_proc()
        os.chdir("/")
        Capabilities(CAP_SYS_ADMIN).take_on()
        outer.take_on()
        return last_pid

    @staticmethod
    def cover_proc() -> None:
        """Show no more of /proc than a bot's own processes, and let nothing there be written."""
        for options in (OWN_PROCESSES_ONLY, None):
            with contextlib.suppress(OSError):
                call("mount", b"proc", b"/proc", b"proc", CLOSED | MS_RDONLY, options)
                return
        raise OSError("/proc can't be mounted")

    def renew(self) -> None:
        """Between two sittings, when no process of the last is left: let the next find nothing.

        An empty scratch directory whose inodes are numbered from the beginning, and processes
        numbered from 2.
        """
        with or_no_walls():
            if self.is_mounted:
                call("umount2", self.scratch, MNT_DETACH)
            call("mount", b"tmpfs", self.scratch, b"tmpfs", CLOSED, self.tmpfs)
            self.is_mounted = True
            if self.last_pid >= 0:
                os.pwrite(self.last_pid, b"1", 0)

    def close_in(self) -> None:
        """Put this process inside, without any capability."""
        os.chdir(self.scratch)
        self.nothing.take_on()
