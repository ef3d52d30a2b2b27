"""Challenges: by the service, by the form and by the API."""

import pytest
from django.urls import reverse

from bots.models import Version
from bots.services import withdraw
from ladder.services import rate_finished
from matches.challenges import ChallengeRefused, LimitReached, challenge
from matches.models import Match
from matches.playing import play

GAME = "davy-crockett"
API = "/api/v1/challenges/"


@pytest.fixture
def two(table):
    """Two accepted bots, bot1 and bot2."""
    return table("plays the first", "plays the last")


def test_anybody_may_let_any_bots_play_any_cards(two, ann) -> None:
    match = challenge(
        by=ann, game=GAME, bots=["bot2", "BOT1"], options={"deals": 1}, shuffle_seed="my-cards"
    )
    assert (match.kind, match.rated, match.priority, match.asked_by) == ("challenge", False, 9, ann)
    assert (match.shuffle_seed, match.options["deals"]) == ("my-cards", 1)
    assert [e.bot.name for e in match.entrants.order_by("index")] == ["bot2", "bot1"]


def test_the_same_seed_gives_the_same_result(two, ann) -> None:
    scores = []
    for _ in range(2):
        match = challenge(
            by=ann, game=GAME, bots=["bot1", "bot2"], options={"deals": 1}, shuffle_seed="cards"
        )
        assert play(match.pk)
        scores.append([entrant.score for entrant in match.entrants.order_by("index")])
    assert scores[0] == scores[1]


def test_a_challenge_moves_no_rating(two, ann) -> None:
    match = challenge(by=ann, game=GAME, bots=["bot1", "bot2"], options={"deals": 1})
    assert play(match.pk)
    assert rate_finished(GAME) == 0


def test_bots_of_one_owner_may_meet_in_a_challenge(accepted, ann, bob) -> None:
    accepted(ann, "robin")
    accepted(ann, "wren")
    assert challenge(by=bob, game=GAME, bots=["robin", "wren"]).pk


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({"game": "whist"}, "whist"),
        ({"bots": ["bot1", "nobody"]}, 'There is no bot "nobody"'),
        ({"bots": ["bot1"]}, "played by 2 to 6 bots"),
        ({"bots": ["bot1", "bot1"]}, "can't sit at a table twice"),
        ({"options": {"deals": 0}}, "whole number from 1"),
        ({"options": {"colour": "red"}}, "there is no option"),
        ({"shuffle_seed": "two words"}, "A shuffle seed has"),
    ],
)
def test_what_cannot_be_played_is_refused_with_a_reason(two, ann, facts, why) -> None:
    asked = {"game": GAME, "bots": ["bot1", "bot2"]} | facts
    with pytest.raises(ChallengeRefused, match=f"(?i){why}"):
        challenge(by=ann, **asked)
    assert not Match.objects.exists()


def test_bots_that_are_away_are_refused(two, ann) -> None:
    withdraw(two[0].bot)
    with pytest.raises(ChallengeRefused, match="withdrawn"):
        challenge(by=ann, game=GAME, bots=["bot1", "bot2"])
    Version.objects.filter(pk=two[1].pk).update(state="resting")
    with pytest.raises(ChallengeRefused, match="rests"):
        challenge(by=ann, game=GAME, bots=["bot2", "bot1"])


def test_the_daily_limit_says_how_many_and_what_to_do(two, ann, bob, settings) -> None:
    settings.CHALLENGES_PER_DAY_MAX = 2
    for _ in range(2):
        challenge(by=ann, game=GAME, bots=["bot1", "bot2"])
    with pytest.raises(LimitReached, match="You have set up 2 challenges within 24 hours"):
        challenge(by=ann, game=GAME, bots=["bot1", "bot2"])
    assert challenge(by=bob, game=GAME, bots=["bot1", "bot2"]).pk
    Match.objects.filter(asked_by=ann).update(created_at="2026-01-01T00:00Z")
    assert challenge(by=ann, game=GAME, bots=["bot1", "bot2"]).pk


def test_only_so_many_may_be_under_way(two, ann, settings) -> None:
    settings.CHALLENGES_OPEN_MAX = 1
    first = challenge(by=ann, game=GAME, bots=["bot1", "bot2"], options={"deals": 1})
    with pytest.raises(LimitReached, match="Wait for one of them"):
        challenge(by=ann, game=GAME, bots=["bot1", "bot2"])
    assert play(first.pk)
    assert challenge(by=ann, game=GAME, bots=["bot1", "bot2"]).pk


@pytest.mark.django_db(transaction=True)
def test_asking_many_times_at_once_goes_no_further_than_the_limit(
    two, ann, settings, at_once
) -> None:
    settings.CHALLENGES_PER_DAY_MAX = 2

    def ask() -> bool:
        try:
            return bool(challenge(by=ann, game=GAME, bots=["bot1", "bot2"]))
        except LimitReached:
            return False

    assert sorted(at_once(4, ask)) == [False, False, True, True]


def test_the_form_sets_up_a_challenge_and_shows_the_match(client, two, ann) -> None:
    address = reverse("challenge-new", args=[GAME])
    assert client.get(address).status_code == 302
    client.force_login(ann)
    page = client.get(address, {"bot": "bot2"}).content.decode()
    assert 'value="bot2"' in page
    answer = client.post(
        address,
        {"bot_0": "bot1", "bot_1": "bot2", "option_deals": "1", "shuffle_seed": ""},
        follow=True,
    )
    match = Match.objects.get()
    assert answer.redirect_chain == [(reverse("match", args=[match.pk]), 302)]
    assert match.options["deals"] == 1
    assert reverse("player", args=["ann"]) in answer.content.decode()


def test_the_form_keeps_what_was_entered_and_says_why_not(client, two, ann) -> None:
    client.force_login(ann)
    address = reverse("challenge-new", args=[GAME])
    page = client.post(address, {"bot_0": "bot1", "bot_1": "nobody"}).content.decode()
    assert "There is no bot &quot;nobody&quot;" in page
    assert 'value="bot1"' in page
    assert "needs 2 bots at least" in client.post(address, {"bot_0": "bot1"}).content.decode()


def test_the_first_games_form_is_the_way_in(client, ann) -> None:
    client.force_login(ann)
    answer = client.get(reverse("challenge-index"), {"bot": "robin"})
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith("?bot=robin")


def test_the_api_sets_up_a_challenge(api, api_of, two, ann) -> None:
    asked = {"game": GAME, "bots": ["bot1", "bot2"], "options": {"deals": 1}}
    assert api.post(API, asked, format="json").status_code == 401
    answer = api_of(ann).post(API, asked, format="json")
    assert answer.status_code == 201
    told = answer.json()
    assert (told["kind"], told["rated"], told["state"]) == ("challenge", False, "waiting")
    assert told["shuffle_seed"] is None
    assert answer.headers["Location"] == told["url"]


def test_the_api_says_in_detail_why_not(api_of, two, ann, settings) -> None:
    client = api_of(ann)
    answer = client.post(API, {"game": "whist", "bots": ["bot1", "bot2"]}, format="json")
    assert answer.status_code == 400
    assert "whist" in answer.json()["detail"]
    settings.CHALLENGES_PER_DAY_MAX = 0
    answer = client.post(API, {"game": GAME, "bots": ["bot1", "bot2"]}, format="json")
    assert (answer.status_code, "within 24 hours" in answer.json()["detail"]) == (400, True)
