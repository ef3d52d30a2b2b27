"""The sittings of a match side by side, and a record from a file, in a real browser."""

import gzip
import json
import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def record(seen_match) -> dict:
    return seen_match.sittings.first().load_record()


@pytest.fixture
def beside(live_server, screen: Page, seen_match):
    def open_it(query: str = "") -> Page:
        screen.goto(live_server.url + reverse("side-by-side", args=[seen_match.pk]) + query)
        expect(screen.locator("[data-theatre]")).to_have_attribute("data-ready", "true")
        return screen

    screen.emulate_media(reduced_motion="reduce")
    return open_it


def test_all_tables_stand_at_the_same_moment_with_the_same_cards(beside, seen_match):
    screen = beside("?step=2")
    captions = screen.locator("[data-sitting-caption]")
    assert captions.count() == 2
    first, second = captions.all_inner_texts()
    # The same hand, dealt to the other bot.
    assert first.split(" gets ")[1] == second.split(" gets ")[1]
    assert first.split(" gets ")[0] != second.split(" gets ")[0]
    screen.keyboard.press("ArrowRight")
    for caption in captions.all():
        expect(caption).to_contain_text("plays")
    expect(screen.locator("[data-place]")).to_contain_text("event 4 of")


def test_a_table_whose_deal_is_over_waits_for_the_others(beside, screen, record):
    shorter = json.loads(json.dumps(record))
    del shorter["deals"][0]["events"][-6:-1]
    screen.route("**/sittings/1/record.json", lambda route: route.fulfill(json=shorter))
    beside()
    screen.keyboard.press("End")
    for caption in screen.locator("[data-sitting-caption]").all():
        expect(caption).to_contain_text("Totals")
    screen.keyboard.press("ArrowLeft")
    first, second = screen.locator("[data-sitting-caption]").all()
    expect(first).not_to_contain_text("Totals")
    expect(second).to_contain_text("Totals")


def test_the_same_seat_can_be_looked_through_at_all_tables(beside):
    screen = beside("?step=2")
    screen.locator("[data-perspective]").select_option("1")
    for scene in screen.locator("[data-scene]").all():
        expect(scene.locator(".card .card-back")).to_have_count(7)
        expect(scene.locator(".card .card-face")).to_have_count(7)


def test_sittings_can_be_chosen(beside):
    screen = beside()
    screen.get_by_role("checkbox", name="2").uncheck()
    expect(screen.locator("figure:visible")).to_have_count(1)
    # One table there is always.
    screen.get_by_role("checkbox", name="1").click()
    expect(screen.locator("figure:visible")).to_have_count(1)
    screen.get_by_role("checkbox", name="2").check()
    expect(screen.locator("figure:visible")).to_have_count(2)


def test_the_replay_leads_to_the_same_deal_side_by_side_and_back(
    live_server, screen, seen_match, record
):
    record["deals"].append(record["deals"][0])
    screen.route("**/record.json", lambda route: route.fulfill(json=record))
    screen.goto(live_server.url + reverse("sitting", args=[seen_match.pk, 0]) + "?step=0")
    expect(screen.locator("[data-theatre]")).to_have_attribute("data-ready", "true")
    screen.keyboard.press("Shift+ArrowDown")
    expect(screen).to_have_url(re.compile(r"step=\d\d"))
    screen.get_by_role("link", name="Side by side").click()
    expect(screen.locator("[data-place]")).to_contain_text("Deal 2 of 2 · event 1 of")
    screen.keyboard.press("ArrowRight")
    expect(screen).to_have_url(re.compile(r"step=\d\d"))
    screen.locator("figure a").nth(1).click()
    expect(screen.locator("[data-place]")).to_contain_text("Deal 2 of 2")


def test_two_tables_fit_a_phone_one_below_the_other(beside, screen):
    screen.set_viewport_size({"width": 360, "height": 740})
    beside()
    assert screen.evaluate("document.documentElement.scrollWidth") <= 360
    boxes = [figure.bounding_box() for figure in screen.locator("figure:visible").all()]
    assert boxes[1]["y"] > boxes[0]["y"] + boxes[0]["height"] - 1


# A record from a file.


