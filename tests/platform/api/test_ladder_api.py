import pytest

from arena.games import all_games
from ladder.models import AllRound
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
        with django_assert_num_queries(3):
            api.get(f"/api/v1/ladder/{GAME}/")
        AllRound.objects.update(games=len(all_games()))
        with django_assert_num_queries(3):
            api.get("/api/v1/ladder/all-round/")
        with django_assert_num_queries(1):
            api.get(f"/api/v1/ladder/{GAME}/changes/")


def test_the_ladder_tells_strengths_with_their_intervals(api, rated) -> None:
    for row in api.get(f"/api/v1/ladder/{GAME}/").json()["results"]:
        assert row["low"] < row["strength"] < row["high"]
        assert row["rank"] is None


def test_the_all_round_ladder_lists_bots_rated_in_every_game(api, rated) -> None:
    address = "/api/v1/ladder/all-round/"
    assert api.get(address).json()["count"] == (2 if len(all_games()) == 1 else 0)
    AllRound.objects.update(games=len(all_games()))
    rows = api.get(address).json()["results"]
    assert [row["bot"] for row in rows] == ["bot1", "bot2"]
    assert rows[0]["strength"] + rows[1]["strength"] == pytest.approx(3000.0)


def test_the_chance_of_one_bot_against_another_is_told(api, rated) -> None:
    address = f"/api/v1/ladder/{GAME}/chance/"
    one = api.get(address, {"a": "bot1", "b": "bot2"}).json()
    other = api.get(address, {"a": "bot2", "b": "BOT1"}).json()
    assert 0.5 < one["to_beat"] < one["to_be_stronger"] < 1.0
    assert one["to_beat"] + other["to_beat"] == pytest.approx(1.0)
    assert one["to_be_stronger"] + other["to_be_stronger"] == pytest.approx(1.0)


def test_the_chance_needs_two_rated_bots(api, rated) -> None:
    address = f"/api/v1/ladder/{GAME}/chance/"
    assert api.get(address, {"a": "bot1"}).json() == {
        "b": ["Name a bot that is rated in this game."]
    }
    answer = api.get(address, {"a": "bot1", "b": "nobody"})
    assert (answer.status_code, "nobody" in answer.json()["detail"]) == (404, True)
