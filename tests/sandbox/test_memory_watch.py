"""The watch over a box's memory ends the sitting that it measured, and no other."""

import threading
from collections.abc import Iterable
from typing import Any

from sandbox.limits import SandboxLimits
from sandbox.memory_watch import MemoryWatch


class Tree:
    """A box whose first sitting holds too much, and ends while it is measured; the second begins."""

    def __init__(self) -> None:
        self.sittings = [1]
        self.killed: list[int] = []
        self.has_killed = threading.Event()

    def children(self) -> list[int]:
        return list(self.sittings)

    def memory_bytes(self) -> int:
        held = 10**12 if self.sittings == [1] else 1
        self.sittings = [2]
        return held

    def kill_children(self, pids: Iterable[int], *, wait_s: float) -> None:
        self.killed += pids
        self.has_killed.set()


def test_a_sitting_that_begins_while_the_one_before_is_measured_goes_on() -> None:
    tree: Any = Tree()
    watch = MemoryWatch(tree, SandboxLimits())
    assert tree.has_killed.wait(20)
    watch.stop()
    assert tree.killed == [1]
    assert watch.fault is not None
