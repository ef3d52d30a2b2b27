"""Results that the organiser holds back: nobody else finds them anywhere until they are released."""

import re
from collections import deque

import pytest

from accounts.models import User
from matches.models import Match
from tournaments import services
from tournaments.models import Stage
from tournaments.planning import StagePlan
from tournaments.reading import open_stages, ranks_are_open
from tournaments.refusals import NotAllowed, TournamentRefused

STAGES = (
    StagePlan(format="swiss", options={"rounds": 2}),
    StagePlan(format="knockout", comes_in=2),
)
LINK = re.compile(r'(?:href|src|data-[a-z-]+|hx-get|action)="(/[^"#]*)"')
PAGES_LOOKED_AT = 60


@pytest.fixture
def held(started, play_on):
    """A finished tournament of four whose results are held back."""
    tournament = started(4, *STAGES, hold_results=True)
    play_on(tournament, faulty=("bot2",))
    assert tournament.state == "finished"
    return tournament


def as_somebody(client, who: str) -> User | None:
    if who == "nobody":
        return None
    user = User.objects.get(username=who)
    client.force_login(user)
    return user


def test_every_match_is_withheld_until_its_stage_is_released(held) -> None:
    assert {match.withheld_by for match in Match.objects.all()} == {held.organiser}
    first, second = held.stages.all()
    services.release(first, by=held.organiser)
    released = Match.objects.filter(withheld_by=None)
    assert set(released) == set(Match.objects.filter(table_match__table__round__stage=first))
    services.release(second, by=held.organiser)
    assert not Match.objects.exclude(withheld_by=None).exists()


def test_matches_scheduled_after_the_release_are_open(started, play_on) -> None:
    tournament = started(4, *STAGES, hold_results=True)
    play_on(tournament, matches=1)
    services.release(tournament.stages.get(number=0), by=tournament.organiser)
    play_on(tournament)
    of_stage = Match.objects.values_list("table_match__table__round__stage__number", flat=True)
    assert set(of_stage.filter(withheld_by=None)) == {0}
    assert set(of_stage.exclude(withheld_by=None)) == {1}


def test_stages_are_released_in_their_order_by_whoever_runs_it(held, bob, staff) -> None:
    first, second = held.stages.all()
    with pytest.raises(TournamentRefused, match="Release stage 1 first"):
        services.release(second, by=held.organiser)
    with pytest.raises(NotAllowed):
        services.release(first, by=bob)
    services.release(first, by=staff)
    services.release(first, by=staff)
    assert held.log.filter(what="released").count() == 1


def test_there_is_nothing_to_release_where_nothing_is_held_back(started) -> None:
    tournament = started(4, *STAGES)
    with pytest.raises(TournamentRefused, match="not withheld"):
        services.release(tournament.stages.first(), by=tournament.organiser)


def test_stages_and_ranks_are_open_to_the_organiser_and_after_release_to_all(held, bob) -> None:
    assert [stage.number for stage in open_stages(held, held.organiser)] == [0, 1]
    assert open_stages(held, bob) == []
    services.release(held.stages.get(number=0), by=held.organiser)
    assert [stage.number for stage in open_stages(held, bob)] == [0]
    assert not ranks_are_open(held, bob)
    services.release(held.stages.get(number=1), by=held.organiser)
    assert ranks_are_open(held, bob)


API = [
    "/api/v1/tournaments/cup/stages/1/standings/",
    "/api/v1/tournaments/cup/stages/1/rounds/",
    "/api/v1/tournaments/cup/stages/2/bracket/",
]


@pytest.mark.parametrize("who", ["nobody", "owner-of-bot1", "owner-of-bot2"])
def test_the_api_tells_nobody(held, client, who) -> None:
    as_somebody(client, who)
    for address in API:
        answer = client.get(address)
        assert answer.status_code in (401, 403), address
        assert "not released" in answer.content.decode()
    entries = client.get("/api/v1/tournaments/cup/entries/").json()["results"]
    assert {entry["rank"] for entry in entries} == {None}
    assert client.get("/api/v1/matches/").json()["results"] == []
    for match in Match.objects.all():
        assert client.get(f"/api/v1/matches/{match.pk}/").status_code == 404


@pytest.mark.parametrize("who", ["nobody", "owner-of-bot1", "owner-of-bot2"])
def test_no_page_that_can_be_reached_by_links_leads_to_a_withheld_match(held, client, who) -> None:
    """A walk over the site from its front page: no link to a match, no fault of a bot."""
    as_somebody(client, who)
    seen: set[str] = set()
    queue = deque(["/", "/matches/?bot=bot2", "/bots/bot1/", "/bots/bot2/", "/tournaments/cup/"])
    matches = [f"/matches/{pk}/" for pk in Match.objects.values_list("pk", flat=True)]
    while queue and len(seen) < PAGES_LOOKED_AT:
        address = queue.popleft()
        if address in seen or address.startswith(("/static/", "/admin/", "/api/v1/schema")):
            continue
        seen.add(address)
        page = client.get(address)
        if page.status_code != 200 or page.streaming:
            continue
        text = page.content.decode(errors="replace")
        assert not [match for match in matches if match in text], address
        if "/bots/" in address or address == "/me/":
            assert "crash" not in text, address
        queue.extend(LINK.findall(text))
    assert len(seen) > 10


def test_the_organiser_sees_all_of_it(held, client) -> None:
    client.force_login(held.organiser)
    for address in API:
        assert client.get(address).status_code == 200
    assert client.get("/api/v1/matches/").json()["results"]
    assert Stage.objects.filter(released_at=None).count() == 2
