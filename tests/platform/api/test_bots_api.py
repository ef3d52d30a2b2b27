import errno
import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.throttling import ScopedRateThrottle

from bots import code
from bots.trials import run_trial

GAME = "davy-crockett"
GOOD = b"# plays the first\ndef choose_move(view): return view['legal'][0]\n"
CRASHING = b"# crashes\ndef choose_move(view): return 1 / 0\n"


def post(client, name: str = "first", data: bytes = GOOD, games=(GAME,), filename="bot.py"):
    return client.post(
        f"/api/v1/bots/{name}/versions/",
        {"file": SimpleUploadedFile(filename, data), "games": list(games)},
        format="multipart",
    )


@pytest.fixture(autouse=True)
def _quickly(sandbox, sent) -> None:
    pass


def test_a_submission_is_answered_at_once_with_number_and_addresses(api_of, ann) -> None:
    answer = post(api_of(ann))
    assert answer.status_code == 201
    told = answer.json()
    assert (told["bot"], told["number"], told["state"]) == ("first", 1, "waiting")
    assert told["page"].endswith("/bots/first/versions/1/")
    assert answer["Location"] == told["url"]
    assert [(trial["game"], trial["state"]) for trial in told["trials"]] == [(GAME, "waiting")]


def test_the_author_follows_the_trial_to_its_verdict(api_of, ann) -> None:
    client = api_of(ann)
    told = post(client, data=CRASHING).json()
    run_trial(told["trials"][0]["id"])
    assert client.get(told["url"]).json()["state"] == "refused"
    verdict = client.get(told["trials"][0]["url"]).json()
    assert (verdict["state"], verdict["fault"]) == ("failed", "crash")
    assert "division by zero" in verdict["detail"]
    assert verdict["view"]["game"] == GAME
    assert "I am one who crashes" in verdict["log"]
    record = client.get(told["trials"][0]["url"] + "record/").json()
    assert record["format"] == "quintet-record"


def test_nobody_else_can_read_the_verdict_the_code_or_a_refused_version(
    api, api_of, ann, bob
) -> None:
    told = post(api_of(ann), data=CRASHING).json()
    trial = told["trials"][0]
    run_trial(trial["id"])
    for client, refusal in ((api, 401), (api_of(bob), 404)):
        assert client.get(trial["url"]).status_code == refusal
        assert client.get(trial["url"] + "record/").status_code == refusal
        assert client.get(told["url"] + "code/").status_code == refusal
        assert client.get(told["url"]).status_code == 404
        assert client.get("/api/v1/bots/first/versions/").json()["results"] == []


def test_of_an_accepted_version_others_see_what_it_plays_and_no_more(api, api_of, ann) -> None:
    told = post(api_of(ann)).json()
    run_trial(told["trials"][0]["id"])
    seen = api.get(told["url"]).json()
    assert (seen["state"], seen["games"]) == ("accepted", [GAME])
    assert not {"trials", "digest", "filename"} & set(seen)
    assert api.get("/api/v1/bots/first/").json()["games"] == [GAME]


def test_staff_see_what_owners_see(api_of, ann, staff) -> None:
    told = post(api_of(ann), data=CRASHING).json()
    run_trial(told["trials"][0]["id"])
    assert api_of(staff).get(told["trials"][0]["url"]).json()["fault"] == "crash"


def test_the_owner_gets_the_code_back(api_of, ann) -> None:
    client = api_of(ann)
    told = post(client).json()
    answer = client.get(told["url"] + "code/")
    assert answer["Content-Disposition"] == 'attachment; filename="first-v1.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.read("bot.py") == GOOD


@pytest.mark.parametrize(
    ("sent_file", "words"),
    [
        ({"data": b"broken"}, "syntax error in line 1"),
        ({"games": ["chess"]}, "there is no game 'chess'"),
        ({"name": "new"}, "Choose another name"),
        ({"name": "a b"}, "letters, digits"),
    ],
)
def test_a_refusal_says_what_is_wrong(api_of, ann, sent_file: dict, words: str) -> None:
    answer = post(api_of(ann), **sent_file)
    assert answer.status_code == 400
    assert words.lower() in answer.json()["detail"].lower()


