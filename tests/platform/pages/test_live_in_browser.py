"""Watching a running match in a real browser, over a real ASGI server and a real Redis."""

import re
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn
from django.urls import reverse
from playwright.sync_api import Page, expect

from live import publishing
from matches.models import Match
from matches.playing import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def site(broker: str, transactional_db, monkeypatch) -> Iterator[str]:
    """The address of the site on the server of the demo and of production, in a thread of ours."""
    from config.asgi import application

    monkeypatch.setattr(publishing, "_away_until", 0.0)
    config = uvicorn.Config(application, lifespan="off", log_level="warning", access_log=False)
    config.timeout_graceful_shutdown = 1
    server = uvicorn.Server(config)
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([bound],), daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
        server.should_exit = True
        thread.join(10)


class Worker:
    """A worker that plays a match in a thread, at the pace that the test allows."""

    def __init__(self, match: Match, sandbox) -> None:
        self.match = match
        self.decisions = threading.Semaphore(0)
        self.is_free = False
        sandbox.on_choose = self.wait
        self.thread = threading.Thread(target=self.play, daemon=True)
        self.thread.start()

    def play(self) -> None:
        from django.db import connection

        self.played = play(self.match.pk)
        connection.close()

    def wait(self) -> None:
        if not self.is_free:
            self.decisions.acquire(timeout=60)

    def allow(self, decisions: int) -> None:
        self.decisions.release(decisions)

    def finish(self) -> None:
        self.is_free = True
        self.decisions.release(1)
        self.thread.join(30)
        assert self.played


@pytest.fixture
def start(sandbox) -> Iterator:
    """A function that lets a worker begin a match."""
    workers: list[Worker] = []

    def begin(match: Match) -> Worker:
        workers.append(Worker(match, sandbox))
        return workers[-1]

    yield begin
    for worker in workers:
        worker.is_free = True
        worker.decisions.release(1)
        worker.thread.join(30)


def open_match(screen: Page, site: str, match: Match) -> None:
    screen.goto(site + reverse("match", args=[match.pk]))


def badge(screen: Page):
    return screen.locator("[data-live-badge]")


def place(screen: Page):
    return screen.locator("[data-place]")


def test_a_waiting_page_opens_the_table_when_the_match_begins(site, screen, match, start):
    made = match()
    open_match(screen, site, made)
    expect(screen.locator("[data-live-line]")).to_contain_text("waits for a worker")
    expect(screen.locator("[data-scene]")).to_be_hidden()
    worker = start(made)
    worker.allow(4)
    expect(badge(screen)).to_be_visible(timeout=15_000)
    expect(place(screen)).to_contain_text("Deal 1")
    expect(screen.locator("[data-scene] .card .card-back").first).to_be_visible()
    # Hands are hidden; what lies in the trick is not.
    expect(screen.locator("[data-caption]")).to_contain_text("plays", timeout=15_000)
    assert screen.locator("[data-perspective] option").all_inner_texts() == ["a spectator"]
    worker.finish()


def test_no_hidden_card_reaches_the_browser(site, screen, match, start):
    """Hiding is the server's business: what comes over the line names no card of a hand."""
    made = match()
    # Without EventSource the page polls, and what it gets can be read here.
    screen.add_init_script("delete window.EventSource")
    answers: list[dict] = []

    def read(route) -> None:
        answer = route.fetch()
        answers.append(answer.json())
        route.fulfill(response=answer)

    screen.route("**/live/?after=*", read)
    open_match(screen, site, made)
    worker = start(made)
    worker.allow(3)
    expect(screen.locator("[data-scene]")).to_be_visible(timeout=20_000)
    told = [it["data"] for answer in answers for it in answer["messages"] if it["kind"] == "play"]
    hands = [event for data in told for event in data["events"] if event[0] == "hand"]
    assert len(hands) == 2
    assert all(set(cards) == {"?"} for _, _, cards in hands)
    worker.finish()


def test_who_comes_late_sees_the_table_as_it_is_now(site, screen, match, start):
    made = match()
    worker = start(made)
    worker.allow(6)
    time.sleep(1)
    open_match(screen, site, made)
    expect(badge(screen)).to_be_visible(timeout=15_000)
    expect(place(screen)).to_contain_text(re.compile(r"step ([6-9]|\d\d+) of"), timeout=15_000)
    worker.finish()


def test_it_turns_to_the_record_when_the_match_is_over(site, screen, match, start):
    made = match()
    open_match(screen, site, made)
    worker = start(made)
    worker.allow(3)
    expect(badge(screen)).to_be_visible(timeout=15_000)
    worker.finish()
    line = screen.locator("[data-live-line]")
    expect(line).to_contain_text("The match is over", timeout=15_000)
    expect(badge(screen)).to_be_hidden()
    # All eyes can be had now, and the thinking times are known.
    assert screen.locator("[data-perspective] option").count() == 4
    screen.get_by_role("link", name="Show the result").click()
    expect(screen.get_by_role("link", name="Watch the replay")).to_be_visible()


def test_what_comes_faster_than_people_read_is_told_and_can_be_skipped(site, screen, match, start):
    made = match()
    open_match(screen, site, made)
    expect(screen.locator("[data-live-line]")).to_contain_text("waits")
    worker = start(made)
    worker.allow(12)
    now = screen.get_by_role("button", name="Go to now")
    expect(now).to_be_visible(timeout=15_000)
    expect(screen.locator("[data-behind]")).to_contain_text("events behind")
    now.click()
    expect(now).to_be_hidden()
    worker.finish()


def test_a_page_that_no_connection_reaches_polls(site, screen, match, start, settings):
    settings.LIVE_CONNECTIONS_MAX = 0
    made = match()
    open_match(screen, site, made)
    expect(screen.locator("[data-live-line]")).to_contain_text("waits for a worker")
    worker = start(made)
    worker.allow(4)
    expect(badge(screen)).to_be_visible(timeout=20_000)
    worker.finish()
    expect(screen.locator("[data-live-line]")).to_contain_text("is over", timeout=20_000)


def test_without_redis_the_page_still_turns_to_the_record(site, screen, match, start, settings):
    settings.REDIS_URL = "unix:///nowhere/redis.sock"
    made = match()
    open_match(screen, site, made)
    start(made).finish()
    expect(screen.locator("[data-live-line]")).to_contain_text("is over", timeout=30_000)
    expect(screen.locator("[data-caption]")).not_to_be_empty()
