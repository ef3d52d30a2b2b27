"""Tournaments in a real browser: an organiser's and an entrant's way, the bracket, and every page's look."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.platform.flawless import PHONE, flaws_of
from tests.platform.tournaments.conftest import GAME
from tournaments.models import Entry, Table, Tournament
from tournaments.planning import StagePlan

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

KNOCKOUT = StagePlan(format="knockout", table_size=2)
SWISS_THEN_KNOCKOUT = (
    StagePlan(format="swiss", table_size=2, options={"rounds": 2}),
    StagePlan(format="knockout", table_size=2, comes_in=4),
)


@pytest.fixture
def at(live_server):
    """A function from a page's name to its address."""
    return lambda name, *arguments: live_server.url + reverse(name, args=arguments)


# --- the organiser -------------------------------------------------------------------------------


def test_an_organiser_opens_a_tournament_by_clicking(
    at, screen: Page, logged_in, organiser, make_bot, person, play_on
):
    house = person("house-player", is_house=True)
    for number in range(1, 5):
        make_bot(f"bot{number}", owner=house)
    logged_in(organiser)
    screen.goto(at("tournament-list"))
    screen.get_by_role("main").get_by_role("link", name="Open a tournament").first.click()

    screen.get_by_label("Name").fill("Spring Cup")
    for game in ("Boy Scouts", "Convoy", "Dan Dare", "David & Goliath"):
        screen.get_by_label(game).uncheck()
    screen.get_by_role("group", name="Stage 2").get_by_label("Format").select_option("knockout")
    screen.get_by_label("Best of stage 1").fill("4")
    for stage in ("Stage 1", "Stage 2"):
        screen.get_by_role("group", name=stage).get_by_label("Bots at a table").fill("2")
    screen.get_by_label("With so many bots").fill("4")
    screen.get_by_label("With so many bots").press("Tab")
    # Two rounds of two tables, then two semi-finals, a final and a third place.
    expect(screen.locator("#preview-body")).to_contain_text("At most 8 matches")
    screen.get_by_role("button", name="Open it for entry").click()

    expect(screen.get_by_role("heading", level=1)).to_have_text("Spring Cup")
    screen.get_by_role("button", name="Enter every house bot").click()
    expect(screen.locator("#live")).to_contain_text("4 of 64")
    screen.get_by_role("link", name="Start it now").click()
    screen.get_by_role("button", name="Start it now").click()
    expect(screen.get_by_role("status")).to_contain_text("It has started")
    tournament = Tournament.objects.get()
    play_on(tournament)
    screen.reload()
    expect(screen.locator(".now")).to_contain_text("Won by bot1")
    expect(screen.locator("[data-bracket] .champion .name")).to_have_text("bot1")


def test_stages_come_and_go_and_nothing_typed_is_lost(at, screen: Page, logged_in, organiser):
    logged_in(organiser)
    screen.goto(at("tournament-new"))
    screen.get_by_label("Name").fill("Spring Cup")
    screen.get_by_role("button", name="Add a stage").click()
    expect(screen.get_by_role("group", name="Stage 3")).to_be_visible()
    screen.get_by_role("button", name="Remove stage 3").click()
    expect(screen.get_by_role("group", name="Stage 3")).to_have_count(0)
    expect(screen.get_by_label("Name")).to_have_value("Spring Cup")


def test_only_the_options_of_the_chosen_format_are_shown(at, screen: Page, logged_in, organiser):
    logged_in(organiser)
    screen.goto(at("tournament-new"))
    first = screen.get_by_role("group", name="Stage 1")
    expect(first.locator(".of-swiss")).to_be_visible()
    expect(first.locator(".of-heats")).to_be_hidden()
    first.get_by_label("Format").select_option("heats")
    expect(first.locator(".of-swiss")).to_be_hidden()
    expect(first.locator(".of-heats")).to_be_visible()


def test_what_is_wrong_with_the_form_is_said_and_can_be_gone_to(
    at, screen: Page, logged_in, organiser
):
    logged_in(organiser)
    screen.goto(at("tournament-new"))
    screen.get_by_role("button", name="Open it for entry").click()
    expect(screen.get_by_role("alert")).to_contain_text("The tournament has no name yet.")
    screen.get_by_role("alert").get_by_role("link", name="Name").click()
    expect(screen.get_by_label("Name")).to_be_focused()


