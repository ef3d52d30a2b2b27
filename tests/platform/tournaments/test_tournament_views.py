"""The list of tournaments, the page of one, of its tables and of its bracket, and its results as files."""

import csv
import io
import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from bots.models import Bot, Trial, Version
from matches.models import Match
from matches.services import claim
from tests.platform.tournaments.conftest import GAME
from tournaments import entering, services, stage_page
from tournaments.models import Entry, Table, Tournament
from tournaments.planning import StagePlan
from tournaments.rulings import award
from tournaments.starting import start

pytestmark = pytest.mark.django_db

SWISS = StagePlan(format="swiss", table_size=2)
KNOCKOUT = StagePlan(format="knockout", table_size=2)
BEST_FOUR = StagePlan(format="knockout", table_size=2, comes_in=4)


@pytest.fixture
def page_of(client):
    """A function that fetches the page of a tournament."""

    def fetch(tournament: Tournament, **query) -> str:
        answer = client.get(reverse("tournament", args=[tournament.slug]), query)
        assert answer.status_code == 200
        return answer.content.decode()

    return fetch


# --- the list ------------------------------------------------------------------------------------


def test_an_empty_list_says_what_to_do(client):
    page = client.get(reverse("tournament-list")).content.decode()
    assert "No tournament yet" in page
    assert reverse("tournament-new") in page


def test_the_list_has_what_runs_what_is_open_what_comes_and_what_is_over(
    client, opened, started, draft, organiser, play_on
):
    play_on(started(2, KNOCKOUT, name="Over"))
    opened_one = opened(0, name="Open")
    later = opened(0, name="Later", entry_opens_at=timezone.now() + timedelta(days=1))
    draft(name="Secret plan")
    page = client.get(reverse("tournament-list")).content.decode()
    assert page.index("Open for entry") < page.index(opened_one.name + "</a>")
    assert page.index("Coming") < page.index(later.name) < page.index("Past") < page.index("Over")
    assert "<strong" in page
    assert "won" in page
    assert "Secret plan" not in page
    client.force_login(organiser)
    assert "Secret plan" in client.get(reverse("tournament-list")).content.decode()


def test_the_list_takes_the_same_queries_for_many(
    client, opened, django_assert_num_queries, person
):
    for number in range(5):
        opened(0, name=f"Cup {number}", by=person(f"organiser{number}"))
    with django_assert_num_queries(4):
        client.get(reverse("tournament-list"))


def test_the_list_does_not_tell_a_winner_that_is_held_back(client, started, play_on, organiser):
    tournament = started(2, KNOCKOUT, hold_results=True)
    play_on(tournament)
    assert ">bot1<" not in client.get(reverse("tournament-list")).content.decode()
    services.release(tournament.stages.get(), by=organiser)
    assert ">bot1<" in client.get(reverse("tournament-list")).content.decode()


# --- the page of one -----------------------------------------------------------------------------


def test_a_draft_is_for_its_organiser_alone(client, draft, organiser, ann, staff):
    address = reverse("tournament", args=[draft().slug])
    assert client.get(address).status_code == 404
    for person, status in ((ann, 404), (organiser, 200), (staff, 200)):
        client.force_login(person)
        assert client.get(address).status_code == status


def test_a_visitor_sees_standings_and_bracket_and_no_controls(page_of, started, play_on):
    tournament = started(4, KNOCKOUT)
    play_on(tournament)
    page = page_of(tournament)
    assert "Won by" in page
    assert 'aria-label="Semi-final 1:' in page
    assert reverse("bot", args=["bot1"]) in page
    assert reverse("tournament-table", args=[tournament.slug, Table.objects.first().pk]) in page
    assert "Only you and staff see this box" not in page


def test_the_organiser_has_the_controls_that_fit_the_state(client, page_of, opened, organiser):
    tournament = opened(2, KNOCKOUT)
    client.force_login(organiser)
    page = page_of(tournament)
    for action, is_there in (("start", True), ("cancel", True), ("pause", False), ("open", False)):
        address = reverse("tournament-control", args=[tournament.slug, action])
        assert (address in page) is is_there
    assert tournament.invitation in page


