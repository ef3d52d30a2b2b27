"""A process and all its descendants, read from /proc: memory, processor time, and an end."""

import contextlib
import os
import select
import signal
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from time import monotonic
from typing import Any, TypeGuard

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class ProcessTree:
    """The processes below ``pid``, the first process of a pid namespace.

    Whatever the bot starts stays below it: orphans are adopted by the first process.
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid
        try:
            self._pidfd: int | None = os.pidfd_open(pid)
        except ProcessLookupError:
            self._pidfd = None
        self._ticks = 0
        self._ready_ns: dict[int, int] = {}
        self._starved_ns = 0

    def cpu_s(self) -> float:
        """Seconds of processor time used by it, the living and the buried, in steps of 10 ms.

        Never falls until ``begin``, though the kernel forgets the time of processes whose
        parent ignores their end.
        """
        ticks = 0
        for pid in self._pids():
            fields = _stat(pid)
            if fields is not None:
                ticks += sum(int(field) for field in fields[11:15])
        self._ticks = max(self._ticks, ticks)
        return self._ticks / _TICKS

    def begin(self) -> None:
        """Count on from what the kernel knows now.

        With a sitting's namespaces its processes' time is forgotten: until as much had been used
        anew, ``cpu_s`` would stand still, and the bot would think for nothing.
        """
        self._ticks = 0

    def starved_s(self) -> float:
        """Seconds that it stood ready to run but was not let; grows from one call to the next.

        Between two calls what its longest waiting thread has waited, not the sum: threads that
        only stand in each other's way would otherwise gain more time than passes.
        """
        ready = {task: ns for pid in self._pids() for task, ns in _ready_ns(pid)}
        waited = (ns - self._ready_ns.get(task, 0) for task, ns in ready.items())
        self._starved_ns += max((0, *waited))
        self._ready_ns = ready
        return self._starved_ns / 1e9

    def memory_bytes(self) -> int:
        """Memory of all, what several share counted once where the kernel tells."""
        return sum(_memory_bytes(pid) for pid in self._pids())

    def has_ended(self, *, wait_s: float = 0.0) -> bool:
        """Whether the first process has, and all with it; waits that long for it."""
        if self._pidfd is None:
            return True
        poll = select.poll()
        poll.register(self._pidfd, select.POLLIN)
        return bool(poll.poll(wait_s * 1000))

    def kill(self) -> None:
        """Kill the first process, and with it all others."""
        if self._pidfd is not None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, signal.SIGKILL)

    def children(self) -> list[int]:
        """The processes right below the first one: those of a sitting have one of them at their top."""
        return list(_children(self.pid))

    def kill_children(self, pids: Iterable[int], *, wait_s: float) -> None:
        """Kill those of its children, with all that is below them; waits at most that long.

        What has begun since they were listed goes on, as the first process does.
        """
        deadline = monotonic() + wait_s
        for pid in pids:
            self._kill_child(pid, wait_s=deadline - monotonic())

    def _kill_child(self, pid: int, *, wait_s: float) -> None:
        with contextlib.suppress(ProcessLookupError):
            pidfd = os.pidfd_open(pid)
            try:
                fields = _stat(pid)
                # The number may be another process's by now; the descriptor can't be.
                if fields is not None and int(fields[1]) == self.pid:
                    signal.pidfd_send_signal(pidfd, signal.SIGKILL)
                    select.select([pidfd], [], [], max(0.0, wait_s))
            finally:
                os.close(pidfd)

    def close(self) -> None:
        if self._pidfd is not None:
            os.close(self._pidfd)
            self._pidfd = None

    def _pids(self) -> Iterator[int]:
        waiting = [self.pid]
        while waiting:
            pid = waiting.pop()
            yield pid
            waiting += _children(pid)


def _children(pid: int) -> Iterator[int]:
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError):
                yield from map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split())


def _stat(pid: int) -> list[str] | None:
    """The fields of /proc/PID/stat from the third (state) on."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    return text.rpartition(")")[2].split()


def _ready_ns(pid: int) -> Iterator[tuple[int, int]]:
    """Each thread of a process, and for how long it has stood ready without running."""
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(OSError, IndexError):
                fields = Path(f"/proc/{pid}/task/{task}/schedstat").read_text().split()
                yield int(task), int(fields[1])


def _memory_bytes(pid: int) -> int:
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        return int(rollup.split("\nPss:", 1)[1].split(None, 1)[0]) * 1024
    except (OSError, IndexError, ValueError):
        fields = _stat(pid)
        return 0 if fields is None else int(fields[21]) * _PAGE


# Who boxed whom, as stored beside a box so that a later process can tell and clear up.


def boxed_by(worker: int, *, first_process: int | None = None) -> dict[str, object]:
    """Both processes with their starting times, since numbers are used again, and where."""
    return {
        "place": _place(),
        "worker": [worker, _started_at(worker)],
        "first_process": [first_process, first_process and _started_at(first_process)],
    }


def worker_is_gone(about: Mapping[str, Any]) -> bool:
    """Whether the process that opened the box has ended, as far as can be told from here."""
    return about.get("place") == _place() and not _is_running(about.get("worker"))


def _place() -> list[str]:
    """This boot of this machine, and this namespace of process numbers."""
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    return [boot, os.readlink("/proc/self/ns/pid")]


def end_first_process(about: Mapping[str, Any], *, wait_s: float = 5.0) -> None:
    """Kill the box's first process, and all of its box with it, if it still runs."""
    known = about.get("first_process")
    if not _is_running(known):
        return
    tree = ProcessTree(known[0])
    tree.kill()
    tree.has_ended(wait_s=wait_s)
    tree.close()


def _is_running(known: Any) -> TypeGuard[list[int]]:
    match known:
        case [int(pid), str(began)]:
            return _started_at(pid) == began
    return False


def _started_at(pid: int) -> str | None:
    fields = _stat(pid)
    return None if fields is None else fields[19]
