"""What the replay explains, what it marks, and what it tells the owner of a bot."""

import json
import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from arena.games import find_game
from matches.models import Entrant

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def open_replay(live_server, screen: Page, seen_match):
    """A function that opens the replay of a sitting and waits until it stands."""

    def open_it(query: str = "?step=0", number: int = 0) -> Page:
        screen.goto(live_server.url + reverse("sitting", args=[seen_match.pk, number]) + query)
        expect(screen.locator("[data-theatre]")).to_have_attribute("data-ready", "true")
        return screen

    screen.emulate_media(reduced_motion="reduce")
    return open_it


@pytest.fixture
def record(seen_match) -> dict:
    return seen_match.sittings.first().load_record()


def meaning(screen: Page):
    return screen.locator("[data-meaning]")


def test_a_kind_of_event_is_explained_the_first_time_it_happens(open_replay):
    words = find_game("davy-crockett").meanings
    screen = open_replay("")
    expect(screen.locator("[data-aim]")).to_have_text(find_game("davy-crockett").summary)
    expect(meaning(screen)).to_have_text(words["play"])
    screen.keyboard.press("ArrowRight")
    # The second card played needs no explanation; the first one's stays, set back.
    expect(meaning(screen)).to_have_class(re.compile("is-past"))
    screen.keyboard.press("ArrowRight")
    expect(meaning(screen)).to_have_text(words["trick"])
    expect(meaning(screen)).not_to_have_class(re.compile("is-past"))


def test_explanations_can_be_put_away_for_good(open_replay):
    screen = open_replay()
    screen.get_by_label("Explain what is new").uncheck()
    expect(screen.locator("[data-explanation]")).to_be_hidden()
    screen.reload()
    expect(screen.locator("[data-theatre]")).to_have_attribute("data-ready", "true")
    expect(screen.locator("[data-explanation]")).to_be_hidden()
    screen.get_by_label("Explain what is new").check()
    expect(screen.locator("[data-explanation]")).to_be_visible()


def test_all_explanations_of_the_game_can_be_read_in_one_place(open_replay):
    screen = open_replay()
    screen.get_by_text("What the events of this game mean").click()
    told = screen.locator("[data-meanings] dd").all_inner_texts()
    assert told == list(find_game("davy-crockett").meanings.values())


def test_a_game_that_explains_nothing_still_replays(open_replay, screen, record):
    record["game"] = "whist"
    screen.route("**/record.json", lambda route: route.fulfill(json=record))
    open_replay("?step=3")
    expect(screen.locator("[data-caption]")).to_contain_text("plays")
    expect(screen.get_by_text("What the events of this game mean")).to_be_hidden()


def test_highlights_are_listed_marked_and_reached_by_key(open_replay, screen, record):
    record["faults"] = [{"seat": 0, "fault": "crash", "deal": 0, "move": 4, "carried": False}]
    # One deal that decides everything, after which another bot leads.
    other = json.loads(json.dumps(record["deals"][0]))
    first, second = record["deals"][0]["scores"]
    other["scores"] = [second + 40, first]
    totals = [first + second + 40, first + second]
    other["events"][-1] = ["score", other["scores"], totals]
    record["deals"].append(other)
    screen.route("**/record.json", lambda route: route.fulfill(json=record))
    open_replay("?step=0")
    choose = screen.get_by_label("Highlights")
    expect(choose).to_be_enabled()
    told = choose.locator("option").all_inner_texts()[1:]
    assert f"Deal 1: {record['names'][0]}: crash" in told
    assert any("in the deal" in text or "lead" in text or "+" in text for text in told[1:])
    assert screen.locator(".timeline .swing-mark").count() == len(told) - 1
    screen.keyboard.press("h")
    expect(screen.locator("[data-caption]")).to_contain_text("broke down here")
    choose.select_option(index=len(told))
    expect(screen.locator("[data-place]")).to_contain_text("Deal 2 of 2")


def test_a_click_on_the_timeline_goes_there(open_replay, record):
    screen = open_replay("?step=0")
    last = sum(len(deal["events"]) for deal in record["deals"]) - 1
    screen.locator("[data-timeline]").click()
    step = int(screen.locator("[data-slider]").input_value())
    assert abs(step - last / 2) < last / 5


def test_the_owner_sees_what_was_printed_for_a_move_and_gets_the_view(
    open_replay, screen, seen_match, record, logged_in, tmp_path
):
    seat, first = next(
        (event[1], step)
        for step, event in enumerate(record["deals"][0]["events"])
        if event[0] == "play"
    )
    entrant = seen_match.entrants.get(index=seat)
    marks = [[0, 0, -1, 0], [7, 0, 0, first]]
    Entrant.objects.filter(pk=entrant.pk).update(
        log="import\nI lead this <b>card</b>\n", log_marks=marks
    )
    logged_in(entrant.bot.owner)
    open_replay(f"?step={first}")
    own = screen.locator("[data-own]")
    expect(own.locator("[data-own-printed]")).to_have_text("I lead this <b>card</b>\n")
    with screen.expect_download() as download:
        own.get_by_role("link", name="Download its view").click()
    view = json.loads(download.value.path().read_text())
    assert view["seat"] == seat
    assert record["deals"][0]["events"][first][2] in view["legal"]
    screen.keyboard.press("ArrowRight")
    expect(own.locator("[data-own-title]")).to_contain_text("Go to a move of your bot")
    expect(own.get_by_role("link")).to_be_hidden()


def test_nobody_else_is_shown_what_a_bot_printed(open_replay):
    assert open_replay().locator("[data-own]").count() == 0
