"""Boxes at hand: there when they are wanted, bounded, and gone with their pool."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from arena.player import BotFault, View
from sandbox import pool as pools
from sandbox.backends import find_backend
from sandbox.box import Backend, Box
from sandbox.errors import SandboxError
from sandbox.limits import SandboxLimits
from sandbox.pool import Pool
from sandbox.process_tree import ProcessTree
from sandbox.runtime_dir import RuntimeDir

LIMITS = SandboxLimits()
HONEST = "def choose_move(view):\n    print('chosen')\n    return view['legal'][0]\n"
READY_S = 20.0
HERE, THERE = Path("/here"), Path("/there")


class FakeBox:
    """Counts who is alive."""

    def __init__(self, stays: bool = False) -> None:
        self.code_dir: Path | None = None
        self.stays = stays
        self.lives = True
        self.is_closed = threading.Event()

    def get_ready(self) -> None:
        pass

    def is_alive(self) -> bool:
        return self.lives

    def may_stay(self) -> bool:
        return self.stays

    def rest(self) -> None:
        pass

    def close(self) -> None:
        self.lives = False
        self.is_closed.set()


class Factory:
    """Starts fake boxes, or fails while it is ``broken``."""

    def __init__(self) -> None:
        self.started: list[FakeBox] = []
        self.broken = False

    def __call__(self) -> FakeBox:
        if self.broken:
            raise SandboxError("the daemon hangs")
        self.started.append(FakeBox())
        return self.started[-1]

    def living(self) -> int:
        return sum(box.lives for box in self.started)


@pytest.fixture
def factory(monkeypatch: pytest.MonkeyPatch) -> Factory:
    monkeypatch.setattr(pools, "REFILL_AFTER_S", 0.0)
    monkeypatch.setattr(pools, "RETRY_S", 0.05)
    return Factory()


def taken(pool: Pool[FakeBox], code_dir: Path = HERE) -> FakeBox:
    box = pool.take(code_dir)
    assert box is not None
    box.code_dir = code_dir
    return box


def test_a_pool_starts_as_many_boxes_as_it_was_told_and_no_more(factory: Factory) -> None:
    pool = Pool(factory, count=3)
    assert pool.wait_until_full(within_s=5)
    time.sleep(0.05)
    assert len(factory.started) == 3
    pool.close()
    assert factory.living() == 0


def test_a_box_that_was_taken_is_replaced(factory: Factory) -> None:
    pool = Pool(factory, count=2)
    assert pool.wait_until_full(within_s=5)
    box = taken(pool)
    assert pool.wait_until_full(within_s=5)
    assert len(factory.started) == 3
    pool.close()
    assert box.lives, "a box that was given out is the taker's"


def test_a_box_that_died_while_it_waited_is_not_given_out(factory: Factory) -> None:
    pool = Pool(factory, count=2)
    assert pool.wait_until_full(within_s=5)
    dead, living = factory.started
    dead.lives = False
    assert taken(pool) is living
    assert dead.is_closed.wait(5)
    pool.close()


def test_a_box_that_may_stay_serves_its_own_bot_again_and_no_other(factory: Factory) -> None:
    pool = Pool(factory, count=2)
    assert pool.wait_until_full(within_s=5)
    box = taken(pool, HERE)
    box.stays = True
    pool.take_back(box)
    assert taken(pool, THERE) is not box
    assert taken(pool, HERE) is box
    pool.close()


def test_a_box_that_may_not_stay_is_ended(factory: Factory) -> None:
    pool = Pool(factory, count=2)
    assert pool.wait_until_full(within_s=5)
    box = taken(pool)
    pool.take_back(box)
    assert box.is_closed.wait(5)
    pool.close()


def test_no_more_boxes_are_kept_than_the_pool_counts(factory: Factory) -> None:
    pool = Pool(factory, count=2)
    boxes = [FakeBox(stays=True) for _ in range(6)]
    for box in boxes:
        pool.take_back(box)
    deadline = time.monotonic() + 5
    while sum(box.lives for box in boxes) > 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [box.lives for box in boxes] == [False] * 4 + [True] * 2
    pool.close()
    assert not any(box.lives for box in boxes)


def test_a_pool_that_nobody_wants_ends_its_boxes_until_one_is_wanted(factory: Factory) -> None:
    pool = Pool(factory, count=2, idle_s=0.2)
    assert pool.wait_until_full(within_s=5)
    for box in list(factory.started):
        assert box.is_closed.wait(5)
    assert pool.take(HERE) is None
    assert pool.wait_until_full(within_s=5)
    pool.close()


def test_a_failure_to_start_is_ridden_out(factory: Factory) -> None:
    factory.broken = True
    pool = Pool(factory, count=1)
    assert not pool.wait_until_full(within_s=0.2)
    assert pool.take(HERE) is None
    factory.broken = False
    assert pool.wait_until_full(within_s=5)
    pool.close()


def test_a_forked_child_is_given_nothing_of_its_parents_pool(factory: Factory) -> None:
    pool = Pool(factory, count=1)
    assert pool.wait_until_full(within_s=5)
    child = os.fork()
    if child == 0:
        os._exit(0 if pool.take(HERE) is None else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    pool.close()


# The same with real boxes.


@pytest.fixture
def warm(backend: Backend, monkeypatch: pytest.MonkeyPatch) -> Iterator[Backend]:
    """A backend with two blank boxes, that starts no others but behind the caller's back."""
    monkeypatch.setattr(pools, "REFILL_AFTER_S", 60.0)
    backend.warm(2, limits=LIMITS)
    pool: Any = backend._pool
    assert pool.wait_until_full(within_s=READY_S)
    yield backend
    backend.cool()


