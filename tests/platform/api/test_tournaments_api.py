"""A tournament made, entered, run and read by the API alone."""

import pytest

from accounts.models import User
from matches.models import Match
from tests.platform.tournaments import stand_in
from tests.platform.tournaments.cast import GAME, made_bot
from tournaments.advancing import advance
from tournaments.models import Tournament

ADDRESS = "/api/v1/tournaments/"
CUP = f"{ADDRESS}summer-cup/"
PLAN = {
    "name": "Summer Cup",
    "games": [GAME],
    "options": {GAME: {"deals": 1}},
    "stages": [
        {"format": "swiss", "options": {"rounds": 2}},
        {"format": "knockout", "comes_in": 2},
    ],
    "seeding": "entry",
}


@pytest.fixture
def organiser(api_of, person):
    return api_of(person("olga"))


@pytest.fixture
def cup(organiser) -> str:
    """An open tournament's address."""
    assert organiser.post(ADDRESS, PLAN, format="json").status_code == 201
    assert organiser.post(f"{CUP}open/").status_code == 200
    return CUP


@pytest.fixture
def running(cup, organiser, api_of, person) -> str:
    """With four bots, started; the matches of the first round wait."""
    for number in range(1, 5):
        bot = made_bot(person(f"person{number}"), f"bot{number}")
        entered = api_of(bot.owner).post(f"{cup}entries/", {"bot": bot.name}, format="json")
        assert entered.status_code == 201
        assert entered.json()["state"] == "entered"
    assert organiser.post(f"{cup}start/").json()["state"] == "running"
    advance(Tournament.objects.get().pk)
    return cup


def play_all() -> None:
    while match := Match.objects.due().first():
        stand_in.finish(match.pk)
        advance(Tournament.objects.get().pk)


def test_a_tournament_from_its_plan_to_its_result(running, organiser, api) -> None:
    play_all()
    told = api.get(running).json()
    assert told["state"] == "finished"
    assert told["page"].endswith("/tournaments/summer-cup/")
    assert [stage["format"] for stage in told["stages"]] == ["swiss", "knockout"]
    assert told["lot_seed"]
    assert (told["invitation"], told["trouble"]) == (None, None)
    standings = api.get(f"{running}stages/1/standings/").json()
    assert standings[0]["bot"] == "bot1"
    assert [line["rank"] for line in standings] == [1, 2, 3, 4]
    assert standings[0]["tie_breaks"][0]["name"]
    rounds = api.get(f"{running}stages/1/rounds/").json()
    assert [one["number"] for one in rounds] == [1, 2]
    table = rounds[0]["tables"][0]
    assert {seat["points"] for seat in table["seats"]} == {0.0, 1.0}
    assert table["how"] == "played"
    assert api.get(table["matches"][0]["url"]).json()["kind"] == "tournament"
    bracket = api.get(f"{running}stages/2/bracket/").json()
    assert bracket["winner"] == "bot1"
    entries = api.get(f"{running}entries/").json()["results"]
    assert [(entry["bot"], entry["seed"]) for entry in entries] == [
        ("bot1", 0),
        ("bot2", 1),
        ("bot3", 2),
        ("bot4", 3),
    ]
    assert entries[0]["rank"] == 1


def test_a_draft_is_seen_by_its_organiser_alone(organiser, api, api_of, bob) -> None:
    made = organiser.post(ADDRESS, PLAN, format="json")
    assert (made.status_code, made["Location"]) == (201, made.json()["url"])
    assert made.json()["invitation"]
    assert api.get(CUP).status_code == 404
    assert api_of(bob).get(ADDRESS).json()["results"] == []
    assert [one["slug"] for one in organiser.get(ADDRESS).json()["results"]] == ["summer-cup"]


def test_a_refusal_says_what_to_do(organiser) -> None:
    answer = organiser.post(ADDRESS, PLAN | {"games": ["chess"]}, format="json")
    assert answer.status_code == 400
    assert "There is no game" in answer.json()["detail"]
    answer = organiser.post(ADDRESS, PLAN | {"stages": []}, format="json")
    assert "stages" in answer.json()


def test_a_plan_is_changed_until_it_is_too_late(running, organiser, api_of, bob) -> None:
    assert api_of(bob).patch(CUP, {"name": "Mine"}, format="json").status_code == 403
    changed = organiser.patch(CUP, {"description": "In the sun."}, format="json")
    assert changed.json()["description"] == "In the sun."
    late = organiser.patch(CUP, {"stages": PLAN["stages"]}, format="json")
    assert (late.status_code, "too late" in late.json()["detail"]) == (400, True)


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("open/", {}),
        ("start/", {}),
        ("pause/", {}),
        ("resume/", {}),
        ("cancel/", {"reason": "No."}),
        ("entries/bot1/withdraw/", {}),
        ("entries/bot1/disqualify/", {"reason": "No."}),
        ("stages/1/release/", {}),
        ("tables/{table}/award/", {"places": [1, 2], "reason": "No."}),
        ("tables/{table}/replay/", {"reason": "No."}),
    ],
)
def test_nobody_else_runs_it(running, api, api_of, bob, path, data) -> None:
    table = Tournament.objects.get().stages.first().rounds.get().tables.first()
    address = running + path.format(table=table.pk)
    assert api.post(address, data, format="json").status_code == 401
    assert api_of(bob).post(address, data, format="json").status_code == 403
    order = {"bots": []}
    assert api_of(bob).put(f"{running}seeding/", order, format="json").status_code == 403


