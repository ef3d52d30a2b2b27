"""How the tests are shared out among pytest-xdist's processes (`-n 3 --dist loadfile`).

A process is handed a unit at a time: the tests of one file, which share their fixtures, in pieces
of a bounded length. Those with whole leagues are one unit. What is to be alone comes last, in one
process, when all others have ended.
"""

from collections.abc import Iterator

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

ALONE = ("tests/sandbox/test_fair_clock.py",)
"""They keep every core busy, and are about time."""
ONE_AT_A_TIME = "tests/end_to_end/"
"""A folder whose files are one unit: each test there keeps several processes of its own busy."""
TESTS_A_UNIT = 40
LONGEST_FIRST = (ONE_AT_A_TIME, "tests/sandbox/", "tests/platform/")
"""Folders whose units are handed out first, so that no process is left with a long one at the end."""


class Shares(LoadFileScheduling):
    """Hands out units, the long ones first, and what is to be alone when one process is left."""

    waits_for_quiet: dict[str, bool]
    """What is to be alone and is not handed out yet: each test, and that it has not been run."""

    def schedule(self) -> None:
        assert self.collection_is_completed
        if self.collection is None:
            self.waits_for_quiet = {}
            if not self._check_nodes_have_same_collection():
                return
            self.collection = list(next(iter(self.registered_collections.values())))
            self.unit_of = dict(units(self.collection))
            for nodeid in sorted(self.collection, key=place_in_line):
                self.workqueue.setdefault(self.unit_of[nodeid], {})[nodeid] = False
            self.waits_for_quiet = self.workqueue.pop("alone", {})
        for node in self.nodes:
            self._reschedule(node)

    @property
    def tests_finished(self) -> bool:
        return self.collection_is_completed and not self.waits_for_quiet and super().tests_finished

    def remove_node(self, node: WorkerController) -> str | None:
        crashed = super().remove_node(node)
        for other in self.nodes:
            self._reschedule(other)
        return crashed

    def _reschedule(self, node: WorkerController) -> None:
        if node.shutting_down or not self.collection:
            return
        # A process begins its last test only when it knows whether another one follows.
        while self.workqueue and self._pending_of(self.assigned_work[node]) < 2:
            self._assign_work_unit(node)
        if self.workqueue:
            return
        others = [other for other in self.nodes if other is not node]
        if self.waits_for_quiet and all(other.shutting_down for other in others):
            if others:
                return  # remove_node comes back when the last of them has ended
            self.workqueue["alone"], self.waits_for_quiet = self.waits_for_quiet, {}
            self._assign_work_unit(node)
        node.shutdown()

    def _split_scope(self, nodeid: str) -> str:
        return self.unit_of[nodeid]


def units(collection: list[str]) -> Iterator[tuple[str, str]]:
    """Each test with the name of its unit."""
    seen: dict[str, int] = {}
    for nodeid in collection:
        file = nodeid.partition("::")[0]
        if file in ALONE:
            yield nodeid, "alone"
            continue
        if file.startswith(ONE_AT_A_TIME):
            yield nodeid, ONE_AT_A_TIME
            continue
        number = seen[file] = seen.get(file, -1) + 1
        yield nodeid, f"{file} {number // TESTS_A_UNIT}"


def place_in_line(nodeid: str) -> int:
    """Where a test's unit stands; units of the same place stay in the order of the collection."""
    for place, folder in enumerate(LONGEST_FIRST):
        if nodeid.startswith(folder):
            return place
    return len(LONGEST_FIRST)