def test_the_invitation_is_not_shown_to_others(page_of, opened):
    tournament = opened(2, KNOCKOUT, is_public=False)
    assert tournament.invitation not in page_of(tournament)


def test_each_stage_has_its_page_and_one_that_is_to_come_shows_its_bracket(
    page_of, started, play_on
):
    tournament = started(6, SWISS, BEST_FOUR)
    play_on(tournament, matches=3)
    assert "Rank 1 of stage 1" in page_of(tournament, stage=2)
    play_on(tournament)
    assert "goes on" in page_of(tournament, stage=1)
    assert 'aria-label="Final' in page_of(tournament)


@pytest.mark.parametrize("stage", ["0", "3", "x", "-1", "9" * 30, "00019"])
def test_a_stage_that_there_is_not_is_not_found(client, started, stage):
    address = reverse("tournament", args=[started(4, SWISS, BEST_FOUR).slug])
    assert client.get(address, {"stage": stage}).status_code == 404


def test_a_tournament_that_was_cut_short_names_its_winner(page_of, started, play_on):
    tournament = started(4, SWISS, BEST_FOUR)
    play_on(tournament, matches=1)
    for entry in tournament.entries.exclude(bot__name="bot1"):
        entering.withdraw(entry, by=entry.bot.owner)
    play_on(tournament)
    assert (tournament.state, tournament.stages.get(number=1).begun_at) == ("finished", None)
    assert "Won by" in page_of(tournament)


def test_a_round_robin_has_a_cross_table(page_of, started, play_on):
    tournament = started(4, StagePlan(format="round_robin", table_size=2))
    play_on(tournament)
    assert "Everybody against everybody" in page_of(tournament)


def test_who_is_playing_now_and_how_far_the_round_is(page_of, started, play_on):
    tournament = started(4, KNOCKOUT)
    play_on(tournament, matches=1)
    due = Match.objects.due().get()
    assert claim(due.pk)
    page = page_of(tournament)
    assert "1 of 2 matches of this round" in page
    assert "Playing now" in page
    assert reverse("match", args=[due.pk]) in page


def test_htmx_gets_only_what_changes(client, started):
    tournament = started(4, KNOCKOUT)
    address = reverse("tournament", args=[tournament.slug])
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "data-bracket" in part


def test_names_and_words_of_people_are_inert(page_of, draft, organiser):
    evil = "<script>alert(1)</script>"
    tournament = draft(KNOCKOUT, name=evil, description=f"{evil}\n\n<b>bold</b>")
    services.open_entry(tournament, by=organiser)
    page = page_of(tournament)
    assert evil not in page
    assert "<b>bold</b>" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page


@pytest.fixture
def crowded(opened, person):
    """A function that opens a tournament with two hundred entries, without asking for each."""

    def make(*stages: StagePlan) -> Tournament:
        tournament = opened(0, *stages, capacity=300, seeding="entry")
        owner = person("crowd")
        bots = Bot.objects.bulk_create(Bot(owner=owner, name=f"bot{n}") for n in range(1, 201))
        versions = Version.objects.bulk_create(
            Version(
                bot=bot,
                number=1,
                digest=f"{bot.pk:064x}",
                file="versions/none.zip",
                filename="bot.py",
                size_bytes=1,
                state=Version.State.ACCEPTED,
            )
            for bot in bots
        )
        Trial.objects.bulk_create(
            Trial(version=version, game=GAME, state="passed") for version in versions
        )
        for bot, version in zip(bots, versions, strict=True):
            bot.current_version = version
        Bot.objects.bulk_update(bots, ["current_version"])
        Entry.objects.bulk_create(
            Entry(tournament=tournament, bot=bot, entered_by=owner) for bot in bots
        )
        return tournament

    return make


@pytest.mark.parametrize("stage", [KNOCKOUT, StagePlan(format="swiss", table_size=4)])
def test_the_page_takes_the_same_queries_for_two_hundred_entries(
    client, crowded, play_on, organiser, stage, django_assert_num_queries
):
    tournament = crowded(stage)
    start(tournament, by=organiser)
    play_on(tournament, matches=0)
    address = reverse("tournament", args=[tournament.slug])
    with django_assert_num_queries(11):
        page = client.get(address).content.decode()
    assert "bot200" in page
    assert "tables decided" in page


