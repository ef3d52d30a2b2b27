"""Where no cgroup can be had, nobody but we adds up the memory of a box's processes."""

import threading
from typing import Final

from sandbox.process_tree import ProcessTree

EVERY_S: Final = 0.05


class MemoryWatch:
    """A thread that ends a box whose processes together hold more than ``most_bytes``."""

    def __init__(self, tree: ProcessTree, most_bytes: int) -> None:
        self._tree = tree
        self._most_bytes = most_bytes
        self.exceeded = False
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory watch", daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._stopping.wait(EVERY_S):
            if self._tree.memory_bytes() > self._most_bytes:
                self.exceeded = True
                self._tree.kill()
                return

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()