@pytest.fixture
def bot_dir(tmp_path: Path) -> Callable[[str], Path]:
    """A function that writes a bot's source to a folder of its own."""

    def write(source: str) -> Path:
        folder = tmp_path / f"bot{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        (folder / "bot.py").write_text(source)
        return folder

    return write


def play_once(box: Box, view: View, seat: dict[str, Any]) -> object:
    box.player.sit(**seat)
    move = box.player.choose(view)[0]
    box.player.rise()
    return move


def no_start(*_: object, **__: object) -> Box:
    raise AssertionError("a box was started though one was at hand")


def test_a_bot_plays_in_a_box_that_was_started_before_it_was_known(
    warm: Backend,
    bot_dir: Callable[[str], Path],
    a_view: Callable[..., View],
    seat: dict[str, Any],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(warm, "start", no_start)
    for source, move in ((HONEST, "R1"), (HONEST.replace("[0]", "[1]"), "R2")):
        with warm.open(bot_dir(source), limits=LIMITS, labels={}) as box:
            assert play_once(box, a_view(), seat) == move
            assert box.log == b"chosen\n"


def test_other_limits_than_the_pools_get_a_box_of_their_own(
    warm: Backend, bot_dir: Callable[[str], Path], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    pool: Any = warm._pool
    with warm.open(bot_dir(HONEST), limits=SandboxLimits(pids=20), labels={}) as box:
        assert play_once(box, a_view(), seat) == "R1"
        assert len(pool._blank) == 2


def test_the_reaper_leaves_blank_and_kept_boxes_alone(
    warm: Backend, bot_dir: Callable[[str], Path], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    """Whatever it is told of attempts: a box at hand is for none."""
    code_dir = bot_dir(HONEST)
    labels = {"match": "only this test's", "attempt": "1"}
    with warm.open(code_dir, limits=LIMITS, labels=labels) as box:
        play_once(box, a_view(), seat)
    warm.reap(now=datetime.now(UTC), alive=lambda match, attempt: match != labels["match"])
    for source in (code_dir, bot_dir(HONEST)):
        with warm.open(source, limits=LIMITS, labels={}) as box:
            assert play_once(box, a_view(), seat) == "R1"


@pytest.mark.bubblewrap
def test_a_box_is_kept_for_its_bots_next_match_with_a_fresh_log(
    bot_dir: Callable[[str], Path], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    backend = find_backend("bubblewrap")
    code_dir = bot_dir(HONEST)
    with ExitStack() as stack:
        stack.callback(backend.cool)
        backend.warm(1, limits=LIMITS)
        boxes = []
        for _ in range(3):
            with backend.open(code_dir, limits=LIMITS, labels={}) as box:
                play_once(box, a_view(), seat)
                assert box.log == b"chosen\n"
                boxes.append(box)
        assert boxes[0] is boxes[1] is boxes[2]


def test_a_box_whose_bot_failed_is_not_kept(
    warm: Backend, bot_dir: Callable[[str], Path], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    with warm.open(
        bot_dir("def choose_move(view):\n    return 1 / 0\n"), limits=LIMITS, labels={}
    ) as box:
        box.player.sit(**seat)
        with pytest.raises(BotFault):
            box.player.choose(a_view())
        assert not box.may_stay()


def test_a_box_of_a_broken_off_match_is_not_kept(
    warm: Backend, bot_dir: Callable[[str], Path], seat: dict[str, Any]
) -> None:
    with warm.open(bot_dir(HONEST), limits=LIMITS, labels={}) as box:
        box.player.sit(**seat)
        assert not box.may_stay()


WORKER = """
import sys, time
from sandbox.backends import find_backend
from sandbox.limits import SandboxLimits
backend = find_backend(sys.argv[1])
backend.warm(2, limits=SandboxLimits())
assert backend._pool.wait_until_full(within_s=20)
print("ready", flush=True)
if sys.argv[2] == "waits":
    time.sleep(60)
"""


def worker(backend: Backend, then: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, backend.name, then],
        stdout=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
    )


def boxes_of(pid: int) -> list[dict[str, Any]]:
    found = [box.about() or {} for box in RuntimeDir().boxes()]
    return [about for about in found if (about.get("worker") or [0])[0] == pid]


def test_a_worker_that_stops_takes_its_blank_boxes_with_it(backend: Backend) -> None:
    process = worker(backend, "stops")
    out, _ = process.communicate(timeout=60)
    assert out == b"ready\n"
    assert process.returncode == 0
    assert boxes_of(process.pid) == []


def test_blank_boxes_of_a_killed_worker_end_and_the_reaper_clears_up(backend: Backend) -> None:
    process = worker(backend, "waits")
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    left = boxes_of(process.pid)
    assert len(left) == 2
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    backend.reap(now=datetime.now(UTC))
    assert boxes_of(process.pid) == []
    for about in left:
        if about["first_process"][0] is not None:
            assert ProcessTree(about["first_process"][0]).has_ended(wait_s=5)


def test_a_box_that_was_handed_on_while_the_reaper_asked_is_left_to_its_next_match(
    backend: Backend, tmp_path: Path, a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    (tmp_path / "bot.py").write_text(HONEST)
    with backend.open(tmp_path, limits=LIMITS, labels={"match": "1", "attempt": "old"}) as box:

        def is_over_by_now(match: str, attempt: str) -> bool:
            box.hand_in(tmp_path, labels={"match": "2", "attempt": "new"})
            return False

        backend.reap(now=datetime.now(UTC), alive=is_over_by_now)
        box.player.sit(**seat)
        assert box.player.choose(a_view())[0] == "R1"


def test_a_box_in_a_match_outlives_the_pool_that_started_it(
    backend: Backend, tmp_path: Path, a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    (tmp_path / "bot.py").write_text(HONEST)
    backend.warm(1, limits=LIMITS)
    try:
        assert backend._pool is not None
        assert backend._pool.wait_until_full(within_s=READY_S)
        thread = backend._pool._thread
        with backend.open(tmp_path, limits=LIMITS, labels={}) as box:
            backend.cool()
            box.player.sit(**seat)
            assert box.player.choose(a_view())[0] == "R1"
            box.player.rise()
            assert thread.is_alive()
        thread.join(READY_S)
        assert not thread.is_alive()
        assert not box.is_alive()
    finally:
        backend.cool()
