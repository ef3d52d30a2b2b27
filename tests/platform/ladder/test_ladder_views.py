"""The ladder page."""

import pytest
from django.urls import reverse

from accounts.models import User
from arena.games import all_games
from bots.services import withdraw
from ladder import rows
from ladder.models import AllRound, Rating
from ladder.rows import ladder_rows
from ladder.services import rate_finished
from matches.models import Match
from matches.playing import play

pytestmark = pytest.mark.django_db
GAME = "davy-crockett"


@pytest.fixture
def rated(match, table):
    """Three bots after two rated matches."""
    versions = table("plays the first", "plays the last", "plays the first")
    for _ in range(2):
        assert play(match(versions=versions).pk)
    rate_finished(GAME)
    return versions


def test_provisional_ratings_carry_a_question_mark_and_no_rank(client, rated):
    page = client.get(reverse("ladder", args=[GAME])).content.decode()
    assert page.count("Provisional:") == 3
    assert [row.rank for row in ladder_rows(GAME)] == [None, None, None]


def placed(version, estimate: float, *, deviation: float = 20.0, provisional_left: int = 0) -> None:
    Rating.objects.filter(bot=version.bot).update(
        estimate=estimate, deviation=deviation, provisional_left=provisional_left
    )


def test_the_ranked_come_first_and_who_cannot_be_told_apart_shares_a_rank(rated):
    placed(rated[0], 1400.0)
    placed(rated[1], 1420.0)
    placed(rated[2], 1900.0, provisional_left=5)
    found = [(row.rank, row.is_shared, row.standing.bot.name) for row in ladder_rows(GAME)]
    assert found == [(1, True, "bot2"), (1, True, "bot1"), (None, False, "bot3")]


def test_a_bot_that_is_surely_weaker_than_the_first_of_the_group_has_its_own_rank(rated):
    """Deviations of 30 and 40 make 50 together: 95 % certainty needs 1.645 x 50 = 82.2 points."""
    placed(rated[0], 1500.0, deviation=30.0)
    placed(rated[1], 1417.0, deviation=40.0)
    assert [row.rank for row in ladder_rows(GAME)][:2] == [1, 2]
    placed(rated[1], 1419.0, deviation=40.0)
    assert [row.rank for row in ladder_rows(GAME)][:2] == [1, 1]


def test_the_rank_after_a_shared_one_counts_all_who_share_it(rated):
    placed(rated[0], 1610.0)
    placed(rated[1], 1600.0)
    placed(rated[2], 1200.0)
    assert [row.rank for row in ladder_rows(GAME)] == [1, 1, 3]


def test_the_latest_places_link_to_their_matches(client, rated):
    page = client.get(reverse("ladder", args=[GAME])).content.decode()
    for match in Match.objects.all():
        assert page.count(f'href="{reverse("match", args=[match.pk])}"') == 3


def test_the_ladder_takes_three_queries(client, rated, django_assert_num_queries):
    with django_assert_num_queries(3):
        client.get(reverse("ladder", args=[GAME]))


def test_the_all_round_ladder_takes_three_queries(client, rated, django_assert_num_queries):
    AllRound.objects.update(games=len(all_games()))
    with django_assert_num_queries(3):
        page = client.get(reverse("all-round")).content.decode()
    assert page.count("Provisional:") == 3


def test_only_bots_rated_in_every_game_are_on_the_all_round_ladder(client, rated):
    AllRound.objects.update(games=len(all_games()) + 1)
    assert "rated in all" in client.get(reverse("all-round")).content.decode()


def test_the_ladder_can_be_searched_by_bot_and_by_author(client, rated):
    address = reverse("ladder", args=[GAME])
    for asked, bots in (("BOT2", ["bot2"]), ("owner3", ["bot3"]), ("nobody", [])):
        found = client.get(address, {"q": asked}).context["rows"]
        assert [row.standing.bot.name for row in found] == bots


def test_a_narrowed_ladder_keeps_the_ranks(client, rated):
    placed(rated[0], 1900.0)
    placed(rated[1], 1500.0)
    found = client.get(reverse("ladder", args=[GAME]), {"q": "bot2"}).context["rows"]
    assert [row.rank for row in found] == [2]


def test_the_ladder_can_be_narrowed_to_ranked_provisional_house_and_own_bots(client, rated):
    placed(rated[0], 1500.0)
    User.objects.filter(pk=rated[1].bot.owner_id).update(is_house=True)
    client.force_login(rated[2].bot.owner)
    address = reverse("ladder", args=[GAME])
    expected = {"ranked": {"bot1"}, "provisional": {"bot2", "bot3"}, "house": {"bot2"}}
    for shown, bots in (
        expected | {"mine": {"bot3"}, "nonsense": {"bot1", "bot2", "bot3"}}
    ).items():
        found = client.get(address, {"show": shown}).context["rows"]
        assert {row.standing.bot.name for row in found} == bots


def test_withdrawn_bots_leave_the_ladder(rated):
    withdraw(rated[0].bot)
    assert {row.standing.bot.name for row in ladder_rows(GAME)} == {"bot2", "bot3"}


def test_an_empty_ladder_says_what_to_do(client):
    page = client.get(reverse("ladder", args=[GAME])).content.decode()
    assert f"{reverse('bot-new')}?game={GAME}" in page


def test_an_unknown_game_has_no_ladder(client):
    assert client.get(reverse("ladder", args=["whist"])).status_code == 404


def test_the_index_leads_to_a_ladder(client):
    assert client.get(reverse("ladder-index")).status_code == 302


def test_a_large_ladder_is_not_counted_for_every_reader(
    client, rated, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(rows, "LARGE", 2)
    client.get(reverse("ladder", args=[GAME]))
    with django_assert_num_queries(2):
        client.get(reverse("ladder", args=[GAME]))
