"""Every bot in bots/ gets exactly the fault that stands beside it, on every backend.

Its ``expected.toml``: ``fault``, or "" where all that it tries must come to nothing; ``says``,
part of what its owner is told; ``log``, part of what is in its log; ``[limits]``, where
they are others than QUICK; ``needs``, where the machine must have something.
"""

import dataclasses
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.games import find_game
from arena.match import play_sitting
from arena.trial import RandomPlayer
from sandbox.box import Backend
from sandbox.limits import SandboxLimits

BOTS = Path(__file__).with_name("bots")
MISDEEDS = sorted(folder.name for folder in BOTS.iterdir())


@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_a_misdeed_costs_its_own_bot_the_expected_fault_and_nobody_else(
    misdeed: str, backend: Backend, quick: SandboxLimits, needs: Callable[[str, str | None], None]
) -> None:
    wanted = tomllib.loads((BOTS / misdeed / "expected.toml").read_text())
    limits = dataclasses.replace(quick, **wanted.get("limits", {}))
    if wanted.get("needs") == "numpy" and not has_numpy(backend):
        needs("numpy", "the bots' Python has none; install python3-numpy")
    with backend.open(BOTS / misdeed, limits=limits, labels={}) as box:
        played = play_sitting(
            find_game("davy-crockett"),
            [box.player, RandomPlayer(shuffle_seed="x", number=1)],
            options={"deals": 1},
            shuffle_seed=misdeed,
        )
    faults = {fault.seat: fault for fault in played.faults}
    found = faults[0].fault if 0 in faults else ""
    detail = faults[0].detail if 0 in faults else ""
    assert (found, set(faults) - {0}) == (wanted["fault"], set()), detail
    assert wanted.get("says", "") in detail
    assert wanted.get("log", "").encode() in box.log
    assert sum(played.scores) == 16


def has_numpy(backend: Any) -> bool:
    """The image always has it; under bubblewrap it is this machine's."""
    return backend.name == "docker" or backend.interpreter.has_numpy
