"""A match that its organiser has not released: nobody else can tell that it is there."""

import pytest
from rest_framework.test import APIClient

from matches.models import Match
from matches.playing import play
from matches.services import call_off, claim, schedule

GAME = "davy-crockett"


@pytest.fixture
def withheld(person, bob, accepted) -> Match:
    """A finished match of bob's bot and a stranger's, which faulted, withheld by ann."""
    versions = [accepted(bob, "bobs", "crashes"), accepted(person("eve"), "eves")]
    made = schedule(
        game=GAME,
        versions=versions,
        kind=Match.Kind.TOURNAMENT,
        rated=False,
        options={"deals": 1},
        withheld_by=person("ann"),
    )
    assert play(made.pk)
    return made


def pages_of(match: Match) -> list[str]:
    return [
        f"/matches/{match.pk}/",
        f"/matches/{match.pk}/sittings/0/",
        f"/matches/{match.pk}/sittings/1/record.json",
        f"/api/v1/matches/{match.pk}/",
        f"/api/v1/matches/{match.pk}/sittings/0/record/",
    ]


PRIVATE = ["/matches/{}/log/0/", "/matches/{}/view/0/", "/api/v1/matches/{}/entrants/0/"]


@pytest.mark.parametrize("who", ["nobody", "bob", "eve"])
def test_neither_strangers_nor_the_bots_owners_find_it(withheld, client, who) -> None:
    if who != "nobody":
        client.force_login(type(withheld.withheld_by).objects.get(username=who))
    for address in pages_of(withheld):
        assert client.get(address).status_code == 404, address
    for address in PRIVATE:
        assert client.get(address.format(withheld.pk)).status_code in (401, 404), address


@pytest.mark.parametrize("who", ["nobody", "bob", "eve"])
def test_no_list_and_no_page_of_a_bot_tells_of_it(withheld, client, who) -> None:
    if who != "nobody":
        client.force_login(type(withheld.withheld_by).objects.get(username=who))
    lists = ["/", "/matches/", f"/matches/?game={GAME}", "/matches/?bot=bobs", "/bots/bobs/"]
    for address in [*lists, *(["/me/"] if who != "nobody" else [])]:
        page = client.get(address)
        assert page.status_code == 200
        assert f"/matches/{withheld.pk}/" not in page.content.decode(), address
        assert "crash" not in page.content.decode(), address
    assert client.get("/api/v1/matches/?bot=bobs").json()["results"] == []


def test_its_organiser_and_staff_see_it(withheld, client, staff) -> None:
    for user in (withheld.withheld_by, staff):
        client.force_login(user)
        for address in pages_of(withheld):
            assert client.get(address).status_code == 200, address
        assert f"/matches/{withheld.pk}/" in client.get("/matches/").content.decode()
        assert len(client.get("/api/v1/matches/").json()["results"]) == 1


def test_no_cache_between_keeps_a_withheld_record_for_others(withheld, client) -> None:
    address = f"/matches/{withheld.pk}/sittings/0/record.json"
    client.force_login(withheld.withheld_by)
    assert "no-store" in client.get(address)["Cache-Control"]
    Match.objects.update(withheld_by=None)
    assert "public" in client.get(address)["Cache-Control"]


def test_once_released_everybody_sees_it(withheld, client, api: APIClient) -> None:
    Match.objects.update(withheld_by=None)
    for address in pages_of(withheld):
        assert client.get(address).status_code == 200, address
    assert [one["id"] for one in api.get("/api/v1/matches/").json()["results"]] == [withheld.pk]


def test_only_what_nobody_plays_can_be_called_off(match, table) -> None:
    versions = table("plays the first", "plays the last")
    begun, waiting = match(versions=versions), match(versions=versions)
    assert claim(begun.pk)
    assert call_off(Match.objects.all()) == 1
    assert Match.objects.get(pk=waiting.pk).state == "dropped"
    assert Match.objects.get(pk=begun.pk).state == "playing"
    assert not play(waiting.pk)
