"""A running league: the whole way of a bot author in a browser, from signing up to the replay, and a killed worker."""

import json
import os
import re
import signal

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow

BOT = b"""
def choose_move(view):
    print("choosing among", len(view["legal"]))
    return view["legal"][-1]
"""
CRASHES = b"""
def choose_move(view):
    raise RuntimeError("a crash of my own")
"""
PASSWORD = "correct horse battery staple"

ASK = """
import json
from ladder.models import RatedMatch, RatingChange
from matches.models import Attempt, Match
playing = Match.objects.filter(state="playing").first()
print(json.dumps({
    "playing": playing and playing.pk,
    "finished": list(Match.objects.filter(state="finished").values_list("pk", flat=True)),
    "rated": list(RatedMatch.objects.values_list("match", flat=True)),
    "changes": RatingChange.objects.count(),
    "outcomes": {pk: list(Attempt.objects.filter(match=pk).values_list("outcome", flat=True))
                 for pk in Match.objects.values_list("pk", flat=True)},
}))
"""


def sign_up(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/accounts/sign-up/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password confirmation").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page).not_to_have_url(re.compile("sign-up"))


def submit(page: Page, address: str, name: str, code: bytes) -> None:
    page.goto(f"{address}/bots/new/?game=davy-crockett")
    page.get_by_label("Name of the bot").fill(name)
    page.set_input_files(
        "input[type=file]", {"name": "bot.py", "mimeType": "text/x-python", "buffer": code}
    )
    expect(page.get_by_label("Davy Crockett")).to_be_checked()
    page.get_by_role("button", name="Submit").click()
    expect(page).to_have_url(f"{address}/bots/{name}/versions/1/", timeout=20_000)


@pytest.fixture
def complaints(page: Page) -> list[str]:
    """What the browser complained about: errors of scripts, blocked content, failed requests."""
    found: list[str] = []
    page.on(
        "console", lambda message: found.append(message.text) if message.type == "error" else None
    )
    page.on("pageerror", lambda error: found.append(str(error)))
    return found


@pytest.mark.browser
def test_an_uploaded_bot_is_tried_plays_is_rated_and_can_be_watched(
    league_with_house_bots, page, complaints
):
    league = league_with_house_bots
    sign_up(page, league.address, "ada")
    submit(page, league.address, "adas-bot", BOT)
    expect(page.get_by_role("status")).to_contain_text("It passed", timeout=60_000)
    expect(page.get_by_text("choosing among").first).to_be_attached()

    def rated_match() -> bool:
        page.goto(f"{league.address}/bots/adas-bot/")
        links = page.locator("a[href^='/matches/']").evaluate_all("found => found.map(a => a.href)")
        for link in dict.fromkeys(links):
            page.goto(link)
            if page.get_by_role("columnheader", name="Rating").count():
                return True
        return False

    league.await_that("A match of the new bot is rated", rated_match, within_s=240)

    page.get_by_role("link", name="Watch the replay").click()
    expect(page.locator("[data-problem]")).to_be_hidden()
    caption = page.locator("[data-caption]")
    expect(caption).not_to_be_empty()
    first = caption.inner_text()
    events = page.locator("[data-log] li")
    for _ in range(6):
        page.get_by_role("button", name="One step on").click()
    expect(caption).not_to_have_text(first)
    assert events.count() > 0
    expect(page.locator("[data-seats]")).to_contain_text("adas-bot")

    page.goto(f"{league.address}/ladder/davy-crockett/")
    expect(page.get_by_role("link", name="adas-bot").first).to_be_visible()
    assert complaints == []


@pytest.mark.browser
def test_the_author_reads_why_a_bot_failed_and_nobody_else_does(
    league_with_house_bots, page, browser
):
    league = league_with_house_bots
    sign_up(page, league.address, "grace")
    submit(page, league.address, "graces-bot", CRASHES)
    expect(page.get_by_role("status")).to_contain_text("It passed no trial", timeout=60_000)
    expect(page.get_by_text("RuntimeError: a crash of my own").first).to_be_visible()
    expect(page.get_by_role("link", name="The view that broke it")).to_be_visible()

    with browser.new_context() as stranger:
        assert stranger.request.get(page.url).status == 404


def test_a_match_whose_worker_was_killed_is_played_again_and_rated_once(league_with_house_bots):
    league = league_with_house_bots

    def ask() -> dict:
        return json.loads(league.manage("shell", "-v", "0", "-c", ASK))

    playing = league.await_that("A match is being played", lambda: ask()["playing"])
    os.killpg(league.worker.process.pid, signal.SIGKILL)
    league.worker.process.wait()
    was_held = ask()["playing"]
    # The match that was under way may have ended just before the kill; another one was begun then.
    match = was_held or playing

    league.await_that(
        "The match is played after all", lambda: match in ask()["rated"], within_s=240
    )
    told = ask()
    assert told["rated"].count(match) == 1
    outcomes = told["outcomes"][str(match)]
    assert outcomes.count("finished") == 1
    if was_held:
        assert "lost" in outcomes
