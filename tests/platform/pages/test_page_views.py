"""Pages that put several apps together."""

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from arena.games import all_games
from bots.trials import run_trial
from ladder.services import rate_finished
from matches.playing import play
from pages.views.errors import server_error

pytestmark = pytest.mark.django_db
GAME = "davy-crockett"


@pytest.fixture
def played(match):
    """A finished and rated match between two bots that work."""
    one = match("plays the first", "plays the last")
    assert play(one.pk)
    rate_finished(GAME)
    one.refresh_from_db()
    return one


@pytest.fixture
def faulty(match):
    """A finished match in which a bot crashed."""
    one = match("plays the first", "crashes")
    assert play(one.pk)
    one.refresh_from_db()
    return one


def test_the_empty_front_page_says_what_to_do(client):
    assert reverse("bot-new") in client.get(reverse("home")).content.decode()


def test_the_front_page_features_a_replay(client, played):
    page = client.get(reverse("home")).content.decode()
    assert reverse("sitting-record", args=[played.pk, 0]) in page


def test_the_front_page_never_features_a_breakdown(client, faulty):
    assert client.get(reverse("home")).context["featured"] is None


def test_the_front_page_takes_the_same_queries_for_many(
    client, match, table, django_assert_num_queries
):
    versions = table("plays the first", "plays the last")
    for _ in range(3):
        play(match(versions=versions).pk)
    rate_finished(GAME)
    queries_of_one_ladder = 2
    with django_assert_num_queries(7 + queries_of_one_ladder * len(all_games())):
        client.get(reverse("home"))


@pytest.mark.parametrize("game", all_games())
def test_every_game_has_a_page(client, game):
    answer = client.get(reverse("game", args=[game]))
    assert answer.status_code == 200
    assert escape(all_games()[game].title) in answer.content.decode()


def test_an_unknown_game_has_no_page(client):
    assert client.get(reverse("game", args=["whist"])).status_code == 404


def test_the_match_page_shows_scores_ratings_and_every_deal(client, played):
    page = client.get(reverse("match", args=[played.pk])).content.decode()
    for entrant in played.entrants.all():
        assert f"<strong>{entrant.score}</strong>" in page
    assert "+20.0" in page
    assert "side by side" in page


def test_seed_and_salt_are_shown_only_when_the_match_is_over(client, match, table):
    versions = table("plays the first", "plays the last")
    one = match(versions=versions)
    address = reverse("match", args=[one.pk])
    before = client.get(address).content.decode()
    assert one.commitment in before
    assert one.shuffle_seed not in before
    assert one.salt not in before
    play(one.pk)
    after = client.get(address).content.decode()
    assert one.shuffle_seed in after
    assert f"--salt {one.salt}" in after


def test_why_a_bot_broke_is_for_its_owner(client, faulty, bob):
    address = reverse("match", args=[faulty.pk])
    broken = faulty.entrants.get(fault="crash")
    assert "division by zero" not in client.get(address).content.decode()
    client.force_login(bob)
    assert "division by zero" not in client.get(address).content.decode()
    client.force_login(broken.bot.owner)
    page = client.get(address).content.decode()
    assert "division by zero" in page
    assert f"arena ask bot.py {broken.bot.name}-match-{faulty.pk}-view.json" in page


def test_the_bot_page_shows_its_rating_its_course_and_what_each_match_did(client, played):
    bot = played.entrants.get(place=1).bot
    page = client.get(reverse("bot", args=[bot.name.upper()])).content.decode()
    assert "<polyline" in page
    assert "+20.0" in page
    assert reverse("match", args=[played.pk]) in page
    assert f"{reverse('match-list')}?bot={bot.name}" in page


def test_the_bot_page_takes_the_same_queries_for_many_matches(
    client, match, table, django_assert_num_queries
):
    versions = table("plays the first", "plays the last")
    for _ in range(2):
        for _ in range(2):
            play(match(versions=versions).pk)
        rate_finished(GAME)
        with django_assert_num_queries(17):
            client.get(reverse("bot", args=["bot1"]))


def test_the_match_page_tells_why_the_ratings_moved(client, played, django_assert_num_queries):
    with django_assert_num_queries(5):
        answer = client.get(reverse("match", args=[played.pk]))
    reasons = answer.context["reasons"]
    assert [[pair.expected for pair in reason.pairs] for reason in reasons] == [[0.5], [0.5]]
    for reason in reasons:
        assert sum(pair.change for pair in reason.pairs) == reason.change.difference


def test_each_change_on_the_bot_page_links_to_its_reasons(client, played):
    page = client.get(reverse("bot", args=["bot1"])).content.decode()
    assert f'href="{reverse("match", args=[played.pk])}#why"' in page


