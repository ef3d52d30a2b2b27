"""Where no cgroup can be had, nobody but we adds up what a box's processes hold."""

import contextlib
import os
import threading
from typing import Final

from arena.player import OUT_OF_MEMORY, BotFault
from sandbox.box import out_of_memory
from sandbox.limits import SandboxLimits
from sandbox.process_tree import ProcessTree

EVERY_S: Final = 0.05
MOST_FILES: Final = 20
"""How many times the files that docker allows: many are made between two looks."""


class MemoryWatch:
    """A thread that ends a box whose processes together hold more than ``limits`` say.

    Files in the scratch directory count too: each takes a kilobyte of the kernel's memory, and
    bubblewrap has no limit for their number.
    """

    def __init__(self, tree: ProcessTree, limits: SandboxLimits) -> None:
        self._tree = tree
        self._limits = limits
        self.fault: BotFault | None = None
        """Why the box was ended."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory watch", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._stopping.wait(EVERY_S):
            if self._tree.memory_bytes() > self._limits.memory_bytes:
                self.fault = out_of_memory(self._limits)
            elif (files := self._files()) > MOST_FILES * self._limits.tmpfs_inodes:
                self.fault = BotFault(OUT_OF_MEMORY, f"the bot made {files} files in /tmp")
            if self.fault is not None:
                self._tree.kill()
                return

    def _files(self) -> int:
        """How many files there are in /tmp, once the box has its own."""
        with contextlib.suppress(OSError):
            found = os.statvfs(f"/proc/{self._tree.pid}/root/tmp")
            if found.f_blocks * found.f_frsize == self._limits.tmpfs_bytes:
                return found.f_files - found.f_ffree
        return 0

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
