"""The cast of the platform's tests: people, bots, and a sandbox that plays in this process.

A fake bot is told by the first line of its bot.py, for example `# crashes`; see CHARACTERS.
"""

import hashlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import ConsoleMessage, Page
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import issue_token
from arena.bot_log import NO_DEAL, LogMark
from arena.player import BotFault
from bots import broker, services, tables
from bots.models import Version
from bots.trials import run_trial
from matches.models import Match
from matches.services import schedule
from sandbox.upload import Upload, UploadRefused

GAME = "davy-crockett"
SHUFFLE_SEED = "0123456789abcdef"
"""Cards on which the match of the cast has a first and a second place."""


class FakePlayer:
    """Plays the first legal move, and fails as its character says."""

    def __init__(self, character: str, sandbox: "FakeSandbox") -> None:
        self.character = character
        self.sandbox = sandbox

    def sit(self, **_: Any) -> None:
        if self.character == "crashes on import":
            raise BotFault("crash", "Traceback: no module named numpy\x00")

    def choose(self, view: dict[str, Any]) -> tuple[object, float]:
        self.sandbox.on_choose()
        if self.character == "crashes":
            raise BotFault("crash", "Traceback: division by zero")
        if self.character == "cheats":
            return "not a move", 0.0
        if self.character == "breaks the sandbox":
            raise OSError("the sandbox is gone")
        legal = view["legal"]
        return legal[-1 if self.character == "plays the last" else 0], 0.000_25

    def rise(self) -> None:
        pass


class FakeBox:
    def __init__(self, character: str, sandbox: "FakeSandbox") -> None:
        self.player = FakePlayer(character, sandbox)
        self.log = f"I am one who {character}\x1b[31m\x00".encode()
        self.log_marks: list[LogMark] = [LogMark(0, 0, NO_DEAL, 0)]
        self.sandbox = sandbox

    def __enter__(self) -> "FakeBox":
        self.sandbox.open_boxes += 1
        return self

    def __exit__(self, *_: object) -> None:
        self.sandbox.open_boxes -= 1


class FakeSandbox:
    """A backend whose bots live in this process: for tests of everything around the sandbox."""

    name = "fake"

    def __init__(self) -> None:
        self.open_boxes = 0
        self.boxes_at_hand = 0
        self.on_choose: Callable[[], None] = lambda: None
        self.problem_at_opening: Exception | None = None
        self.labels: list[dict[str, str]] = []

    def open(
        self, code_dir: Path, *, limits: Any, labels: dict[str, str], slot: int = 0
    ) -> FakeBox:
        if self.problem_at_opening is not None:
            raise self.problem_at_opening
        self.labels.append(dict(labels))
        first_line = (code_dir / "bot.py").read_text().splitlines()[0]
        return FakeBox(first_line.removeprefix("# "), self)

    def reap(self, **_: Any) -> int:
        return 0

    def warm(self, count: int, **_: Any) -> None:
        self.boxes_at_hand = count

    def cool(self) -> None:
        self.boxes_at_hand = 0


def fake_inspection(filename: str, data: bytes) -> Upload:
    """The upload as it is, unless it says that it is broken."""
    if b"broken" in data:
        raise UploadRefused("bot.py has a syntax error in line 1. Mend it and submit again.")
    return Upload(digest=hashlib.sha256(data).hexdigest(), files={"bot.py": data})


def code(character: str = "plays the first") -> bytes:
    return f"# {character}\ndef choose_move(view):\n    return view['legal'][0]\n".encode()


@pytest.fixture(autouse=True)
def _own_folders(settings, tmp_path: Path) -> None:
    settings.MEDIA_ROOT = str(tmp_path / "media")
    settings.CODE_DIR = str(tmp_path / "code")


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> FakeSandbox:
    """The fake sandbox, and uploads taken without a look inside."""
    fake = FakeSandbox()
    monkeypatch.setattr(tables, "found_once", cache(lambda: fake))
    monkeypatch.setattr(services, "inspect", fake_inspection)
    return fake


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, ...]]]:
    """The messages that went to the broker: (task, its arguments)."""
    messages: list[tuple[str, tuple[int, ...]]] = []

    def send_task(task: str, *, args: tuple[int, ...], **_: Any) -> None:
        messages.append((task, args))

    monkeypatch.setattr(broker, "current_app", SimpleNamespace(send_task=send_task))
    return messages


