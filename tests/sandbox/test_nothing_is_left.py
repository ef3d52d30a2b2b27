"""After a box is closed, and after a worker is gone, there is nothing of it on the machine."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import docker
import pytest

from arena.player import BotFault, View
from sandbox.backends import bubblewrap, find_backend
from sandbox.box import Backend, Box
from sandbox.cgroup import Cgroup, own_cgroups
from sandbox.errors import SandboxError
from sandbox.limits import SandboxLimits
from sandbox.runtime_dir import RuntimeDir

BUSY = """
import os
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        while True:
            pass
def choose_move(view):
    print("x" * 10000)
    return view["legal"][0]
"""
NOBODY_ELSE = {"match": "only the tests'", "attempt": "1"}

WORKER = """
import pathlib, sys, time
from sandbox.backends import find_backend
from sandbox.limits import SandboxLimits
backend = find_backend(sys.argv[1])
box = backend.open(pathlib.Path(sys.argv[2]), limits=SandboxLimits(), labels={})
box.player.sit(game="davy-crockett", options={}, players=2, seat=0)
print("ready", flush=True)
time.sleep(60)
"""


def containers() -> set[str]:
    client = docker.from_env()
    found = client.containers.list(all=True, filters={"label": "quintet.box"})
    client.close()
    return {container.id for container in found}


def things(backend: Backend, names: set[str]) -> dict[str, set[str]]:
    """What there is of the boxes named, or of any: folders, cgroups and containers."""
    return {
        "folders": {box.name for box in RuntimeDir().boxes()} & names,
        "cgroups": set(own_cgroups()) & names,
        "children": set(_children()),
    }


def _children() -> list[str]:
    return [
        child
        for task in os.listdir("/proc/self/task")
        for child in Path(f"/proc/self/task/{task}/children").read_text().split()
    ]


def open_fds() -> int:
    return len(os.listdir("/proc/self/fd"))


def my_boxes() -> set[str]:
    """The boxes that this process has open."""
    return {
        box.name
        for box in RuntimeDir().boxes()
        if ((box.about() or {}).get("worker") or [0])[0] == os.getpid()
    }


def test_a_closed_box_leaves_no_process_folder_cgroup_or_descriptor(
    backend: Backend,
    open_bot: Callable[..., Box],
    a_view: Callable[..., View],
    seat: dict[str, Any],
) -> None:
    before = set(_children())
    counts = []
    for _ in range(4):
        box = open_bot(BUSY)
        player = box.player
        names = my_boxes()
        assert names
        player.sit(**seat)
        player.choose(a_view())
        player.rise()
        box.close()
        left = things(backend, names)
        assert not left["folders"]
        assert not left["cgroups"]
        assert left["children"] <= before
        counts.append(open_fds())
    # A pooled connection to the engine may be dropped in between; one leaked a box would show.
    assert counts[-1] <= counts[1]


@pytest.mark.docker
def test_a_closed_box_leaves_no_container(docker_backend: Backend, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BUSY)
    with docker_backend.open(tmp_path, limits=SandboxLimits(), labels={}) as box:
        _ = box.player
        container = box._container  # type: ignore[attr-defined]
        assert container in containers()
    assert container not in containers()


@pytest.mark.parametrize(
    ("labels", "alive"),
    [
        ({"deadline": (datetime.now(UTC) - timedelta(seconds=1)).isoformat()}, None),
        (NOBODY_ELSE, lambda match, attempt: match != NOBODY_ELSE["match"]),
    ],
    ids=["past its deadline", "of an attempt that is over"],
)
def test_the_reaper_takes_a_box(
    labels: Mapping[str, str],
    alive: Callable[[str, str], bool] | None,
    backend: Backend,
    open_bot: Callable[..., Box],
    a_view: Callable[..., View],
    seat: dict[str, Any],
) -> None:
    player = open_bot(BUSY, **labels).player
    player.sit(**seat)
    names = my_boxes()
    assert names
    reaped = backend.reap(now=datetime.now(UTC), alive=alive)
    # A box past its deadline may be taken a moment before by a worker's reaper on this machine;
    # only this call knows that the attempt is over.
    assert reaped >= 1 or alive is None
    assert not my_boxes() & names
    with pytest.raises(SandboxError):
        player.choose(a_view())


def test_the_reaper_leaves_a_box_that_is_in_use(
    backend: Backend,
    open_bot: Callable[..., Box],
    a_view: Callable[..., View],
    seat: dict[str, Any],
) -> None:
    player = open_bot(BUSY, **NOBODY_ELSE).player
    player.sit(**seat)
    backend.reap(now=datetime.now(UTC), alive=lambda match, attempt: True)
    assert player.choose(a_view())[0] == "R1"


def test_nothing_outlives_a_killed_worker_but_for_the_reaper(
    backend: Backend, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(BUSY)
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, backend.name, str(tmp_path)],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert worker.stdout is not None
    assert worker.stdout.readline() == b"ready\n"
    mine = {
        box.name
        for box in RuntimeDir().boxes()
        if ((box.about() or {}).get("worker") or [0])[0] == worker.pid
    }
    assert len(mine) == 1
    worker.send_signal(signal.SIGKILL)
    worker.wait()
    worker.stdout.close()
    backend.reap(now=datetime.now(UTC))
    assert not {box.name for box in RuntimeDir().boxes()} & mine
    deadline = time.monotonic() + 5
    while set(own_cgroups()) & mine and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not set(own_cgroups()) & mine


def test_a_bots_fault_ends_its_processes_at_once(
    backend: Backend,
    open_bot: Callable[..., Box],
    a_view: Callable[..., View],
    seat: dict[str, Any],
) -> None:
    box = open_bot("def choose_move(view):\n    while True: pass\n", SandboxLimits(decision_s=0.2))
    player = box.player
    player.sit(**seat)
    with pytest.raises(BotFault):
        player.choose(a_view())
    if backend.name == "bubblewrap":
        assert box._tree.has_ended(wait_s=5)  # type: ignore[attr-defined]


@pytest.mark.bubblewrap
def test_the_reaper_takes_a_cgroup_that_lost_its_box(monkeypatch: pytest.MonkeyPatch) -> None:
    cgroup = Cgroup.create("box-deserted-by-a-test", SandboxLimits())
    if cgroup is None:
        return  # no cgroups here: nothing can be left
    find_backend("bubblewrap").reap(now=datetime.now(UTC))
    assert "box-deserted-by-a-test" in own_cgroups()
    monkeypatch.setattr(bubblewrap, "DESERTED_AFTER_S", -1.0)
    # Others' boxes may be starting on this machine just now.
    monkeypatch.setattr("sandbox.cgroup.own_cgroups", lambda: {"box-deserted-by-a-test": cgroup})
    find_backend("bubblewrap").reap(now=datetime.now(UTC))
    assert "box-deserted-by-a-test" not in own_cgroups()
