"""Where no cgroup can be had, nobody but we adds up what a box's processes hold."""

import threading
from typing import Final

from arena.player import BotFault
from sandbox.box import out_of_memory
from sandbox.limits import SandboxLimits
from sandbox.process_tree import ProcessTree

EVERY_S: Final = 0.05


class MemoryWatch:
    """A thread that ends a box whose processes together hold more than ``limits`` say."""

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
                self._tree.kill()
                return

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