def test_the_page_before_the_start_takes_the_same_queries_for_two_hundred_entries(
    client, crowded, organiser, django_assert_num_queries
):
    tournament = crowded(KNOCKOUT)
    client.force_login(organiser)
    with django_assert_num_queries(8):
        page = client.get(reverse("tournament", args=[tournament.slug])).content.decode()
    assert "200 of 300" in page


def test_the_bracket_links_to_its_own_page(page_of, started):
    tournament = started(4, KNOCKOUT)
    address = reverse("tournament-bracket", args=[tournament.slug])
    assert f'href="{address}?stage=1"' in page_of(tournament)


def test_what_nobody_has_changed_is_drawn_once_for_all_who_look(
    page_of, started, play_on, monkeypatch
):
    tournament = started(4, KNOCKOUT)
    drawn = []
    draw = stage_page.draw
    monkeypatch.setattr(
        stage_page, "draw", lambda *what, **how: drawn.append(1) or draw(*what, **how)
    )
    assert page_of(tournament) == page_of(tournament)
    assert len(drawn) == 1
    for matches in range(1, 5):
        play_on(tournament, matches=1)
        page_of(tournament)
        assert len(drawn) == 1 + matches
    assert "Won by" in page_of(tournament)


# --- results that are held back ------------------------------------------------------------------


def test_nobody_but_organiser_and_staff_sees_results_that_are_held_back(
    client, started, play_on, organiser, staff, ann
):
    tournament = started(4, KNOCKOUT, hold_results=True)
    play_on(tournament)
    table = Table.objects.first()
    page = reverse("tournament", args=[tournament.slug])
    told_by = {
        page: "Won by",
        page + "?stage=1": "data-bracket",
        reverse("tournament-bracket", args=[tournament.slug]): "bot1",
        reverse("tournament-results-csv", args=[tournament.slug]): "bot1",
        reverse("tournament-results-json", args=[tournament.slug]): "bot1",
    }
    of_table = reverse("tournament-table", args=[tournament.slug, table.pk])
    for person, is_shown in ((None, False), (ann, False), (organiser, True), (staff, True)):
        if person is not None:
            client.force_login(person)
        for address, words in told_by.items():
            assert (words in client.get(address).content.decode()) is is_shown, address
        assert client.get(of_table).status_code == (200 if is_shown else 404)
    services.release(tournament.stages.get(), by=organiser)
    client.logout()
    for address, words in told_by.items():
        assert words in client.get(address).content.decode(), address


def test_who_plays_is_shown_even_while_results_are_held_back(page_of, started, play_on):
    tournament = started(4, KNOCKOUT, hold_results=True)
    play_on(tournament)
    page = page_of(tournament)
    assert "Entries" in page
    assert reverse("bot", args=["bot1"]) in page
    assert "held back" in page


def test_the_log_keeps_tables_to_itself_while_results_are_held_back(
    client, started, play_on, organiser
):
    tournament = started(4, KNOCKOUT, hold_results=True)
    play_on(tournament, matches=0)
    award(Table.objects.first(), by=organiser, places=[1, 2], reason="Power cut.")
    address = reverse("tournament", args=[tournament.slug])
    assert "Power cut." not in client.get(address).content.decode()
    client.force_login(organiser)
    assert "Power cut." in client.get(address).content.decode()


# --- a table -------------------------------------------------------------------------------------


def test_a_table_tells_points_game_by_game_and_leads_to_matches_and_replays(
    client, started, play_on
):
    tournament = started(2, KNOCKOUT, games=[GAME, "dan-dare"])
    play_on(tournament)
    table = Table.objects.get()
    page = client.get(
        reverse("tournament-table", args=[tournament.slug, table.pk])
    ).content.decode()
    for match in Match.objects.all():
        assert reverse("match", args=[match.pk]) in page
        assert reverse("sitting", args=[match.pk, 0]) in page
    assert "Davy Crockett" in page
    assert "Dan Dare" in page


