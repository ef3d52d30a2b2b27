"""One cgroup for one box: memory, processes, processor time. Versions 1 and 2 of the kernel's.

Needs root and a writable /sys/fs/cgroup; without, ``create`` returns None and the caller
falls back on what it can do by itself.
"""

import contextlib
import os
import time
from pathlib import Path
from typing import Final, Self

from sandbox.limits import SandboxLimits

ROOT: Final = Path("/sys/fs/cgroup")
PARENT: Final = "quintet"
_PERIOD_US: Final = 100_000
_V1_CONTROLLERS: Final = ("memory", "pids", "cpu", "cpuacct", "freezer")
_V2_CONTROLLERS: Final = ("memory", "pids", "cpu")


class Cgroup:
    """A cgroup by its folders: one on version 2, one per controller on version 1."""

    def __init__(self, folders: dict[str, Path], *, own: bool = False) -> None:
        self._folders = folders
        self._own = own
        self._cpu_fd: int | None = None

    @classmethod
    def create(cls, name: str, limits: SandboxLimits) -> Self | None:
        """Make the cgroup of a box with its limits set; None where that can't be done."""
        if os.geteuid() != 0:
            return None
        folders = _v2_folders(name) if _is_v2() else _v1_folders(name)
        made = cls(folders, own=True)
        try:
            for folder in dict.fromkeys(folders.values()):
                folder.mkdir(parents=True, exist_ok=True)
            made._set(limits)
        except OSError:
            made.remove()
            return None
        return made

    @classmethod
    def of_process(cls, pid: int, *, expected: str) -> Self | None:
        """The cgroup that a process of this machine is in; None where it can't be read.

        ``expected`` must be part of its name: the number may be one of another machine's.
        """
        try:
            lines = Path(f"/proc/{pid}/cgroup").read_text().splitlines()
        except OSError:
            return None
        if not any(expected in line for line in lines):
            return None
        folders: dict[str, Path] = {}
        for line in lines:
            _, controllers, path = line.split(":", 2)
            if not controllers:
                if _is_v2():
                    folders = dict.fromkeys(_V2_CONTROLLERS, ROOT / path.lstrip("/"))
                continue
            for controller in controllers.split(","):
                folders[controller] = ROOT / controller / path.lstrip("/")
        found = cls(folders)
        try:
            found.cpu_s()
        except (OSError, KeyError, ValueError):
            return None
        return found

    def _set(self, limits: SandboxLimits) -> None:
        quota = max(1000, int(limits.cpus * _PERIOD_US))
        if _is_v2():
            folder = self._folders["memory"]
            _write(folder / "memory.max", limits.memory_bytes)
            with contextlib.suppress(OSError):
                _write(folder / "memory.swap.max", 0)
            _write(folder / "pids.max", limits.pids)
            _write(folder / "cpu.max", f"{quota} {_PERIOD_US}")
            return
        memory = self._folders["memory"]
        _write(memory / "memory.limit_in_bytes", limits.memory_bytes)
        with contextlib.suppress(OSError):  # absent where swap is not accounted
            _write(memory / "memory.memsw.limit_in_bytes", limits.memory_bytes)
        with contextlib.suppress(OSError):
            _write(memory / "memory.swappiness", 0)
        _write(self._folders["pids"] / "pids.max", limits.pids)
        _write(self._folders["cpu"] / "cpu.cfs_period_us", _PERIOD_US)
        _write(self._folders["cpu"] / "cpu.cfs_quota_us", quota)

    def add(self, pid: int) -> None:
        for folder in dict.fromkeys(self._folders.values()):
            _write(folder / "cgroup.procs", pid)

    def cpu_s(self) -> float:
        """Seconds of processor time that the group has used."""
        if self._cpu_fd is None:
            name = "cpu.stat" if _is_v2() else "cpuacct.usage"
            folder = self._folders["cpu" if _is_v2() else "cpuacct"]
            self._cpu_fd = os.open(folder / name, os.O_RDONLY | os.O_CLOEXEC)
        text = os.pread(self._cpu_fd, 4096, 0)
        if _is_v2():
            return int(text.split(b"usage_usec ", 1)[1].split(b"\n", 1)[0]) / 1e6
        return int(text) / 1e9

    def memory_kills(self) -> int:
        """How many of its processes the kernel killed for want of memory."""
        name = "memory.events" if _is_v2() else "memory.oom_control"
        try:
            text = (self._folders["memory"] / name).read_text()
        except (OSError, KeyError):
            return 0
        for line in text.splitlines():
            key, _, value = line.partition(" ")
            if key == "oom_kill":
                return int(value)
        return 0

    def age_s(self) -> float:
        """Seconds since it was made; 0 if it is gone."""
        made_at = []
        for folder in self._folders.values():
            with contextlib.suppress(OSError):
                made_at.append(folder.stat().st_mtime)
        return time.time() - max(made_at) if made_at else 0.0

    def processes(self) -> list[int]:
        folder = self._folders["pids"]
        try:
            return [int(line) for line in (folder / "cgroup.procs").read_text().split()]
        except OSError:
            return []

    def close(self) -> None:
        if self._cpu_fd is not None:
            os.close(self._cpu_fd)
            self._cpu_fd = None

    def remove(self, *, patience_s: float = 5.0) -> bool:
        """Kill what is left in it and remove it; False if the kernel wouldn't in time."""
        self.close()
        if not self._own:
            return True
        deadline = time.monotonic() + patience_s
        left = set(self._folders.values())
        while left:
            for pid in self.processes():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, 9)
            for folder in list(left):
                with contextlib.suppress(OSError):
                    folder.rmdir()
                if not folder.exists():
                    left.discard(folder)
            if left and time.monotonic() > deadline:
                return False
            if left:
                time.sleep(0.002)
        return True