def test_entries_are_put_in_order_by_keyboard(at, screen: Page, logged_in, opened, organiser):
    tournament = opened(3, KNOCKOUT, seeding="entry")
    logged_in(organiser)
    screen.goto(at("tournament-seeding", tournament.slug))
    screen.get_by_role("button", name="bot3 up").focus()
    screen.keyboard.press("Enter")
    expect(screen.get_by_role("button", name="bot3 up")).to_be_focused()
    expect(screen.locator("[data-said]")).to_have_text("bot3 is number 2 now. Not saved yet.")
    screen.keyboard.press("Enter")
    # At the top there is no way up: the focus stays in the line.
    expect(screen.get_by_role("button", name="bot3 down")).to_be_focused()
    screen.get_by_role("button", name="Save this order").click()
    expect(screen.get_by_role("status")).to_contain_text("The order is saved.")
    saved = Entry.objects.order_by("seed").values_list("bot__name", flat=True)
    assert list(saved) == ["bot3", "bot1", "bot2"]


def test_entries_are_put_in_order_by_dragging(at, screen: Page, logged_in, opened, organiser):
    tournament = opened(3, KNOCKOUT, seeding="entry")
    logged_in(organiser)
    screen.goto(at("tournament-seeding", tournament.slug))
    lines = screen.locator(".seed-line")
    lines.nth(2).drag_to(lines.nth(0), target_position={"x": 100, "y": 2})
    expect(lines.first).to_contain_text("bot3")
    expect(lines.first.get_by_role("spinbutton")).to_have_value("1")


@pytest.mark.browser_context_args(timezone_id="America/New_York")
def test_times_are_typed_and_read_in_ones_own_zone(at, screen: Page, logged_in, organiser):
    logged_in(organiser)
    screen.goto(at("tournament-new"))
    expect(screen.locator("[data-zone-name]")).to_have_text("America/New_York")
    screen.get_by_label("Name").fill("Spring Cup")
    screen.get_by_label("Starts by itself").fill("2030-07-01T18:00")
    screen.get_by_role("button", name="Open it for entry").click()
    expect(screen.locator(".now")).to_contain_text("1 Jul 2030, 18:00")
    assert Tournament.objects.get().starts_at == datetime(2030, 7, 1, 22, 0, tzinfo=UTC)
    screen.get_by_role("link", name="Change it").click()
    expect(screen.get_by_label("Starts by itself")).to_have_value("2030-07-01T18:00")


# --- an entrant ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_an_entrant_follows_the_invitation_enters_watches_and_withdraws(
    at, screen: Page, logged_in, opened, make_bot, ann, size
):
    if size:
        screen.set_viewport_size(size)
    tournament = opened(2, KNOCKOUT, is_public=False)
    make_bot("robin", owner=ann)
    logged_in(ann)
    screen.goto(at("tournament-invitation", tournament.slug, tournament.invitation))
    screen.get_by_label("Your bot").select_option("robin")
    screen.get_by_role("button", name="Enter it").click()
    expect(screen.get_by_role("status")).to_contain_text("Entered: robin.")
    screen.get_by_role("link", name="Withdraw robin").click()
    screen.get_by_role("button", name="Withdraw it").click()
    expect(screen.get_by_role("status")).to_contain_text("It is withdrawn.")
    expect(screen.get_by_role("region", name="Entries")).not_to_contain_text("robin")


# --- the page while it runs ----------------------------------------------------------------------


def test_the_page_follows_by_itself_and_whoever_reads_it_keeps_their_place(
    at, screen: Page, started, play_on
):
    tournament = started(8, KNOCKOUT)
    play_on(tournament, matches=1)
    screen.set_viewport_size(PHONE)
    screen.goto(at("tournament", tournament.slug))
    expect(screen.locator(".now")).to_contain_text("1 of 4 tables decided")
    screen.evaluate("document.querySelector('#bracket-box').scrollLeft = 150")
    play_on(tournament, matches=2)
    expect(screen.locator(".now")).to_contain_text("3 of 4 tables decided", timeout=20_000)
    assert screen.evaluate("document.querySelector('#bracket-box').scrollLeft") == 150
    play_on(tournament)
    expect(screen.locator(".now")).to_contain_text("Won by bot1", timeout=20_000)


