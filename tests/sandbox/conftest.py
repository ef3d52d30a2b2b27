"""Each sandbox test runs on every backend there is here; ``backend`` is one at a time."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from arena.player import View
from sandbox.backends import find_backend
from sandbox.box import Backend, Box
from sandbox.limits import SandboxLimits

QUICK = SandboxLimits(import_s=2.0, decision_s=1.0, bank_s=2.0)


@pytest.fixture(scope="session")
def quick() -> SandboxLimits:
    """Limits that let a looping bot end soon."""
    return QUICK


@pytest.fixture(scope="session")
def backend(sandbox_name: str) -> Backend:
    return find_backend(sandbox_name)


@pytest.fixture
def docker_backend() -> Backend:
    """For tests marked ``docker``."""
    return find_backend("docker")


@pytest.fixture
def open_bot(backend: Backend, tmp_path: Path) -> Iterator[Callable[..., Box]]:
    """A function that opens a box for a bot's source; all are closed at the end."""
    with ExitStack() as boxes:

        def open_source(source: str, limits: SandboxLimits = QUICK, **labels: str) -> Box:
            folder = tmp_path / f"bot{len(list(tmp_path.iterdir()))}"
            folder.mkdir()
            (folder / "bot.py").write_text(source)
            return boxes.enter_context(backend.open(folder, limits=limits, labels=labels))

        yield open_source


@pytest.fixture
def a_view() -> Callable[..., View]:
    """A function that makes a question in the shape of the games' views."""
    return make_view


def make_view(**changes: Any) -> View:
    return {
        "game": "davy-crockett",
        "options": {"deals": 6},
        "players": 2,
        "seat": 0,
        "deal": 0,
        "dealer": 1,
        "totals": [0, 0],
        "hand": ["R1", "R2"],
        "legal": ["R1", "R2"],
        "events": [["deal", 0, 1]],
        "history": [],
        **changes,
    }


@pytest.fixture
def seat() -> dict[str, Any]:
    """What a player is told when it sits down to ``a_view``."""
    return {"game": "davy-crockett", "options": {"deals": 6}, "players": 2, "seat": 0}
