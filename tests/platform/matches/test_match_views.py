"""The list of matches, replays and records, and what only an entrant's owner may read."""

import gzip
import json

import pytest
from django.urls import reverse

from matches.playing import play

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(match):
    """A finished match between a bot that plays and one that crashes."""
    one = match("plays the first", "crashes")
    assert play(one.pk)
    one.refresh_from_db()
    return one


def test_the_list_shows_matches_newest_first_and_by_game(client, match, table):
    versions = table("plays the first", "plays the last")
    first, second = match(versions=versions), match(versions=versions)
    page = client.get(reverse("match-list"), {"game": "davy-crockett"}).content.decode()
    assert page.index(reverse("match", args=[second.pk])) < page.index(
        reverse("match", args=[first.pk])
    )


def test_the_list_of_an_unknown_game_is_not_found(client):
    assert client.get(reverse("match-list"), {"game": "whist"}).status_code == 404


def test_the_list_takes_the_same_queries_for_many(client, match, table, django_assert_num_queries):
    versions = table("plays the first", "plays the last")
    for _ in range(5):
        match(versions=versions)
    with django_assert_num_queries(3):
        client.get(reverse("match-list"))


def test_the_list_can_be_kept_to_one_bot(client, match, table, django_assert_num_queries):
    versions = table("plays the first", "plays the last", "crashes")
    one, other = match(versions=versions[:2]), match(versions=versions[1:])
    with django_assert_num_queries(4):
        page = client.get(reverse("match-list"), {"bot": "BOT1"}).content.decode()
    assert reverse("match", args=[one.pk]) in page
    assert reverse("match", args=[other.pk]) not in page
    assert "?bot=BOT1&amp;game=davy-crockett" in page
    assert client.get(reverse("match-list"), {"bot": "nobody"}).status_code == 404


def test_an_empty_list_says_what_to_do(client):
    assert reverse("bot-new") in client.get(reverse("match-list")).content.decode()


def test_the_replay_names_its_record(client, played):
    page = client.get(reverse("sitting", args=[played.pk, 1])).content.decode()
    assert reverse("sitting-record", args=[played.pk, 1]) in page


def test_there_is_no_replay_of_what_was_not_played(client, match):
    assert client.get(reverse("sitting", args=[match().pk, 0])).status_code == 404


def test_a_record_travels_compressed_and_opens_as_json(client, played):
    address = reverse("sitting-record", args=[played.pk, 0])
    answer = client.get(address, headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"
    record = json.loads(gzip.decompress(answer.content))
    assert record["format"] == "quintet-record"
    assert json.loads(client.get(address).content) == record


def test_the_file_of_a_record_is_numbered_as_people_count_sittings(client, played):
    answer = client.get(reverse("sitting-record", args=[played.pk, 0]))
    name = f"quintet-match-{played.pk}-sitting-1.json"
    assert name in answer.headers["Content-Disposition"]
    page = client.get(reverse("match", args=[played.pk])).content.decode()
    assert f'download="{name}"' in page
    assert f"python3 -m arena verify {name}" in page


@pytest.mark.parametrize("name", ["entrant-log", "entrant-view"])
def test_only_the_owner_and_staff_get_an_entrants_private_parts(client, played, staff, bob, name):
    faulty = played.entrants.get(fault="crash")
    address = reverse(name, args=[played.pk, faulty.index])
    assert client.get(address).status_code == 404
    for person, status in ((bob, 404), (staff, 200), (faulty.bot.owner, 200)):
        client.force_login(person)
        answer = client.get(address)
        assert answer.status_code == status
    assert "attachment" in answer.headers["Content-Disposition"]
    assert answer.headers["Cache-Control"] == "private, no-store"


def test_an_entrant_without_a_fault_has_no_view(client, played):
    well = played.entrants.get(fault="")
    client.force_login(well.bot.owner)
    assert client.get(reverse("entrant-view", args=[played.pk, well.index])).status_code == 404
    assert client.get(reverse("entrant-log", args=[played.pk, well.index])).status_code == 200
