"""A busy machine doesn't lose a bot its match: its own processor time counts."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from arena.player import View
from sandbox.box import Box
from sandbox.limits import SandboxLimits

THINKS = """
import time
def choose_move(view):
    end = time.process_time() + 0.5
    while time.process_time() < end:
        pass
    return view["legal"][0]
"""


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
    player = open_bot(THINKS, SandboxLimits(decision_s=1.0, import_s=10.0)).player
    player.sit(**seat)
    move, thought_s = player.choose(a_view())
    assert move == "R1"
    assert thought_s < 0.9
