"""Every page of the site, with something on it: accessible, no wider than a phone, and without a complaint."""

from collections.abc import Callable

import pytest
from django.urls import URLPattern, get_resolver, reverse
from playwright.sync_api import Page, expect

from accounts.services import issue_token
from bots.trials import run_trial
from pages import urls as page_urls
from tests.platform.flawless import flaws_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GAME = "davy-crockett"
ELSEWHERE = ("api-", "admin", "tournament")
"""Addresses that begin so are no pages, or are looked at beside their own app's tests."""
NO_PAGES = {
    "healthz",
    "log-out",
    "token-revoke",
    "bot-withdraw",
    "bot-restore",
    "bot-course",
    "ladder-index",
    "challenge-index",
    "bot-look",
    "match-live",
    "version-trials",
    "trial-log",
    "trial-view",
    "trial-record",
    "sitting-record",
    "entrant-log",
    "entrant-view",
    "seat-printed",
    "seat-view",
}
"""What is only posted to, sends one on, or is downloaded."""


@pytest.fixture
def scene(seen_match, ann, bob, accepted, submit) -> None:
    """A bot that failed its trial, one that waits, one that passed, and a token."""
    run_trial(submit(ann, "robin", "crashes").trials.get().pk)
    submit(ann, "wren")
    accepted(ann, "finch")
    issue_token(user=ann, name="laptop")


FOR_ALL: list[Callable[[int], str]] = [
    lambda match: reverse("home"),
    lambda match: reverse("game-list"),
    lambda match: reverse("game", args=[GAME]),
    lambda match: reverse("game", args=["convoy"]),
    lambda match: reverse("ladder", args=[GAME]),
    lambda match: reverse("ladder", args=[GAME]) + "?q=nobody",
    lambda match: reverse("all-round"),
    lambda match: reverse("match-list"),
    lambda match: reverse("match", args=[match]),
    lambda match: reverse("sitting", args=[match, 0]) + "?step=9",
    lambda match: reverse("side-by-side", args=[match]) + "?step=9",
    lambda match: reverse("replay-file"),
    lambda match: reverse("bot-list"),
    lambda match: reverse("bot", args=["bot1"]),
    lambda match: reverse("bot", args=["wren"]),
    lambda match: reverse("player", args=["ann"]),
    lambda match: reverse("docs"),
    lambda match: reverse("docs-page", args=["bot-guide"]),
    lambda match: reverse("api-docs"),
    lambda match: reverse("search") + "?q=bot",
    lambda match: reverse("search") + "?q=nobody-is-called-so",
    lambda match: reverse("password-reset"),
    lambda match: reverse("password-reset-sent"),
    lambda match: reverse("password-reset-confirm", args=["MQ", "no-such-token"]),
    lambda match: reverse("sign-up"),
    lambda match: reverse("log-in") + "?next=/me/",
    lambda match: "/no/such/page/",
]
FOR_MEMBERS: list[Callable[[int], str]] = [
    lambda match: reverse("home"),
    lambda match: reverse("bot", args=["robin"]),
    lambda match: reverse("version", args=["robin", 1]),
    lambda match: reverse("version", args=["wren", 1]),
    lambda match: reverse("trial-replay", args=["robin", 1, GAME]),
    lambda match: reverse("bot-new"),
    lambda match: reverse("bot-submit", args=["robin"]),
    lambda match: reverse("dashboard"),
    lambda match: reverse("account"),
    lambda match: reverse("password-change"),
    lambda match: reverse("tokens"),
    lambda match: reverse("challenge-new", args=[GAME]),
]


def test_no_page_of_the_site_is_forgotten_here():
    def names(patterns) -> set[str]:
        return {
            name
            for one in patterns
            for name in (
                [one.name or ""] if isinstance(one, URLPattern) else names(one.url_patterns)
            )
        }

    pages = {
        name
        for name in names(
            one for one in get_resolver().url_patterns if getattr(one, "app_name", None) != "admin"
        )
        if name and not name.startswith(ELSEWHERE)
    }
    resolve = get_resolver().resolve
    looked_at = {
        resolve(address(1).partition("?")[0]).url_name
        for address in FOR_ALL + FOR_MEMBERS
        if "/no/" not in address(1)
    }
    assert pages - NO_PAGES == looked_at - {"api-docs"}
    assert {one.name for one in page_urls.urlpatterns} <= looked_at | NO_PAGES


def test_every_page_is_flawless_for_a_visitor(
    live_server, screen: Page, seen_match, scene, complaints
):
    flaws = [
        flaw
        for address in FOR_ALL
        for flaw in flaws_of(screen, live_server.url + address(seen_match.pk))
    ]
    # Chromium tells of the one address that is meant to lead nowhere.
    complaints[:] = [one for one in complaints if "404 (Not Found)" not in one]
    assert not flaws, "\n".join(flaws)


def test_every_page_is_flawless_for_an_author(
    live_server, screen: Page, seen_match, scene, ann, logged_in
):
    logged_in(ann)
    flaws = [
        flaw
        for address in FOR_MEMBERS
        for flaw in flaws_of(screen, live_server.url + address(seen_match.pk))
    ]
    screen.goto(live_server.url + reverse("tokens"))
    screen.get_by_label("What is it for?").fill("desk")
    screen.get_by_role("button", name="Make a token").click()
    expect(screen.get_by_role("status")).to_contain_text("never again")
    assert not flaws, "\n".join(flaws)
