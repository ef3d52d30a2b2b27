"""A whole league in processes of its own: site, worker and broker, as `make demo` starts them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests

from demo.address import address_of, bound_socket
from demo.broker import start_private_broker
from demo.processes import Child, Supervisor

ROOT = Path(__file__).resolve().parents[2]


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """File by file, and in each one backend after the other, so that no league is started twice."""
    here = Path(__file__).parent
    places = [place for place, item in enumerate(items) if item.path.parent == here]

    def key(item: pytest.Item) -> tuple[str, str]:
        facts = item.callspec.params if hasattr(item, "callspec") else {}
        return item.path.name, facts.get("sandbox_name", "")

    for place, item in zip(places, sorted((items[p] for p in places), key=key), strict=True):
        items[place] = item


@dataclass
class League:
    """A running site at `address`, its processes, and its command line; `root` is its code."""

    root: Path
    address: str
    environment: dict[str, str]
    supervisor: Supervisor
    worker: Child
    logs: Path

    def manage(self, *arguments: str, stdin: str = "") -> str:
        """Run a management command in the league's environment; return what it printed."""
        done = subprocess.run(
            [sys.executable, str(self.root / "manage.py"), *arguments],
            cwd=self.root,
            env=self.environment,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def await_that(
        self, what: str, fact: Callable[[], object], *, within_s: float = 120.0
    ) -> object:
        """Return the fact once it holds; fail with the worker's last words if it does not in time."""
        deadline = time.monotonic() + within_s
        while time.monotonic() < deadline:
            self.supervisor.check()
            if result := fact():
                return result
            time.sleep(0.2)
        pytest.fail(
            f"{what}: not within {within_s:.0f} s. The worker's log ends:\n{self.worker.last_words()}"
        )


StartLeague = Callable[..., League]


@pytest.fixture(scope="module")
def start_league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartLeague]:
    """A function that starts a league on an empty database; see `running_league`.

    It is stopped after the module: its ladders never rest.
    """
    with ExitStack() as stack:
        yield lambda sandbox_name, **facts: stack.enter_context(
            running_league(sandbox_name, tmp_path_factory.mktemp("league"), **facts)
        )


@pytest.fixture(scope="module")
def league(sandbox_name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[League]:
    """A running league on each sandbox backend in turn."""
    with running_league(sandbox_name, tmp_path_factory.mktemp("league")) as league:
        yield league


@contextmanager
def running_league(sandbox_name: str, folder: Path, *, root: Path = ROOT) -> Iterator[League]:
    """A league of the house in `root` that keeps its files in `folder`."""
    supervisor = Supervisor()
    environment = os.environ | {
        "DATABASE_URL": f"sqlite:///{folder / 'quintet.sqlite3'}",
        "REDIS_URL": start_private_broker(supervisor, folder=folder, log=folder / "broker.log"),
        "QUINTET_DATA_DIR": str(folder),
        "QUINTET_SANDBOX_BACKEND": sandbox_name,
        "QUINTET_LEASE_S": "6",
        "QUINTET_MAKE_MATCHES_EVERY_S": "2",
        "QUINTET_SWEEP_EVERY_S": "2",
        "PYTHONPATH": os.pathsep.join([str(root), str(root / "platform")]),
        "PYTHONUNBUFFERED": "1",
    }
    with bound_socket(0) as bound:
        web = Child(
            "web process",
            [sys.executable, "-m", "demo.web", str(bound.fileno())],
            environment,
            folder / "web.log",
            pass_fds=[bound.fileno()],
            folder=root,
        )
        worker = Child(
            "worker",
            [
                sys.executable,
                "-m",
                "celery",
                "-A",
                "config",
                "worker",
                "--beat",
                "--concurrency",
                "2",
            ],
            environment,
            folder / "worker.log",
            restart=True,
            folder=root,
        )
        league = League(root, address_of(bound), environment, supervisor, worker, folder)
        league.manage("migrate", "--verbosity", "0")
        try:
            supervisor.start(web)
            supervisor.start(worker)
            league.await_that("The site answers", lambda: is_well(league.address))
            yield league
        finally:
            supervisor.stop()


def is_well(address: str) -> bool:
    try:
        return requests.get(f"{address}/healthz", timeout=5).ok
    except requests.RequestException:
        return False


SUBMIT_HOUSE_BOTS = (
    "from demo.house import submit_house_bots; print(*submit_house_bots({address!r}))"
)


@pytest.fixture(scope="module")
def league_with_house_bots(league: League) -> League:
    """The league with its house bots submitted, tried and accepted."""
    league.manage("shell", "-c", SUBMIT_HOUSE_BOTS.format(address=league.address))
    ask = "from bots.models import Version; print('open:', Version.objects.filter(state='waiting').count())"
    league.await_that(
        "The house bots are tried",
        lambda: "open: 0" in league.manage("shell", "-c", ask),
        within_s=240,
    )
    return league