def remove_deserted(*, older_than_s: float) -> int:
    """Remove cgroups without a process that were made so long ago; returns how many.

    What the kernel would not remove in time when its box was closed has no folder any more.
    """
    removed = 0
    for cgroup in own_cgroups().values():
        if cgroup.age_s() > older_than_s and not cgroup.processes():
            removed += cgroup.remove(patience_s=0.0)
    return removed


def own_cgroups() -> dict[str, Cgroup]:
    """The cgroups of boxes there are on this machine, by name, whoever made them."""
    parents = [ROOT] if _is_v2() else [ROOT / controller for controller in _V1_CONTROLLERS]
    names = set()
    for parent in parents:
        with contextlib.suppress(OSError):
            names |= {folder.name for folder in (parent / PARENT).iterdir() if folder.is_dir()}
    make = _v2_folders if _is_v2() else _v1_folders
    return {name: Cgroup(make(name), own=True) for name in names}


def _is_v2() -> bool:
    return (ROOT / "cgroup.controllers").exists()


def _v1_folders(name: str) -> dict[str, Path]:
    # resolve(): cpu and cpuacct are often one hierarchy under two names.
    return {
        controller: (ROOT / controller).resolve() / PARENT / name
        for controller in _V1_CONTROLLERS
        if (ROOT / controller).is_dir()
    }


def _v2_folders(name: str) -> dict[str, Path]:
    parent = ROOT / PARENT
    with contextlib.suppress(OSError):
        parent.mkdir(exist_ok=True)
        for folder in (ROOT, parent):
            for controller in _V2_CONTROLLERS:
                with contextlib.suppress(OSError):
                    _write(folder / "cgroup.subtree_control", f"+{controller}")
    return dict.fromkeys(_V2_CONTROLLERS, parent / name)


def _write(file: Path, value: int | str) -> None:
    # Without O_CREAT: a file that isn't there is a controller that isn't there.
    fd = os.open(file, os.O_WRONLY | os.O_CLOEXEC)
    try:
        os.write(fd, str(value).encode())
    finally:
        os.close(fd)
