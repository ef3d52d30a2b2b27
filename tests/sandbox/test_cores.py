"""A worker and its boxes share one core, and no two workers the same."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from arena.player import View
from sandbox.box import Box
from sandbox.cores import core_set, take_core
from sandbox.runtime_dir import RuntimeDir

TELLS_ITS_CORES = "import os\ndef choose_move(view):\n    return sorted(os.sched_getaffinity(0))\n"


@pytest.fixture(autouse=True)
def cores() -> Iterator[set[int]]:
    """The cores there are; this thread may use them again afterwards."""
    before = os.sched_getaffinity(0)
    if len(before) < 2:
        pytest.skip("this machine has one core")
    yield before
    os.sched_setaffinity(0, before)


def test_each_worker_gets_another_core_until_there_are_no_more(
    cores: set[int], tmp_path: Path
) -> None:
    runtime = RuntimeDir(tmp_path / "run")
    taken = []
    for _ in cores:
        os.sched_setaffinity(0, cores)
        slot = take_core(runtime)
        assert slot is not None
        assert os.sched_getaffinity(0) == {slot.number}
        taken.append(slot)
    os.sched_setaffinity(0, cores)
    assert take_core(runtime) is None
    assert os.sched_getaffinity(0) == cores
    assert {slot.number for slot in taken} == cores
    for slot in taken:
        slot.free()


def test_a_worker_on_a_machine_of_one_core_is_left_alone(cores: set[int], tmp_path: Path) -> None:
    os.sched_setaffinity(0, {min(cores)})
    assert take_core(RuntimeDir(tmp_path / "run")) is None


def test_a_core_set_is_named_only_when_there_is_one(cores: set[int]) -> None:
    assert core_set() is None
    os.sched_setaffinity(0, {max(cores)})
    assert core_set() == str(max(cores))


def test_boxes_run_on_the_cores_of_the_thread_that_opens_them(
    cores: set[int], open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    os.sched_setaffinity(0, {max(cores)})
    player = open_bot(TELLS_ITS_CORES).player
    player.sit(**seat)
    assert player.choose(a_view())[0] == [max(cores)]
