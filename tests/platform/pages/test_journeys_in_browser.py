"""The ways of a visitor, on a phone and by keyboard alone, and of an author who forgot the password."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.passwords import link_for
from tests.platform.flawless import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAME = "davy-crockett"


def follow(screen: Page, name: str, *, exact: bool = False) -> None:
    """Go to a link of the page's content and open it, with the keyboard."""
    link = screen.get_by_role("main").get_by_role("link", name=name, exact=exact).first
    link.focus()
    expect(link).to_be_focused()
    screen.keyboard.press("Enter")


def test_a_visitor_watches_a_replay_and_finds_the_winner_by_keyboard_on_a_phone(
    live_server, screen: Page, seen_match
):
    screen.set_viewport_size(PHONE)
    screen.emulate_media(reduced_motion="reduce")
    screen.goto(live_server.url)
    expect(screen.locator("[data-theatre=frame] [data-caption]")).not_to_be_empty()
    follow(screen, "Watch the whole replay")
    expect(screen.get_by_role("heading", level=1)).to_contain_text("sitting 1")
    slider = screen.get_by_label("Moment of the replay")
    expect(slider).not_to_have_attribute("max", "0")
    before = slider.input_value()
    screen.locator("[data-scene] *").first.wait_for(state="attached")
    screen.keyboard.press("ArrowRight")
    expect(slider).not_to_have_value(before)
    follow(screen, "The match, its result")
    expect(screen.get_by_role("heading", level=1)).to_have_text(f"Match {seen_match.pk}")
    winner = seen_match.entrants.get(place=1).bot.name
    follow(screen, winner, exact=True)
    expect(screen.get_by_role("heading", level=1)).to_have_text(winner)
    expect(screen.get_by_role("main")).to_contain_text("Provisional for")


def test_a_visitor_goes_from_the_rules_to_the_ladder_and_back_to_a_replay(
    live_server, screen: Page, seen_match
):
    screen.goto(live_server.url + reverse("game-list"))
    screen.get_by_role("main").get_by_role("link", name="Davy Crockett").first.click()
    expect(screen.locator("article")).to_contain_text("trick")
    screen.get_by_role("complementary").get_by_role("link", name="all").first.click()
    expect(screen.get_by_role("heading", level=1)).to_have_text("Davy Crockett: the ladder")
    screen.get_by_role("link", name="The rules").click()
    screen.get_by_role("link", name="Watch it played").click()
    expect(screen.get_by_role("heading", level=1)).to_contain_text("sitting 1")


def test_an_author_sets_a_new_password_by_the_link_that_staff_made(
    live_server, screen: Page, ann, rf
):
    link = link_for(ann, rf.get("/")).partition("testserver")[2]
    screen.goto(live_server.url + link)
    screen.get_by_label("New password", exact=True).fill("eleven vintage cards")
    screen.get_by_label("New password confirmation").fill("eleven vintage cards")
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("status")).to_contain_text("Log in with it")
    screen.get_by_label("Username").fill("ann")
    screen.get_by_label("Password").fill("eleven vintage cards")
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("heading", level=1)).to_have_text("My bots")