def test_it_is_run_by_its_organiser(running, organiser, api) -> None:
    def post(path: str, **data: object):
        return organiser.post(f"{running}{path}", data, format="json")

    assert post("pause/").json()["state"] == "paused"
    assert post("resume/").json()["state"] == "running"
    rounds = api.get(f"{running}stages/1/rounds/").json()
    first, second = (table["id"] for table in rounds[0]["tables"])
    assert post(f"tables/{first}/award/", places=[2, 1], reason="A storm.").status_code == 204
    assert post(f"tables/{first}/award/", places=[2], reason="A storm.").status_code == 400
    assert post(f"tables/{second}/replay/", reason="A storm.").status_code == 204
    assert post("entries/bot4/disqualify/", reason="Two bots of one hand.").status_code == 204
    assert post("entries/nobody/withdraw/").status_code == 404
    assert post("stages/1/release/").status_code == 400
    assert post("cancel/").status_code == 400
    assert post("cancel/", reason="A storm.").json()["state"] == "cancelled"
    log = organiser.get(f"{running}log/").json()["results"]
    assert [line["what"] for line in log][:4] == [
        "cancelled",
        "disqualified",
        "replayed",
        "awarded",
    ]
    assert log[0]["by"] == "olga"
    assert api.get(f"{running}log/").json()["results"] == log


def test_the_log_tells_others_nothing_of_tables_while_results_are_held_back(
    running, organiser, api
) -> None:
    Tournament.objects.update(hold_results=True)
    (table, _) = organiser.get(f"{running}stages/1/rounds/").json()[0]["tables"]
    ruling = {"places": [2, 1], "reason": "A storm."}
    organiser.post(f"{running}tables/{table['id']}/award/", ruling, format="json")

    def told(client) -> list[str]:  # type: ignore[no-untyped-def]
        return [line["what"] for line in client.get(f"{running}log/").json()["results"]]

    assert "awarded" in told(organiser)
    assert told(api) == [what for what in told(organiser) if what != "awarded"]


def test_entries_are_seeded_and_withdrawn(cup, organiser, api_of, ann) -> None:
    made_bot(ann, "robin")
    client = api_of(ann)
    assert client.post(f"{cup}entries/", {"bot": "robin"}, format="json").status_code == 201
    assert client.post(f"{cup}entries/", {"bot": "robin"}, format="json").status_code == 400
    order = {"bots": ["robin"]}
    assert organiser.put(f"{cup}seeding/", order, format="json").status_code == 204
    assert client.post(f"{cup}entries/robin/withdraw/").status_code == 204
    assert organiser.get(f"{cup}entries/").json()["count"] == 0


def test_an_invitation_is_asked_for(organiser, api_of, ann) -> None:
    organiser.post(ADDRESS, PLAN | {"is_public": False}, format="json")
    secret = organiser.post(f"{CUP}open/").json()["invitation"]
    made_bot(ann, "robin")
    client = api_of(ann)
    assert client.get(CUP).json()["invitation"] is None
    sent = {"bot": "robin", "invitation": "a guess"}
    assert client.post(f"{CUP}entries/", sent, format="json").status_code == 403
    sent["invitation"] = secret
    assert client.post(f"{CUP}entries/", sent, format="json").status_code == 201


def test_tournaments_are_narrowed_by_state_organiser_and_bot(cup, api, ann) -> None:
    def slugs(query: str) -> list[str]:
        return [one["slug"] for one in api.get(f"{ADDRESS}?{query}").json()["results"]]

    bot = made_bot(ann, "robin")
    Tournament.objects.get().entries.create(bot=bot, entered_by=ann)
    assert slugs("state=open") == slugs("organiser=OLGA") == slugs("bot=ROBIN") == ["summer-cup"]
    assert slugs("state=running") == slugs("organiser=ann") == slugs("bot=wren") == []


def test_what_is_not_there_is_404(cup, api) -> None:
    for path in ("stages/1/standings/", "stages/9/rounds/", "stages/2/bracket/"):
        assert api.get(f"{cup}{path}").status_code == 404
    assert api.get(f"{ADDRESS}nothing/").status_code == 404


def test_formats_tell_their_options(api) -> None:
    formats = {one["name"]: one for one in api.get("/api/v1/formats/").json()}
    assert {"round_robin", "swiss", "knockout", "double_knockout", "heats"} <= set(formats)
    assert "rounds" in {option["name"] for option in formats["swiss"]["options"]}
    assert formats["swiss"]["tie_breaks"][-1] == "lot"


def test_reading_takes_a_fixed_number_of_queries(
    running, api, django_assert_max_num_queries
) -> None:
    play_all()
    paths = {"": 4, "entries/": 5, "stages/1/standings/": 10, "stages/1/rounds/": 10}
    for path, queries in paths.items():
        with django_assert_max_num_queries(queries):
            assert api.get(running + path).status_code == 200
    assert User.objects.count() == 5