@pytest.fixture
def page_for_files(live_server, screen: Page) -> Page:
    screen.goto(live_server.url + reverse("replay-file"))
    expect(screen.locator("[data-scene]")).to_be_hidden()
    return screen


def choose(screen: Page, name: str, content: bytes) -> None:
    file = {"name": name, "mimeType": "application/json", "buffer": content}
    screen.locator("[data-file]").set_input_files(file)


def as_bytes(value) -> bytes:
    return json.dumps(value).encode()


def test_a_chosen_record_is_replayed_and_sent_nowhere(page_for_files, record):
    screen = page_for_files
    sent: list[str] = []
    screen.on("request", lambda request: sent.append(request.method))
    choose(screen, "game.json", as_bytes(record))
    expect(screen.locator("[data-theatre]")).to_have_attribute("data-ready", "true")
    expect(screen.locator("[data-file-name]")).to_have_text("Davy Crockett: game.json")
    screen.keyboard.press("End")
    expect(screen.locator("[data-caption]")).to_contain_text("Totals")
    assert "POST" not in sent


def test_a_packed_record_is_unpacked(page_for_files, record):
    choose(page_for_files, "game.json.gz", gzip.compress(as_bytes(record)))
    expect(page_for_files.locator("[data-caption]")).to_contain_text("plays")


def test_a_dropped_record_is_replayed_and_another_takes_its_place(page_for_files, record):
    drop = """([name, text]) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name, { type: "application/json" }));
      document.body.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
    }"""
    screen = page_for_files
    screen.evaluate(drop, ["one.json", json.dumps(record)])
    expect(screen.locator("[data-file-name]")).to_contain_text("one.json")
    record["names"][0] = "<b>another</b>"
    screen.evaluate(drop, ["two.json", json.dumps(record)])
    expect(screen.locator("[data-file-name]")).to_contain_text("two.json")
    expect(screen.locator("[data-seats] th").first).to_have_text("<b>another</b>")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"def choose_move(view):", "is not JSON. Choose a record"),
        (b"{}", "is JSON, but no record"),
        (b"[1, 2]", "is JSON, but no record"),
        (b'{"legal": ["R1"], "hand": []}', "is a view, not a record"),
        (b'{"format": "quintet-record", "version": 2}', "version 2; this page reads version 1"),
        (b'{"format": "quintet-record", "version": 1}', "is damaged: players"),
        (b"\x1f\x8b\x08\x00broken", "can't be unpacked"),
    ],
)
def test_another_file_is_refused_with_what_to_do(page_for_files, content, words):
    choose(page_for_files, "thing.json", content)
    problem = page_for_files.get_by_role("alert")
    expect(problem).to_contain_text("thing.json")
    expect(problem).to_contain_text(words)
    expect(page_for_files.locator("[data-scene]")).to_be_hidden()


def broken(record: dict, change) -> dict:
    copy = json.loads(json.dumps(record))
    change(copy)
    return copy


def test_a_damaged_record_is_refused_whatever_is_wrong_with_it(page_for_files, record):
    changes = [
        lambda it: it.update(names=["one"]),
        lambda it: it.update(names=[1, 2]),
        lambda it: it.update(players=10**9),
        lambda it: it.update(kinds={"play": {}}),
        lambda it: it.update(kinds=[]),
        lambda it: it.update(deals=[]),
        lambda it: it.update(deals={}),
        lambda it: it["deals"][0].update(events=[]),
        lambda it: it["deals"][0]["events"].append(["flies", 1]),
        lambda it: it["deals"][0]["events"].append(["play", 7, "R1"]),
        lambda it: it["deals"][0]["events"].append("play"),
        lambda it: it["deals"][0].update(scores=[1]),
        lambda it: it["deals"][0].update(moves=[[0]]),
        lambda it: it["deals"][0].pop("pack"),
        lambda it: it.update(faults=[{}]),
    ]
    for change in changes:
        choose(page_for_files, "damaged.json", as_bytes(broken(record, change)))
        expect(page_for_files.get_by_role("alert")).to_contain_text("is damaged")
        page_for_files.locator("[data-problem]").evaluate("it => { it.textContent = ''; }")
    choose(page_for_files, "game.json", as_bytes(record))
    expect(page_for_files.locator("[data-problem]")).to_be_hidden()
