"""One search over bots, people, games, tournaments and documentation."""

import pytest
from django.urls import reverse

from bots.services import withdraw
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def found(client, asked: str):
    return client.get(reverse("search"), {"q": asked}).context["results"]


def test_names_that_begin_with_the_text_come_before_those_that_hold_it(client, ann, submit):
    for name in ("a-robin", "robin", "ROBIN2", "wren"):
        submit(ann, name)
    assert [bot.name for bot in found(client, "rob").bots] == ["robin", "ROBIN2", "a-robin"]


def test_two_letters_find_beginnings_alone(client, ann, submit):
    submit(ann, "robin")
    assert [bot.name for bot in found(client, "ro").bots] == ["robin"]
    assert found(client, "bi").bots == []


def test_people_are_found_and_withdrawn_bots_and_house_accounts_are_not(
    client, person, ann, submit
):
    withdraw(submit(ann, "robin").bot)
    person("house-robin", is_house=True)
    person("robinson")
    results = found(client, "robin")
    assert results.bots == []
    assert [one.username for one in results.people] == ["robinson"]


def test_games_are_found_by_their_titles(client):
    assert [game.name for game in found(client, "goli").games] == ["david-and-goliath"]


def test_a_tournament_is_found_once_it_is_opened(client, ann):
    facts = {"organiser": ann, "games": ["convoy"], "capacity": 8}
    Tournament.objects.create(name="Spring cup", slug="spring", **facts)
    assert found(client, "spring").tournaments == []
    client.force_login(ann)
    assert [one.name for one in found(client, "spring").tournaments] == ["Spring cup"]


def test_the_documentation_is_found_by_words_with_the_place_that_holds_them(client):
    passages = found(client, "bank thinking").passages
    assert any(one.address.startswith("/docs/bot-guide/#") for one in passages)
    assert all(one.match.lower() in ("bank", "thinking") for one in passages)


def test_what_was_asked_for_is_shown_as_inert_text(client):
    page = client.get(reverse("search"), {"q": "<b>x</b>\0"}).content.decode()
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "<b>x" not in page


def test_asked_by_htmx_the_list_comes_without_the_page(client):
    answer = client.get(reverse("search"), {"q": "convoy"}, headers={"HX-Request": "true"})
    assert "<html" not in answer.content.decode()
    assert "HX-Request" in answer.headers["Vary"]


def test_a_search_takes_the_same_queries_however_many_there_are(
    client, ann, submit, settings, django_assert_num_queries
):
    settings.BOTS_PER_PERSON_MAX = 12
    for number in range(12):
        submit(ann, f"robin{number}")
    with django_assert_num_queries(5):
        assert len(found(client, "robin").bots) == 8
