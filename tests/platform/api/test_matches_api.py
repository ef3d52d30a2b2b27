import pytest

from arena.verify import verify, verify_commitment
from matches.playing import play

GAME = "davy-crockett"


@pytest.fixture
def crashed(match, ann, bob, accepted):
    """A finished match in which bob's bot failed."""
    made = match(versions=[accepted(ann, "anns"), accepted(bob, "bobs", "crashes")])
    assert play(made.pk)
    return made


def test_the_seed_is_hidden_until_the_match_is_finished(api, match) -> None:
    made = match()
    waiting = api.get(f"/api/v1/matches/{made.pk}/")
    assert waiting.json()["shuffle_seed"] is None
    assert waiting.json()["salt"] is None
    assert made.shuffle_seed not in waiting.content.decode()
    assert made.salt not in waiting.content.decode()
    play(made.pk)
    told = api.get(f"/api/v1/matches/{made.pk}/").json()
    assert (told["shuffle_seed"], told["salt"]) == (made.shuffle_seed, made.salt)
    assert told["commitment"] == waiting.json()["commitment"]


def test_the_seed_is_hidden_from_staff_too(api_of, staff, client, match) -> None:
    made = match()
    told = api_of(staff).get(f"/api/v1/matches/{made.pk}/").content.decode()
    client.force_login(staff)
    page = client.get(f"/admin/matches/match/{made.pk}/change/")
    assert page.status_code == 200
    for text in (told, page.content.decode()):
        assert made.shuffle_seed not in text
        assert made.salt not in text


def test_anybody_can_check_a_finished_match_from_what_the_api_tells(api, crashed) -> None:
    told = api.get(f"/api/v1/matches/{crashed.pk}/").json()
    assert len(told["sittings"]) == 2
    for sitting in told["sittings"]:
        record = api.get(sitting["record"]).json()
        verify(record)
        verify_commitment(record, salt=told["salt"], published=told["commitment"])


def test_the_fault_is_named_to_all_and_explained_to_its_owner(
    api, api_of, ann, bob, crashed
) -> None:
    entrants = api.get(f"/api/v1/matches/{crashed.pk}/").json()["entrants"]
    assert [entrant["fault"] for entrant in entrants] == ["", "crash"]
    assert not {"log", "fault_detail", "fault_view"} & set(entrants[1])
    own = api_of(bob).get(f"/api/v1/matches/{crashed.pk}/entrants/1/").json()
    assert "division by zero" in own["fault_detail"]
    assert own["fault_view"]["legal"]
    assert "crashes" in own["log"]


def test_a_stranger_and_the_opponent_find_no_log(api, api_of, ann, crashed) -> None:
    assert api.get(f"/api/v1/matches/{crashed.pk}/entrants/1/").status_code == 401
    assert api_of(ann).get(f"/api/v1/matches/{crashed.pk}/entrants/1/").status_code == 404
    assert api_of(ann).get(f"/api/v1/matches/{crashed.pk}/entrants/0/").status_code == 200


def test_staff_read_the_errors_of_attempts_and_nobody_else(
    client, api, staff, match, sandbox
) -> None:
    made = match("plays the first", "breaks the sandbox")
    play(made.pk)
    assert "the sandbox is gone" not in api.get(f"/api/v1/matches/{made.pk}/").content.decode()
    client.force_login(staff)
    page = client.get(f"/admin/matches/match/{made.pk}/change/").content.decode()
    assert "the sandbox is gone" in page


def test_matches_are_narrowed_by_bot_game_and_state(api, crashed, match) -> None:
    other = match()

    def ids(query: str) -> list[int]:
        return [m["id"] for m in api.get(f"/api/v1/matches/?{query}").json()["results"]]

    assert ids("") == [other.pk, crashed.pk]
    assert ids("bot=BOBS") == [crashed.pk]
    assert ids("state=waiting") == [other.pk]
    assert ids(f"game={GAME}&rated=true") == [other.pk, crashed.pk]
    assert ids("game=chess") == []


def test_the_list_takes_as_many_queries_for_one_match_as_for_four(
    api, match, table, django_assert_num_queries
) -> None:
    versions = table("plays the first", "plays the last", "plays the first")
    for number in range(4):
        match(versions=versions)
        with django_assert_num_queries(2):
            assert len(api.get("/api/v1/matches/").json()["results"]) == number + 1


def test_long_lists_are_read_page_by_page(api, match, table) -> None:
    versions = table("plays the first", "plays the last")
    made = [match(versions=versions).pk for _ in range(3)]
    first = api.get("/api/v1/matches/?limit=2").json()
    second = api.get(first["next"]).json()
    ids = [m["id"] for m in first["results"] + second["results"]]
    assert ids == made[::-1]
    assert second["next"] is None


def test_a_match_or_sitting_that_is_not_there_is_404(api, match) -> None:
    made = match()
    assert api.get("/api/v1/matches/999999/").status_code == 404
    assert api.get(f"/api/v1/matches/{made.pk}/sittings/0/record/").status_code == 404
