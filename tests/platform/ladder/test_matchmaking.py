import random

import pytest
from django.utils import timezone

from bots.models import Bot, Version
from bots.services import withdraw
from ladder import contenders
from ladder.matchmaking import make_matches
from ladder.models import Contender
from ladder.services import rate_finished
from matches.models import Match

GAME = "davy-crockett"


def made(**rules) -> list[Match]:
    ids = make_matches(rng=random.Random(3), **rules)
    return list(Match.objects.filter(pk__in=ids).prefetch_related("entrants__bot"))


def everybody() -> list[contenders.Candidate]:
    return contenders.candidates(GAME, Bot.objects.values_list("pk", flat=True), now=timezone.now())


@pytest.fixture(autouse=True)
def _quietly(sent) -> None:
    pass


def test_new_bots_get_rated_ladder_matches_at_once(bots) -> None:
    versions = bots(4)
    matches = made()
    assert matches
    for match in matches:
        assert (match.kind, match.rated, match.state) == ("ladder", True, "waiting")
        assert {e.version_id for e in match.entrants.all()} <= {v.pk for v in versions}
        assert match.priority == 3


def test_the_queue_is_bounded(bots, settings) -> None:
    settings.LADDER_QUEUE_MAX = 3
    bots(8)
    assert len(made()) == 3
    assert made() == []
    Match.objects.filter(pk=Match.objects.first().pk).update(state="dropped")
    assert len(made()) == 1


def test_no_bot_has_more_open_matches_than_allowed(bots, settings) -> None:
    settings.LADDER_OPEN_MATCHES_PER_BOT_MAX = 2
    bots(4)
    made()
    made()
    assert Match.objects.count() == 2


def test_resting_refused_and_withdrawn_bots_are_left_out(bots) -> None:
    resting, withdrawn, *others = bots(4)
    Version.objects.filter(pk=resting.pk).update(state="resting")
    withdraw(withdrawn.bot)
    for match in made():
        assert {e.version for e in match.entrants.all()} == set(others)


def test_a_bot_plays_only_games_whose_trial_it_passed(bots) -> None:
    _, two = bots(2)
    two.trials.update(state="failed", fault="crash")
    assert made() == []


def test_established_bots_rest_between_their_matches(bots, finished, settings) -> None:
    settings.LADDER_PAUSE_S = 30
    versions = bots(2)
    for _ in range(30):
        finished(versions, [1, 2])
    rate_finished(GAME)
    assert len(made()) == 1
    Match.objects.filter(state="waiting").update(state="dropped")
    assert made() == []
    assert len(made(pause_s=0)) == 1


def test_a_place_in_the_queue_is_kept_for_each_bot_and_game(bots) -> None:
    bots(2)
    made()
    assert Contender.objects.filter(game=GAME, last_at__isnull=False).count() == 2


def test_open_matches_count_towards_the_provisional_ones(bots) -> None:
    bots(2)
    assert {c.provisional_left for c in everybody()} == {20}
    made()
    left = {c.provisional_left for c in everybody()}
    assert left == {20 - Match.objects.count()}


def test_a_new_version_of_a_ranked_bot_is_to_be_placed_again(bots, finished, next_version) -> None:
    one, other = bots(2)
    for _ in range(20):
        finished([one, other], [1, 2])
    rate_finished(GAME)
    assert {c.provisional_left for c in everybody()} == {0}
    next_version(one.bot)
    left = {c.bot_id: c.provisional_left for c in everybody()}
    assert left == {one.bot_id: 10, other.bot_id: 0}


def test_who_could_play_is_found_in_a_fixed_number_of_queries(
    bots, django_assert_num_queries
) -> None:
    bots(6)
    made()
    bots_asked = list(Bot.objects.values_list("pk", flat=True))
    with django_assert_num_queries(4):
        contenders.candidates(GAME, bots_asked, now=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_three_schedulers_at_once_fill_the_queue_once(bots, settings, at_once) -> None:
    settings.LADDER_QUEUE_MAX = 3
    bots(8)
    at_once(3, lambda: make_matches(rng=random.Random(1)))
    assert Match.objects.filter(game=GAME).count() == 3