@pytest.fixture
def finished(started, play_on) -> Tournament:
    """Eight bots, two rounds of Swiss, and then the best four in a knockout."""
    tournament = started(8, *SWISS_THEN_KNOCKOUT)
    play_on(tournament)
    return tournament


def test_the_way_of_a_bot_lights_up_under_the_pointer_and_under_the_focus(
    at, screen: Page, finished
):
    screen.goto(at("tournament", finished.slug))
    bracket = screen.locator("[data-bracket]")
    bracket.get_by_role("link", name="bot1", exact=True).first.hover()
    expect(bracket.locator(".line.traced")).to_have_count(2)
    expect(bracket.locator(".champion.traced")).to_have_count(1)
    screen.mouse.move(5, 5)
    expect(bracket.locator(".traced")).to_have_count(0)
    bracket.get_by_role("link", name="bot2").first.focus()
    expect(bracket.locator(".slot.traced")).to_have_count(2)


def test_names_lead_to_bots_and_tables_to_matches(at, screen: Page, finished):
    screen.goto(at("tournament", finished.slug))
    bracket = screen.locator("[data-bracket]")
    bracket.get_by_role("link", name="bot1").first.click()
    expect(screen).to_have_url(at("bot", "bot1"))
    screen.go_back()
    bracket.get_by_role("link", name="Final, its matches", exact=True).click()
    expect(screen.get_by_role("heading", level=1)).to_contain_text("Final")
    screen.get_by_role("link", name="match", exact=False).last.click()
    expect(screen.locator(".lead")).to_contain_text("Final")


def test_the_bracket_prints_on_one_page(at, screen: Page, finished):
    screen.goto(at("tournament-bracket", finished.slug))
    pages = re.findall(rb"/Type\s*/Page\b(?!s)", screen.pdf(prefer_css_page_size=True))
    assert len(pages) == 1


@pytest.fixture
def club(tmp_path) -> Iterator[Callable[[str], str]]:
    """A function that puts a page on somebody else's site, of another origin, and tells its address."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()

        def publish(page: str) -> str:
            (tmp_path / "club.html").write_text(page)
            return f"http://127.0.0.1:{server.server_port}/club.html"

        yield publish
        server.shutdown()


def test_the_bracket_can_be_framed_by_others_and_no_other_page_can(
    at, screen: Page, finished, club, complaints
):
    bracket, page = at("tournament-bracket", finished.slug), at("tournament", finished.slug)
    frames = f'<iframe src="{bracket}?frame"></iframe><iframe src="{page}"></iframe>'
    screen.goto(club(f'<!doctype html><link rel="icon" href="data:,">{frames}'))
    first, second = screen.locator("iframe").all()
    expect(first.content_frame.locator(".champion .name")).to_have_text("bot1")
    expect(second.content_frame.locator(".champion .name")).to_have_count(0)
    assert any("frame-ancestors" in complaint for complaint in complaints)
    complaints.clear()


# --- how every page looks ------------------------------------------------------------------------


def test_no_page_of_tournaments_has_a_flaw_for_its_organiser(
    at, screen: Page, logged_in, organiser, opened, finished, play_on
):
    coming = opened(0, KNOCKOUT, name="Coming", description="For everybody.")
    logged_in(organiser)
    table = Table.objects.first()
    addresses = [
        at("tournament-list"),
        at("tournament-new"),
        at("tournament", finished.slug),
        at("tournament", finished.slug) + "?stage=1",
        at("tournament-bracket", finished.slug),
        at("tournament-table", finished.slug, table.pk),
        at("tournament-table-control", finished.slug, table.pk, "award"),
        at("tournament", coming.slug),
        at("tournament-edit", coming.slug),
        at("tournament-control", coming.slug, "cancel"),
        at("tournament-seeding", coming.slug),
    ]
    flaws = [flaw for address in addresses for flaw in flaws_of(screen, address)]
    assert not flaws, "\n".join(flaws)


def test_no_page_of_a_running_tournament_has_a_flaw(
    at, screen: Page, started, opened, play_on, organiser
):
    running = started(
        5, StagePlan(format="round_robin", table_size=2), games=[GAME], description="A league."
    )
    play_on(running, matches=5)
    assert not flaws_of(screen, at("tournament", running.slug))
