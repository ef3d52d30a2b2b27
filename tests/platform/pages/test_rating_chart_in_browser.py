"""The rating chart in a real browser: by pointer, by keyboard, and by machine for accessibility."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from ladder.services import rate_finished
from matches.playing import play

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAME = "davy-crockett"
MATCHES = 12


@pytest.fixture
def chart(live_server, screen: Page, match, table) -> Page:
    """The page of a bot with twelve rated matches."""
    versions = table("plays the first", "plays the last")
    for _ in range(MATCHES):
        assert play(match(versions=versions).pk)
    rate_finished(GAME)
    screen.goto(live_server.url + reverse("bot", args=["bot1"]))
    return screen


def test_pointing_tells_a_match_and_a_click_opens_it(chart: Page):
    drawing = chart.locator(".rating-chart svg")
    box = drawing.bounding_box()
    assert box is not None
    drawing.hover(position={"x": box["width"] * 48 / 640 + 1, "y": box["height"] / 2})
    expect(chart.locator("[data-tip]")).to_contain_text("1. rated match")
    chart.mouse.down()
    chart.mouse.up()
    chart.wait_for_url(re.compile(r"/matches/\d+/$"))


def test_keys_go_from_match_to_match_and_enter_opens_one(chart: Page):
    drawing = chart.locator(".rating-chart svg")
    drawing.focus()
    tip = chart.locator("[data-tip]")
    chart.keyboard.press("ArrowLeft")
    expect(tip).to_contain_text(f"{MATCHES - 1}. rated match")
    chart.keyboard.press("Home")
    expect(tip).to_contain_text("1. rated match")
    chart.keyboard.press("ArrowRight")
    expect(tip).to_contain_text("2. rated match")
    chart.keyboard.press("Enter")
    chart.wait_for_url(re.compile(r"/matches/\d+/$"))


def test_zoom_shows_fewer_matches_and_all_again(chart: Page):
    line = chart.locator(".rating-chart [data-line]")

    def matches() -> int:
        return len((line.get_attribute("points") or "").split())

    assert matches() == MATCHES
    chart.get_by_role("button", name="Zoom in").click()
    expect(line).not_to_have_attribute("points", re.compile(r"^(\S+ ){11}\S+$"))
    assert matches() == 8
    chart.get_by_role("button", name="All").click()
    expect(line).to_have_attribute("points", re.compile(r"^(\S+ ){11}\S+$"))
    chart.locator(".rating-chart svg").focus()
    chart.keyboard.press("+")
    expect(line).not_to_have_attribute("points", re.compile(r"^(\S+ ){11}\S+$"))


@pytest.mark.parametrize("width", [360, 1400])
def test_pages_of_the_ladder_are_accessible_and_fit(chart: Page, live_server, width: int):
    chart.set_viewport_size({"width": width, "height": 900})
    for address in (
        reverse("bot", args=["bot1"]),
        reverse("ladder", args=[GAME]),
        reverse("all-round"),
        reverse("player", args=["owner1"]),
    ):
        chart.goto(live_server.url + address)
        assert chart.evaluate("document.documentElement.scrollWidth <= innerWidth")
        found = Axe().run(chart)
        assert found.violations_count == 0, found.generate_report()
