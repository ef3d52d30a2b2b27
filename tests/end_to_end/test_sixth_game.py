"""A sixth game is one file and its page. A copy of the house gets them, and no other line is changed."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import requests
from playwright.sync_api import expect

pytestmark = [pytest.mark.slow, pytest.mark.bubblewrap]

ROOT = Path(__file__).resolve().parents[2]
SIXTH_GAME = Path(__file__).with_name("sixth_game")
NOT_CODE = shutil.ignore_patterns(".*", "__pycache__", "var", "staticfiles", "test-results")

HIGHEST = b"""
def choose_move(view):
    return max(view["legal"], key=lambda card: int(card[1:]))
"""
ISSUE_TOKEN = (
    "from accounts.models import User; from accounts.services import issue_token; "
    "print('token', issue_token(user=User.objects.create_user('ada'), name='test')[1])"
)
SUBMIT_RANDOM = (
    "from demo import house; from arena.house import house_bots; "
    "house.house_bots = lambda: [bot for bot in house_bots() if bot.name == 'random']; "
    "print(*house.submit_house_bots({address!r}))"
)


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Path:
    """A copy of this repository with High Flag in it."""
    house = tmp_path_factory.mktemp("house") / "quintet"
    shutil.copytree(ROOT, house, ignore=NOT_CODE)
    shutil.copy(SIXTH_GAME / "high_flag.py", house / "arena" / "games")
    shutil.copy(SIXTH_GAME / "high-flag.md", house / "docs" / "games")
    return house


@pytest.fixture(scope="module")
def run(house):
    """A function that runs a command in the copy and returns what it printed."""

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", *arguments],
            cwd=house,
            env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture(scope="module")
def league(house, start_league):
    """A league run from the copy, in which two bots of the sixth game have passed their trials."""
    league = start_league("bubblewrap", root=house)
    token = re.search(r"token (\S+)", league.manage("shell", "-c", ISSUE_TOKEN))[1]
    answer = requests.post(
        f"{league.address}/api/v1/bots/highest/versions/",
        headers={"Authorization": f"Bearer {token}"},
        files={"file": ("bot.py", HIGHEST)},
        data={"games": ["high-flag"]},
        timeout=30,
    )
    assert answer.status_code == requests.codes.created, answer.text
    league.manage("shell", "-c", SUBMIT_RANDOM.format(address=league.address))
    return league


def test_the_command_line_lists_plays_shows_and_verifies_it(run, house):
    assert "high-flag" in run("arena", "games")
    assert "Three flags each" in run("arena", "rules", "high-flag")
    record = str(house / "record.json")
    seed = ("--shuffle-seed", "sixth")
    run("arena", "play", "high-flag", "random", "random", *seed, "--record", record)
    assert "is saluted with" in run("arena", "show", record)
    assert "holds. 2 deals" in run("arena", "verify", record)


def test_the_conformance_suite_tries_it(run):
    suite = ("tests/arena/test_conformance.py", "-k", "high-flag", "-q")
    passed = re.search(r"(\d+) passed", run("pytest", *suite))
    assert int(passed[1]) >= 3 * len(range(2, 5))


@pytest.mark.browser
def test_the_site_and_the_api_show_it_and_its_matches_are_rated_and_watched(league, page):
    def api(path: str):
        return requests.get(f"{league.address}/api/v1/{path}", timeout=30).json()

    assert "high-flag" in [game["name"] for game in api("games/")]
    page.goto(f"{league.address}/games/high-flag/")
    expect(page.get_by_text("Three flags each of the twelve")).to_be_visible()
    page.goto(f"{league.address}/bots/highest/versions/1/")
    expect(page.get_by_text("High Flag").first).to_be_visible()

    def rated() -> int | None:
        page.goto(f"{league.address}/ladder/high-flag/")
        found = api("matches/?game=high-flag&state=finished")["results"]
        return (
            found[0]["id"] if found and page.get_by_role("link", name="highest").count() else None
        )

    match = league.await_that("A match of High Flag is rated", rated, within_s=240)

    page.goto(f"{league.address}/matches/{match}/sittings/1/")
    expect(page.locator("[data-theatre]")).to_have_attribute("data-ready", "true")
    expect(page.locator("[data-problem]")).to_be_hidden()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-caption]")).to_contain_text("takes down")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-caption]")).to_contain_text("is saluted with")
