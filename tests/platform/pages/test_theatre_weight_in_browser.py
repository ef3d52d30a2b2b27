"""What the replay weighs and how soon it can be used: `pytest -s` prints the figures of bench/README.md.

Bytes are held to a bound here. Times depend on the machine and are only told; the
processor time of a jump is held to its bound in test_theatre_of_all_games_in_browser.py.
"""

import gzip
import json
from random import Random

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Response, expect

from arena.games import find_game
from arena.match import play_sitting
from bots import records

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THROTTLED = 4
"""Times slower than this machine's processor: about a phone's."""
RECORD_BYTES_MAX = 100_000
PAGE_BYTES_MAX = 75_000


class RandomPlayer:
    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def sit(self, **_) -> None:
        pass

    def choose(self, view) -> tuple[object, float]:
        return self.rng.choice(view["legal"]), self.rng.random() / 1000

    def rise(self) -> None:
        pass


@pytest.fixture(scope="module")
def long_record() -> dict:
    """Convoy of eight, the longest that a usual match gets."""
    return play_sitting(
        find_game("convoy"),
        [RandomPlayer(seat) for seat in range(8)],
        options={"deals": 16},
        shuffle_seed="theatre",
        names=[f"bot{seat} v1" for seat in range(8)],
    ).record


def gzipped_bytes(body: bytes) -> int:
    return len(gzip.compress(body, mtime=0))


def test_a_replay_on_a_phone(live_server, screen: Page, seen_match, long_record, request):
    weight = len(records.packed(long_record).read())
    body = json.dumps(long_record, separators=(",", ":"))
    screen.route(
        "**/record.json", lambda route: route.fulfill(body=body, content_type="application/json")
    )
    screen.set_viewport_size({"width": 360, "height": 740})
    fetched: list[Response] = []
    screen.on("response", lambda answer: fetched.append(answer))
    session = screen.context.new_cdp_session(screen)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    address = live_server.url + reverse("sitting", args=[seen_match.pk, 0])

    def open_it() -> None:
        screen.goto(address)
        expect(screen.locator("[data-theatre]")).to_have_attribute("data-ready", "true")

    def processor_ms() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(it["value"] for it in metrics if it["name"] == "TaskDuration")

    before = processor_ms()
    open_it()
    work = processor_ms() - before
    page_answers = [answer for answer in fetched if not answer.url.endswith("record.json")]
    page = sum(gzipped_bytes(answer.body()) for answer in page_answers)
    session.send("Emulation.setCPUThrottlingRate", {"rate": THROTTLED})
    open_it()
    times = screen.evaluate(
        """async () => {
          const ready = performance.getEntriesByName("theatre-ready")[0].startTime;
          const loaded = performance.getEntriesByType("resource").find(({ name }) => name.endsWith("record.json")).responseEnd;
          const caption = document.querySelector("[data-caption]");
          const before = caption.textContent;
          const began = performance.now();
          document.querySelector("[data-do=forward]").click();
          await new Promise(requestAnimationFrame);
          return { ready, set_up: ready - loaded, step: performance.now() - began, moved: before !== caption.textContent };
        }"""
    )
    assert times["moved"]
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    print(
        f"\nconvoy of eight, {sum(len(d['events']) for d in long_record['deals'])} events: "
        f"record {weight} bytes; page, styles and {len(page_answers) - 1} files {page} bytes gzipped; "
        f"work of the page's thread until it is usable {work:.0f} ms of a processor, "
        f"{THROTTLED} times which is {THROTTLED * work:.0f} ms. Throttled {THROTTLED} times, by the clock: "
        f"usable after {times['ready']:.0f} ms, {times['set_up']:.0f} ms of it after the record had come; "
        f"a step {times['step']:.0f} ms"
    )
    assert weight < RECORD_BYTES_MAX
    assert page < PAGE_BYTES_MAX