@pytest.fixture
def person(db: None) -> Callable[..., User]:
    """A function that makes an account."""

    def make(name: str, **facts: Any) -> User:
        return User.objects.create_user(name, password="a long pass-phrase", **facts)

    return make


@pytest.fixture
def ann(person) -> User:
    return person("ann")


@pytest.fixture
def bob(person) -> User:
    return person("bob")


@pytest.fixture
def staff(person) -> User:
    return person("sue", is_staff=True, is_superuser=True)


@pytest.fixture
def submit(sandbox: FakeSandbox, sent: list) -> Callable[..., Version]:
    """A function that submits a bot of a character, without its trial."""

    def submit_one(
        owner: User, name: str, character: str = "plays the first", games: tuple[str, ...] = (GAME,)
    ) -> Version:
        return services.submit(
            owner=owner,
            bot_name=name,
            filename="bot.py",
            data=code(character),
            games=list(games),
        )

    return submit_one


@pytest.fixture
def accepted(submit: Callable[..., Version]) -> Callable[..., Version]:
    """A function that submits a bot and plays its trials; at the table it may turn out otherwise."""

    def accept(owner: User, name: str, character: str = "plays the first") -> Version:
        version = submit(owner, name, character)
        for trial in version.trials.all():
            run_trial(trial.pk)
        if character != "plays the first":
            Version.objects.filter(pk=version.pk).update(state=Version.State.ACCEPTED)
            version.trials.update(state="passed", fault="")
            type(version.bot).objects.filter(pk=version.bot_id).update(current_version=version)
        return Version.objects.select_related("bot").get(pk=version.pk)

    return accept


@pytest.fixture
def table(person, accepted: Callable[..., Version]) -> Callable[..., list[Version]]:
    """A function that makes accepted bots of these characters, each of another person."""
    made = 0

    def make(*characters: str) -> list[Version]:
        nonlocal made
        versions = []
        for character in characters:
            made += 1
            versions.append(accepted(person(f"owner{made}"), f"bot{made}", character))
        return versions

    return make


@pytest.fixture
def match(table: Callable[..., list[Version]]) -> Callable[..., Match]:
    """A function that schedules a short rated match between bots of these characters."""

    def make(*characters: str, versions: list[Version] | None = None, **facts: Any) -> Match:
        return schedule(
            game=GAME,
            versions=versions or table(*(characters or ("plays the first", "plays the last"))),
            kind=facts.pop("kind", Match.Kind.LADDER),
            rated=facts.pop("rated", True),
            shuffle_seed=facts.pop("shuffle_seed", SHUFFLE_SEED),
            options={"deals": 1},
            **facts,
        )

    return make


@pytest.fixture
def api() -> APIClient:
    """A client of the REST API that nobody is logged in with."""
    return APIClient()


@pytest.fixture
def api_of() -> Callable[[User], APIClient]:
    """A function that makes a client which speaks for a person by an API token."""

    def make(user: User) -> APIClient:
        _, secret = issue_token(user=user, name="tests")
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        return client

    return make


@pytest.fixture
def at_once() -> Callable[[int, Callable[[], Any]], list[Any]]:
    """A function that does a thing in so many threads at the same moment, and returns the results."""

    def do(count: int, work: Callable[[], Any]) -> list[Any]:
        start = threading.Barrier(count)

        def work_with_the_others() -> Any:
            start.wait()
            try:
                return work()
            finally:
                connection.close()

        with ThreadPoolExecutor(count) as threads:
            return [
                it.result() for it in [threads.submit(work_with_the_others) for _ in range(count)]
            ]

    return do


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained about so far."""
    return []


@pytest.fixture
def screen(page: Page, complaints: list[str]) -> Iterator[Page]:
    """A browser's page; errors in its scripts or against the security policy fail the test."""

    def hear(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    assert complaints == []


@pytest.fixture
def logged_in(client, live_server, context) -> Callable[[User], None]:
    """A function that logs a person in to the browser."""

    def log_in(user: User) -> None:
        client.force_login(user)
        session = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])

    return log_in