def test_a_table_is_found_in_its_own_tournament_alone(client, started, opened, play_on, ann):
    one = started(2, KNOCKOUT)
    play_on(one)
    other = opened(0, name="Other", by=ann)
    table = Table.objects.get()
    assert client.get(reverse("tournament-table", args=[one.slug, table.pk])).status_code == 200
    assert client.get(reverse("tournament-table", args=[other.slug, table.pk])).status_code == 404


# --- the bracket alone ---------------------------------------------------------------------------


def test_only_the_bracket_alone_may_be_framed(client, started):
    tournament = started(4, KNOCKOUT)
    bracket = client.get(reverse("tournament-bracket", args=[tournament.slug]), {"frame": ""})
    assert "frame-ancestors *" in bracket.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in bracket.headers
    assert 'target="_blank"' in bracket.content.decode()
    assert "<form" not in bracket.content.decode()
    page = client.get(reverse("tournament", args=[tournament.slug]))
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"


def test_the_bracket_alone_says_when_there_is_none_yet(client, opened):
    page = client.get(reverse("tournament-bracket", args=[opened(2, KNOCKOUT).slug]))
    assert "no bracket to show yet" in page.content.decode()


# --- files ---------------------------------------------------------------------------------------


def test_the_results_as_csv_are_the_standings(client, started, play_on):
    tournament = started(4, SWISS, BEST_FOUR)
    play_on(tournament)
    answer = client.get(reverse("tournament-results-csv", args=[tournament.slug]))
    assert answer.headers["Content-Type"].startswith("text/csv")
    lines = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert [line["bot"] for line in lines if line["stage"] == "2"] == [
        "bot1",
        "bot2",
        "bot3",
        "bot4",
    ]
    assert lines[0]["points"] == "2"


def test_no_cell_of_the_csv_is_a_formula(client, started, play_on):
    tournament = started(2, KNOCKOUT)
    play_on(tournament)
    Bot.objects.filter(name="bot1").update(name="=1+1")
    text = client.get(reverse("tournament-results-csv", args=[tournament.slug])).content.decode()
    assert "'=1+1" in text


def test_the_results_as_json_are_exact_and_have_every_table(client, started, play_on):
    tournament = started(4, KNOCKOUT)
    play_on(tournament)
    data = json.loads(
        client.get(reverse("tournament-results-json", args=[tournament.slug])).content
    )
    assert data["state"] == "finished"
    (stage,) = data["stages"]
    assert stage["standings"][0] | {"tie_breaks": {}} == {
        "rank": 1, "bot": "bot1", "version": 1, "owner": "owner-of-bot1", "points": "2",
        "tie_breaks": {}, "tables": 2, "byes": 0, "reached": "Winner", "state": "entered",
    }  # fmt: skip
    assert sum(len(one["tables"]) for one in stage["rounds"]) == Table.objects.count()


# --- elsewhere on the site -----------------------------------------------------------------------


def test_a_match_names_its_table_and_its_tournament(client, started, play_on):
    tournament = started(4, KNOCKOUT)
    play_on(tournament)
    match = Match.objects.order_by("pk").first()
    page = client.get(reverse("match", args=[match.pk])).content.decode()
    table = match.table_match.table_id
    assert reverse("tournament-table", args=[tournament.slug, table]) in page
    assert "Semi-final" in page


def test_a_bot_lists_its_tournaments_with_what_it_reached(client, started, play_on):
    tournament = started(4, KNOCKOUT)
    play_on(tournament)
    page = client.get(reverse("bot", args=["bot1"])).content.decode()
    assert reverse("tournament", args=[tournament.slug]) in page
    assert "<strong>Winner</strong>" in page
    assert "rank 2" in client.get(reverse("bot", args=["bot2"])).content.decode()


def test_a_bots_rank_is_not_told_while_results_are_held_back(client, started, play_on):
    play_on(started(4, KNOCKOUT, hold_results=True))
    page = client.get(reverse("bot", args=["bot1"])).content.decode()
    assert "Winner" not in page


def test_the_navigation_leads_to_the_tournaments(client):
    page = client.get(reverse("home")).content.decode()
    assert f'href="{reverse("tournament-list")}"' in page
