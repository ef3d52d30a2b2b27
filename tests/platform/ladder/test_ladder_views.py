"""The ladder page."""

import pytest
from django.urls import reverse

from ladder.models import Rating
from ladder.rows import ladder_rows
from ladder.services import rate_finished
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


def test_the_ranked_come_first_and_equal_ratings_share_a_rank(rated):
    for version, rating in zip(rated, (1400.0, 1400.2, 1900.0), strict=True):
        Rating.objects.filter(bot=version.bot).update(rating=rating, provisional_left=0)
    Rating.objects.filter(bot=rated[2].bot).update(provisional_left=5)
    assert [(row.rank, row.standing.bot.name) for row in ladder_rows(GAME)] == [
        (1, "bot2"),
        (1, "bot1"),
        (None, "bot3"),
    ]


def test_the_latest_places_stand_beside_each_bot(rated):
    assert all(len(row.results) == 2 for row in ladder_rows(GAME))


def test_the_ladder_takes_two_queries_for_its_rows(client, rated, django_assert_num_queries):
    with django_assert_num_queries(2):
        client.get(reverse("ladder", args=[GAME]))


def test_an_empty_ladder_says_what_to_do(client):
    page = client.get(reverse("ladder", args=[GAME])).content.decode()
    assert f"{reverse('bot-new')}?game={GAME}" in page


def test_an_unknown_game_has_no_ladder(client):
    assert client.get(reverse("ladder", args=["whist"])).status_code == 404


def test_the_index_leads_to_a_ladder(client):
    assert client.get(reverse("ladder-index")).status_code == 302
