"""Where no cgroup can be had, nobody but we adds up what a box's processes hold."""

import threading
from typing import Final

from arena.player import BotFault
from sandbox.box import out_of_memory
from sandbox.limits import SandboxLimits
from sandbox.process_tree import ProcessTree

EVERY_S: Final = 0.05
END_S: Final = 1.0
"""For the end of processes that were killed, before anything is measured again."""


class MemoryWatch:
    """A thread that ends a sitting whose processes together hold more than ``limits`` say.

    The guest's parent goes on, as where a cgroup's limit kills: a bot that has given its last
    answer owes nothing, and sits down afresh.
    """

    def __init__(self, tree: ProcessTree, limits: SandboxLimits) -> None:
        self._tree = tree
        self._limits = limits
        self.fault: BotFault | None = None
        """Why a sitting was ended."""
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory watch", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._stopping.wait(EVERY_S):
            # Listed before they are measured: the next sitting, if it begins meanwhile, holds nothing.
            measured = self._tree.children()
            if self._tree.memory_bytes() > self._limits.memory_bytes:
                self.fault = out_of_memory(self._limits)
                self._tree.kill_children(measured, wait_s=END_S)

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
