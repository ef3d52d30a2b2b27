"""What the pages say to do next: to an author on their own page, to anybody on the front page and a game's page."""

import pytest
from django.urls import reverse
from django.utils import timezone

from bots.trials import run_trial
from matches.playing import play
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db
GAME = "davy-crockett"


def steps_of(client) -> list[tuple[str, str]]:
    steps = client.get(reverse("dashboard")).context["steps"]
    return [(step.label, step.address) for step in steps]


@pytest.fixture
def cup(bob) -> Tournament:
    """An open tournament, which anybody may enter."""
    return Tournament.objects.create(
        name="Spring cup",
        slug="spring-cup",
        organiser=bob,
        games=[GAME],
        capacity=8,
        state=Tournament.State.OPEN,
        opened_at=timezone.now(),
    )


def test_whose_bot_waits_is_led_to_its_trial(client, ann, submit):
    client.force_login(ann)
    version = submit(ann, "robin")
    assert steps_of(client) == [
        ("Follow it", reverse("version", args=[version.bot.name, version.number]))
    ]


def test_whose_bot_was_refused_is_led_to_the_reason(client, ann, submit):
    client.force_login(ann)
    run_trial(submit(ann, "robin", "crashes").trials.get().pk)
    assert steps_of(client) == [("Read why", reverse("version", args=["robin", 1]))]


def test_whose_bot_plays_is_told_of_other_games_and_of_challenges(client, ann, accepted):
    client.force_login(ann)
    accepted(ann, "robin")
    assert steps_of(client) == [
        ("Submit a version that does", reverse("bot-submit", args=["robin"])),
        ("Set up a challenge", reverse("challenge-index") + "?bot=robin"),
    ]


def test_an_open_tournament_is_named_until_one_has_entered_it(client, ann, accepted, cup):
    client.force_login(ann)
    bot = accepted(ann, "robin").bot
    assert ("Look at it", cup.get_absolute_url()) in steps_of(client)
    Entry.objects.create(tournament=cup, bot=bot, entered_by=ann)
    assert ("Look at it", cup.get_absolute_url()) not in steps_of(client)
    assert list(client.get(reverse("dashboard")).context["tournaments"]) == [cup]


def test_the_front_page_names_tournaments_once_they_are_opened(client, cup):
    assert client.get(reverse("home")).context["tournaments"] == [cup]
    Tournament.objects.update(opened_at=None, state=Tournament.State.DRAFT)
    assert client.get(reverse("home")).context["tournaments"] == []


def test_a_games_page_leads_to_its_latest_replay_and_record(client, match):
    one = match("plays the first", "plays the last")
    play(one.pk)
    page = client.get(reverse("game", args=[GAME])).content.decode()
    assert reverse("sitting", args=[one.pk, 0]) in page
    assert reverse("sitting-record", args=[one.pk, 0]) in page


def test_a_games_page_names_its_house_bots_before_they_have_played(client):
    names = [name for name, place in client.get(reverse("game", args=[GAME])).context["house_bots"]]
    assert names == ["cautious", "random", "simple", "strong"]
