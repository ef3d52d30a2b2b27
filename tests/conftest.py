"""What all tests share: skip or require a component, a private Redis, a real worker, the browser.

How they are shared out among processes is in tests/shares.py.

A test that needs a component says so with a marker (docker, bubblewrap, browser) or a fixture. Where the
machine lacks it, the test is skipped by name; QUINTET_REQUIRE_ALL=1 makes it fail instead, as in CI.
"""

import asyncio
import os
import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from urllib.parse import quote

import pytest
import redis
from django.conf import settings
from django.core.cache import cache as django_cache
from kombu import pools as kombu_pools
from xdist.remote import Producer

from config.celery import app as celery_app
from config.redis_address import celery_broker
from demo.broker import NoBroker, start_private_broker
from demo.processes import Child, Supervisor
from sandbox.backends import find_backend
from sandbox.errors import NoSandbox
from tests.shares import Shares

ROOT = Path(__file__).resolve().parents[1]
REQUIRE_ALL = os.environ.get("QUINTET_REQUIRE_ALL") == "1"
DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

# Playwright keeps an event loop running in the tests' thread, where Django would refuse its database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@cache
def sandbox_problem(name: str) -> str | None:
    """Why this sandbox backend cannot be used here, in one line."""
    try:
        find_backend(name)
    except NoSandbox as error:
        return " ".join(str(error).split())
    return None


@cache
def chromium() -> str | None:
    """The browser's program."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


PROBLEMS: dict[str, Callable[[], str | None]] = {
    "docker": lambda: sandbox_problem("docker"),
    "bubblewrap": lambda: sandbox_problem("bubblewrap"),
    "browser": lambda: None if chromium() else "No Chromium; install chromium-headless-shell",
}


def need(component: str, problem: str | None) -> None:
    """Go on without a problem; else skip, or fail where everything is required."""
    if problem is None:
        return
    if REQUIRE_ALL:
        pytest.fail(
            f"{component} is required here (QUINTET_REQUIRE_ALL=1): {problem}", pytrace=False
        )
    pytest.skip(f"{component}: {problem}")


@pytest.fixture
def needs() -> Callable[[str, str | None], None]:
    """For a test that finds out by itself what it lacks: see `need`."""
    return need


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs the database."""
    for item in items:
        fixtures = DATABASE_FIXTURES.intersection(getattr(item, "fixturenames", ()))
        if fixtures or item.get_closest_marker("django_db"):
            item.add_marker("database")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Shares | None:
    return Shares(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Hide the event loop of Playwright from the tests without a browser.

    It stays marked as running in the thread of the tests, between its tests too, where asyncio
    refuses to run another one. Hidden is it for a whole test, fixtures and all, since Django has a database
    connection of its own for code below a running loop; and shown at the end, when Playwright is stopped.
    """
    loop = asyncio._get_running_loop()
    if loop is None or nextitem is None or item.get_closest_marker("browser"):
        return (yield)
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for component, problem in PROBLEMS.items():
        if item.get_closest_marker(component):
            need(component, problem())


@pytest.fixture(
    scope="session",
    params=[
        pytest.param(name, marks=getattr(pytest.mark, name)) for name in ("bubblewrap", "docker")
    ],
)
def sandbox_name(request: pytest.FixtureRequest) -> str:
    """Each sandbox backend in turn, by name."""
    return request.param


@pytest.fixture(autouse=True, scope="session")
def _nothing_of_the_tests_outside(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    """Files go to a temporary directory; tasks go nowhere until a test asks for a broker."""
    settings.MEDIA_ROOT = str(tmp_path_factory.mktemp("media"))
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    celery_app.conf.broker_url = "memory://"


@pytest.fixture(autouse=True)
def _nothing_cached_from_the_test_before() -> None:
    django_cache.clear()


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A Redis of the tests' own; its socket is in a short path, as sockets' paths must be."""
    supervisor = Supervisor()
    folder = Path(tmp_path_factory.mktemp("redis"))
    try:
        try:
            url = start_private_broker(supervisor, folder=folder, log=folder / "log")
        except NoBroker as error:
            need("redis", str(error))
        yield url
    finally:
        supervisor.stop()


@pytest.fixture
def broker(redis_url: str, settings) -> Iterator[str]:  # type: ignore[no-untyped-def]
    """Tasks sent by this test go to a real, empty Redis; returns its address."""
    with redis.Redis.from_url(redis_url) as client:
        client.flushall()
    settings.REDIS_URL = redis_url
    _send_to(celery_broker(redis_url))
    yield redis_url
    _send_to("memory://")


def _send_to(broker_url: str) -> None:
    """Let the tests' own process send its tasks there, with no connection kept from before."""
    celery_app.conf.broker_url = broker_url
    celery_app._after_fork()
    kombu_pools.reset()


@pytest.fixture
def start_worker(broker: str, transactional_db, settings, tmp_path: Path):  # type: ignore[no-untyped-def]
    """A function that starts a real worker on this test's database and broker; returns its Child."""
    supervisor = Supervisor()

    def start(*arguments: str, **environment: str) -> Child:
        child = Child(
            f"worker {len(supervisor.children)}",
            [
                sys.executable,
                "-m",
                "celery",
                "-A",
                "config",
                "worker",
                *(arguments or ("--concurrency", "1")),
            ],
            os.environ
            | {
                "DATABASE_URL": database_url(settings.DATABASES["default"]),
                "REDIS_URL": broker,
                "QUINTET_MEDIA_ROOT": str(settings.MEDIA_ROOT),
                "QUINTET_DATA_DIR": str(tmp_path),
                "QUINTET_SANDBOX_BACKEND": settings.SANDBOX_BACKEND,
                "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform")]),
            }
            | environment,
            tmp_path / f"worker-{len(supervisor.children)}.log",
        )
        supervisor.start(child)
        return child

    yield start
    supervisor.stop()


def database_url(database: dict) -> str:
    """The address under which another process finds the tests' database."""
    if database["ENGINE"].endswith("sqlite3"):
        return f"sqlite:///{database['NAME']}"
    where = f"{quote(database['HOST'], safe='') or 'localhost'}:{database['PORT'] or 5432}"
    return f"postgresql://{database['USER']}:{database['PASSWORD']}@{where}/{database['NAME']}"


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """SQLite in a file instead of in memory, so that a worker process sees what a test writes."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        database.setdefault("TEST", {})["NAME"] = str(
            tmp_path_factory.mktemp("db") / "test.sqlite3"
        )


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    """The system's Chromium, quiet on the network; without its own sandbox only as root."""
    need("browser", PROBLEMS["browser"]())
    quiet = [
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-domain-reliability",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--no-default-browser-check",
        "--no-first-run",
    ]
    return browser_type_launch_args | {
        "executable_path": chromium(),
        "args": [*quiet, *(["--no-sandbox"] if os.geteuid() == 0 else [])],
    }
