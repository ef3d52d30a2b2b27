"""A browser that fails the test when a page complains, and matches to look at."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import ConsoleMessage, Page

from accounts.models import User
from ladder.services import rate_finished
from matches.models import Match
from matches.playing import play


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
def seen_match(transactional_db: None, match: Callable[..., Match]) -> Match:
    """A finished and rated match of two bots and two deals, for the browser."""
    one = match("plays the first", "plays the last")
    assert play(one.pk)
    rate_finished(one.game)
    return one


@pytest.fixture
def logged_in(client, live_server, context) -> Callable[[User], None]:
    """A function that logs a person in to the browser."""

    def log_in(user: User) -> None:
        client.force_login(user)
        session = client.cookies["sessionid"].value
        context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])

    return log_in