def test_the_bot_page_tells_head_to_head_what_came_and_what_was_expected(client, played):
    winner = played.entrants.get(place=1).bot
    (opponent,) = client.get(reverse("bot", args=[winner.name])).context["opponents"]
    assert (opponent.matches, opponent.scored, opponent.expected) == (1, 1.0, 0.5)
    assert 0.5 < opponent.chance < 1.0


def test_the_bot_page_counts_the_faults_of_each_version(client, faulty):
    broken = faulty.entrants.get(fault="crash")
    (line,) = client.get(reverse("bot", args=[broken.bot.name])).context["versions"]
    assert [(one.fault, one.matches, one.latest) for one in line.faults] == [
        ("crash", 1, faulty.pk)
    ]


def test_the_chart_can_ask_for_a_part_of_the_course(client, played):
    address = reverse("bot-course", args=["bot1"])
    answer = client.get(address, {"game": GAME, "first": 1, "last": 5}).json()
    assert [(number, match_id) for number, match_id, *_ in answer] == [(1, played.pk)]
    assert client.get(address, {"game": GAME, "first": "x", "last": 5}).status_code == 404
    assert client.get(address, {"game": "whist", "first": 1, "last": 5}).status_code == 404


def test_the_page_of_a_player_has_all_their_bots_in_three_queries(
    client, played, django_assert_num_queries
):
    owner = played.entrants.first().bot.owner
    with django_assert_num_queries(3):
        page = client.get(reverse("player", args=[owner.username.upper()])).content.decode()
    assert reverse("bot", args=[owner.bots.get().name]) in page


def test_nobody_has_no_page(client, db):
    assert client.get(reverse("player", args=["nobody"])).status_code == 404
    assert client.get("/players/%00/").status_code == 404


def test_a_refused_version_is_listed_for_its_owner_only(client, ann, submit):
    version = submit(ann, "robin", "crashes")
    run_trial(version.trials.get().pk)
    link = reverse("version", args=["robin", 1])
    assert link not in client.get(reverse("bot", args=["robin"])).content.decode()
    client.force_login(ann)
    assert link in client.get(reverse("bot", args=["robin"])).content.decode()


def test_ones_own_page_begins_with_three_steps(client, ann):
    client.force_login(ann)
    assert "starter-bot.py" in client.get(reverse("dashboard")).content.decode()


def test_ones_own_page_reads_the_latest_version_of_each_bot_and_no_other(
    client, ann, submit, django_assert_num_queries
):
    client.force_login(ann)
    for number in range(3):
        submit(ann, "robin", f"plays the first, {number}")
        submit(ann, "wren", f"plays the first, {number}")
    with django_assert_num_queries(10):
        answer = client.get(reverse("dashboard"))
    assert [[v.number for v in bot.latest] for bot in answer.context["bots"]] == [[3], [3]]


def test_pages_that_show_states_do_not_load_logs(client, ann, accepted):
    accepted(ann, "robin")
    client.force_login(ann)
    for address in (reverse("bot-list"), reverse("bot", args=["robin"]), reverse("dashboard")):
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        assert not any('"bots_trial"."log"' in query["sql"] for query in queries)


def test_ones_own_page_says_what_to_do_about_a_fault(client, faulty):
    broken = faulty.entrants.get(fault="crash")
    client.force_login(broken.bot.owner)
    page = client.get(reverse("dashboard")).content.decode()
    assert reverse("entrant-log", args=[faulty.pk, broken.index]) in page


@pytest.mark.parametrize("page", sorted(path.stem for path in settings.DOCS_DIR.glob("*.md")))
def test_every_page_of_the_documentation_is_on_the_site(client, page):
    assert client.get(reverse("docs-page", args=[page])).status_code == 200


def test_the_documentation_begins_with_what_a_beginner_reads(client):
    documents = client.get(reverse("docs")).context["documents"]
    slugs = [document.slug for document in documents]
    assert slugs[:6] == ["bot-guide", "command-line", "ratings", "tournaments", "records", "api"]
    assert sorted(slugs) == sorted(path.stem for path in settings.DOCS_DIR.glob("*.md"))


def test_there_is_no_other_documentation(client):
    assert client.get("/docs/../manage/").status_code == 404
    assert client.get(reverse("docs-page", args=["nothing"])).status_code == 404


def test_a_missing_page_answers_in_the_sites_own_words(client):
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "There is no such page" in answer.content.decode()


def test_the_page_for_our_failures_needs_no_database(rf):
    answer = server_error(rf.get("/"))
    assert answer.status_code == 500
    assert "The failure is ours" in answer.content.decode()


def test_no_page_has_inline_scripts_or_styles(client, played):
    bot = played.entrants.first().bot
    for address in (
        reverse("home"),
        reverse("match", args=[played.pk]),
        reverse("sitting", args=[played.pk, 0]),
        reverse("bot", args=[bot.name]),
    ):
        answer = client.get(address)
        page = answer.content.decode()
        assert "style=" not in page
        assert "<script>" not in page
        assert "'unsafe" not in answer.headers["Content-Security-Policy"]
