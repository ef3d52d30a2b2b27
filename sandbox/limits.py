"""What one box may use, all its processes together unless said otherwise."""

from dataclasses import dataclass

from arena.player import Limits

MIB = 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class SandboxLimits(Limits):
    """The limits of a sitting, and those of the box around it."""

    memory_bytes: int = 256 * MIB
    """Without swap. Where no cgroup can be had, each process's data, and a watch on the sum."""
    pids: int = 32
    """Processes and threads."""
    cpus: float = 1.0
    """Cores' worth of processor time, where a cgroup can be had."""
    tmpfs_bytes: int = 16 * MIB
    """The size of /tmp, the only place that can be written."""
    tmpfs_inodes: int = 1024
    """Files in /tmp; docker only, bubblewrap has no such option."""
    open_files: int = 64
    """Per process."""
    file_bytes: int = 16 * MIB
    """Per file."""

    def rlimits(self) -> dict[str, int]:
        """Limits per process, by the name of the resource, as the guest sets them for itself.

        A little less data than memory, so that Python can raise MemoryError, and the
        author sees the line, before the kernel kills.
        """
        return {
            "AS": 4 * self.memory_bytes,
            "CORE": 0,
            "DATA": self.memory_bytes // 8 * 7,
            "FSIZE": self.file_bytes,
            "MEMLOCK": 0,
            "MSGQUEUE": 0,
            "NOFILE": self.open_files,
            "NPROC": self.pids,
        }
