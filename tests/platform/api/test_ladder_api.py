import pytest

from ladder.services import rate_finished
from matches.playing import play

GAME = "davy-crockett"


@pytest.fixture
def rated(match, table):
    """A rated match of two bots."""
    made = match(versions=table("plays the first", "cheats"))
    play(made.pk)
    rate_finished(GAME)
    return made


def test_the_ladder_tells_ratings_and_who_is_provisional(api, rated) -> None:
    rows = api.get(f"/api/v1/ladder/{GAME}/").json()["results"]
    assert [(row["bot"], row["rating"], row["is_provisional"]) for row in rows] == [
        ("bot1", 1520.0, True),
        ("bot2", 1480.0, True),
    ]
    assert [row["provisional_left"] for row in rows] == [19, 19]


def test_each_change_of_a_rating_tells_its_match(api, rated) -> None:
    (change,) = api.get(f"/api/v1/ladder/{GAME}/changes/?bot=bot2").json()["results"]
    assert (change["match"], change["number"], change["difference"]) == (rated.pk, 1, -20.0)
    assert len(api.get(f"/api/v1/ladder/{GAME}/changes/?match={rated.pk}").json()["results"]) == 2


def test_an_unknown_game_is_404_and_tells_the_known(api, db) -> None:
    answer = api.get("/api/v1/ladder/chess/")
    assert answer.status_code == 404
    assert GAME in answer.json()["detail"]


def test_lists_take_a_fixed_number_of_queries(api, match, table, django_assert_num_queries) -> None:
    for _ in range(2):
        play(match(versions=table("plays the first", "plays the last")).pk)
        rate_finished(GAME)
        with django_assert_num_queries(2):
            api.get(f"/api/v1/ladder/{GAME}/")
        with django_assert_num_queries(1):
            api.get(f"/api/v1/ladder/{GAME}/changes/")
