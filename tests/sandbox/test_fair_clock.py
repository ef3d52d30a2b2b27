"""A busy machine doesn't lose a bot its match: its own processor time counts."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from arena.clock import Meter, Stopwatch
from arena.player import View
from sandbox.box import Backend, Box
from sandbox.cgroup import Cgroup
from sandbox.limits import SandboxLimits

THINKS = """
import time
def choose_move(view):
    end = time.process_time() + {seconds}
    while time.process_time() < end:
        pass
    return view["legal"][0]
"""
THINKS_SHORTLY = THINKS.format(seconds=0.5)
THINKS_LONG = THINKS.format(seconds=1.5)


def burn() -> None:
    while True:
        pass


@pytest.fixture
def noisy_neighbours() -> Iterator[None]:
    """Four busy processes for every core."""
    processes = [
        multiprocessing.Process(target=burn, daemon=True) for _ in range(4 * (os.cpu_count() or 1))
    ]
    for process in processes:
        process.start()
    yield
    for process in processes:
        process.kill()
        process.join()


@pytest.mark.usefixtures("noisy_neighbours")
def test_noisy_neighbours_do_not_make_a_bot_late(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    player = open_bot(THINKS_SHORTLY, SandboxLimits(decision_s=1.0, import_s=10.0)).player
    player.sit(**seat)
    move, thought_s = player.choose(a_view())
    assert move == "R1"
    assert thought_s < 0.9


PONDERS = """
import os
for _ in range(8):
    if os.fork() == 0:
        while True:
            pass
def choose_move(view):
    return view["legal"][0]
"""


@pytest.fixture
def one_core() -> Iterator[None]:
    """All on one core, as a worker and its bots are."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    yield
    os.sched_setaffinity(0, before)


@pytest.mark.usefixtures("one_core")
def test_a_bot_that_ponders_in_others_turns_makes_no_opponent_late(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    """Three bots keep the core busy with eight processes each while a fourth thinks."""
    limits = SandboxLimits(decision_s=1.0)
    ponderers = [open_bot(PONDERS, limits).player for _ in range(3)]
    thinker = open_bot(THINKS_SHORTLY, limits).player
    for player in (*ponderers, thinker):
        player.sit(**seat)
    for player in ponderers:
        assert player.choose(a_view())[0] == "R1"
    began = monotonic()
    move, thought_s = thinker.choose(a_view())
    assert move == "R1"
    assert thought_s < 0.9
    assert monotonic() - began > 1.0, "they left it the core: nothing was shown"


@pytest.mark.docker
def test_the_daemon_tells_the_time_where_no_cgroup_can_be_read(
    docker_backend: Backend,
    tmp_path: Path,
    a_view: Callable[..., View],
    seat: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Cgroup, "of_process", lambda pid, *, expected: None)
    (tmp_path / "bot.py").write_text(THINKS_LONG)
    with docker_backend.open(tmp_path, limits=SandboxLimits(decision_s=3.0), labels={}) as box:
        box.player.sit(**seat)
        _, thought_s = box.player.choose(a_view())
    # The first reading may come late: what was used before it is given to the bot.
    assert 0.75 < thought_s < 2.7


def test_an_answer_is_timed_from_where_the_meter_begins_anew() -> None:
    asked: list[str] = []

    def used() -> float:
        asked.append("used")
        return 0.0

    meter = Meter(used=used, begin=lambda: asked.append("begin"))
    watch = Stopwatch(limit_s=1.0, wall_limit_s=5.0, free_s=0.0, meter=meter)
    watch.stop()
    watch.stop()
    assert asked == ["begin", "used", "used", "used"]
