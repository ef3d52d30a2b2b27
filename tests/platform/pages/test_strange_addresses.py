"""Addresses that nobody who means well would type: each is answered, none breaks anything."""

import base64

import pytest

pytestmark = pytest.mark.django_db
MORE_THAN_A_COLUMN_HOLDS = "9" * 30


def cursor(position: str) -> str:
    return base64.b64encode(f"p={position}".encode()).decode()


@pytest.fixture
def visitor(client, ann, accepted):
    """A client that is logged in, where there is a bot called robin."""
    accepted(ann, "robin")
    client.force_login(ann)
    return client


@pytest.mark.parametrize(
    "address",
    [
        "/bots/%00/",
        "/bots/robin%00/versions/1/",
        f"/bots/robin/versions/{MORE_THAN_A_COLUMN_HOLDS}/",
        "/bots/%00/versions/1/trials/davy-crockett/log/",
        "/bots/%ff/",
        f"/matches/{MORE_THAN_A_COLUMN_HOLDS}/",
        f"/matches/{MORE_THAN_A_COLUMN_HOLDS}/sittings/0/",
        f"/matches/{MORE_THAN_A_COLUMN_HOLDS}/sittings/0/record.json",
        f"/matches/{MORE_THAN_A_COLUMN_HOLDS}/log/0/",
        f"/matches/1/view/{MORE_THAN_A_COLUMN_HOLDS}/",
        "/matches/?game=%00",
        "/docs/" + "a" * 400 + "/",
        "/games/" + "a" * 400 + "/",
        "/api/v1/bots/%00/",
        "/api/v1/bots/%00/versions/",
        f"/api/v1/matches/{MORE_THAN_A_COLUMN_HOLDS}/",
        f"/api/v1/matches/{MORE_THAN_A_COLUMN_HOLDS}/sittings/0/record/",
        f"/api/v1/matches/{MORE_THAN_A_COLUMN_HOLDS}/entrants/0/",
        f"/api/v1/trials/{MORE_THAN_A_COLUMN_HOLDS}/",
        "/api/v1/ladder/%00/",
        f"/api/v1/matches/?cursor={cursor('abc')}",
        f"/api/v1/matches/?cursor={cursor('9' * 5000)}",
        "/api/v1/matches/?cursor=%C3%A9",
    ],
)
def test_what_cannot_be_there_is_not_found(visitor, address: str) -> None:
    assert visitor.get(address).status_code == 404


@pytest.mark.parametrize(
    "address",
    [
        "/bots/?page=-1",
        f"/bots/?page={MORE_THAN_A_COLUMN_HOLDS}",
        "/bots/?q=robin%00",
        "/matches/?page=%00",
        f"/api/v1/bots/?offset={MORE_THAN_A_COLUMN_HOLDS}",
        "/api/v1/bots/?offset=-1&limit=-3",
        f"/api/v1/bots/?limit={MORE_THAN_A_COLUMN_HOLDS}",
        f"/api/v1/ladder/davy-crockett/changes/?match={MORE_THAN_A_COLUMN_HOLDS}",
    ],
)
def test_a_place_in_a_list_that_is_none_is_made_one(visitor, address: str) -> None:
    assert visitor.get(address).status_code == 200


@pytest.mark.parametrize("query", ["owner=%00", "name=%00", "game=%00"])
def test_a_filter_that_no_text_can_meet_is_refused(visitor, query: str) -> None:
    assert visitor.get(f"/api/v1/bots/?{query}").status_code == 400