def test_a_request_without_its_fields_is_told_which(api_of, ann) -> None:
    answer = api_of(ann).post("/api/v1/bots/first/versions/", {}, format="multipart")
    assert answer.status_code == 400
    assert set(answer.json()) == {"file", "games"}


def test_a_request_of_another_form_is_told_which_is_taken(api_of, ann) -> None:
    answer = api_of(ann).post("/api/v1/bots/first/versions/", {"games": [GAME]}, format="json")
    assert answer.status_code == 415
    assert "application/json" in answer.json()["detail"]


def test_limits_are_told(api_of, ann, settings) -> None:
    settings.BOTS_PER_PERSON_MAX = 1
    client = api_of(ann)
    post(client)
    answer = post(client, "second")
    assert answer.status_code == 400
    assert "You have 1 bots" in answer.json()["detail"]


def test_a_full_disk_answers_507(api_of, ann, monkeypatch) -> None:
    def full(upload: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(code, "stored", full)
    answer = post(api_of(ann))
    assert answer.status_code == 507
    assert "later" in answer.json()["detail"]


def test_nobody_submits_without_a_token(api, db) -> None:
    assert post(api).status_code == 401


def test_nobody_submits_to_anothers_bot(api_of, ann, bob) -> None:
    post(api_of(ann))
    answer = post(api_of(bob), data=GOOD + b"#")
    assert answer.status_code == 400
    assert "taken by somebody else" in answer.json()["detail"]


def test_a_bot_is_withdrawn_and_brought_back_by_its_owner_alone(api, api_of, ann, bob) -> None:
    post(api_of(ann))
    assert api.post("/api/v1/bots/first/withdraw/").status_code == 401
    assert api_of(bob).post("/api/v1/bots/first/withdraw/").status_code == 404
    assert api_of(ann).post("/api/v1/bots/first/withdraw/").json()["withdrawn_at"]
    assert api.get("/api/v1/bots/").json()["count"] == 0
    assert api_of(ann).post("/api/v1/bots/first/restore/").json()["withdrawn_at"] is None


def test_bots_are_narrowed_by_owner_name_and_game(api, ann, bob, accepted, submit) -> None:
    accepted(ann, "first")
    submit(bob, "second")

    def names(query: str) -> list[str]:
        return [bot["name"] for bot in api.get(f"/api/v1/bots/?{query}").json()["results"]]

    assert names("") == ["first", "second"]
    assert names("owner=BOB") == ["second"]
    assert names("name=FIR") == ["first"]
    assert names(f"game={GAME}") == ["first"]


def test_the_list_of_bots_takes_as_many_queries_for_one_as_for_five(
    api, person, accepted, django_assert_num_queries
) -> None:
    for number in range(5):
        accepted(person(f"person{number}"), f"bot{number}")
        with django_assert_num_queries(3):
            assert api.get("/api/v1/bots/").json()["count"] == number + 1


def test_the_list_of_versions_takes_as_many_queries_for_one_as_for_four(
    api_of, ann, django_assert_num_queries
) -> None:
    client = api_of(ann)
    client.get("/api/v1/me/")
    for number in range(4):
        post(client, data=GOOD + b"#" * number)
        # Token, bot, its current version's trials are none, count, versions, trials.
        with django_assert_num_queries(6):
            assert client.get("/api/v1/bots/first/versions/").json()["count"] == number + 1


def test_games_tell_their_seats_and_options(api) -> None:
    games = {game["name"]: game for game in api.get("/api/v1/games/").json()}
    assert games[GAME]["seats"] == [2, 3, 4, 5, 6]
    assert "deals" in {option["name"] for option in games[GAME]["options"]}
    assert api.get("/api/v1/games/chess/").status_code == 404


def test_submissions_are_throttled(api_of, ann, monkeypatch) -> None:
    monkeypatch.setitem(ScopedRateThrottle.THROTTLE_RATES, "submit", "2/min")
    client = api_of(ann)
    answers = [post(client, data=GOOD + b"#" * number).status_code for number in range(3)]
    assert answers == [201, 201, 429]
    assert client.get("/api/v1/bots/first/versions/").status_code == 200
