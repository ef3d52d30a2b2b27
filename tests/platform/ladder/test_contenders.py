"""Matchmaking's queue: who is in it, who is looked at, and who comes next."""

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from bots.services import restore, withdraw
from ladder import contenders
from ladder.contenders import STRIDE_MAX, stride
from ladder.matchmaking import make_matches
from ladder.models import Contender, Ladder
from ladder.services import rate_finished
from matches.models import Match

GAME = "davy-crockett"


@pytest.fixture(autouse=True)
def _quietly(sent) -> None:
    pass


def ladder() -> Ladder:
    return Ladder.objects.get_or_create(game=GAME)[0]


def head() -> set[int]:
    return {one.bot_id for one in contenders.head(ladder(), now=timezone.now())}


def enrol() -> None:
    row = ladder()
    contenders.enrol(row, now=timezone.now())
    row.save()


def test_the_less_is_known_of_a_bot_the_sooner_it_comes_again() -> None:
    assert stride(60.0) < stride(30.0) < stride(25.0)
    assert stride(1.0) == stride(0.0) == STRIDE_MAX
    assert STRIDE_MAX / stride(1000.0) == 8.0


def test_whoever_passes_the_trial_later_gets_a_place_at_the_next_look(bots, next_version) -> None:
    (first,) = bots(1)
    enrol()
    assert head() == {first.bot_id}
    Contender.objects.update(is_new=False)
    next_version(first.bot)
    enrol()
    assert Contender.objects.get().is_new


def test_trials_that_were_looked_at_long_ago_are_not_looked_at_again(bots) -> None:
    bots(2)
    enrol()
    Contender.objects.all().delete()
    Ladder.objects.update(trials_seen_at=timezone.now() + timedelta(minutes=11))
    enrol()
    assert not Contender.objects.exists()


def test_who_cannot_play_now_goes_to_the_end_of_the_queue_and_may_come_back(bots) -> None:
    away, there = bots(2)
    enrol()
    withdraw(away.bot)
    assert head() == {there.bot_id}
    assert Contender.objects.get(bot=away.bot).turn == ladder().turn + STRIDE_MAX
    restore(away.bot)
    assert head() == {away.bot_id, there.bot_id}


def test_a_round_looks_at_the_head_of_the_queue_only(bots, monkeypatch) -> None:
    monkeypatch.setattr(contenders, "HEAD", 3)
    bots(9)
    enrol()
    assert len(head()) == 3


def test_a_rounds_queries_do_not_grow_with_the_field(
    bots, monkeypatch, settings, django_assert_max_num_queries
) -> None:
    monkeypatch.setattr(contenders, "HEAD", 3)
    settings.LADDER_QUEUE_MAX = 1
    bots(30)
    with django_assert_max_num_queries(90):
        assert make_matches(rng=random.Random(1))


def test_in_the_long_run_everybody_plays(bots, finished, settings) -> None:
    """Coverage: two hundred matches of two among ten established bots leave nobody behind."""
    settings.LADDER_QUEUE_MAX = 4
    versions = bots(10)
    for _ in range(20):
        finished(versions, list(range(1, 11)))
    rate_finished(GAME)
    Match.objects.all().update(kind="tournament")
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")  # as autovacuum has done in a league that is so old
    rng = random.Random(2)
    for _ in range(30):
        make_matches(rng=rng, pause_s=0)
        Match.objects.filter(state="waiting").update(state="dropped")
    met = [version.entrants.filter(match__kind="ladder").count() for version in versions]
    assert min(met) * 2 > max(met)


def test_neighbours_and_house_bots_are_the_company_of_whom_a_table_is_begun_for(
    bots, finished
) -> None:
    one, near, house = bots(3)
    for _ in range(20):
        finished([one, near], [1, 2])
    rate_finished(GAME)
    house.bot.owner.is_house = True
    house.bot.owner.save()
    now = timezone.now()
    (starter,) = contenders.candidates(GAME, [one.bot_id], now=now)
    company = contenders.company(GAME, [starter], known={one.bot_id}, now=now)
    assert {candidate.bot_id for candidate in company} == {near.bot_id, house.bot_id}


def test_meetings_are_counted_in_the_latest_matches(bots, finished, monkeypatch) -> None:
    monkeypatch.setattr(contenders, "LATEST_MATCHES", 3)
    one, two, three = bots(3)
    for other in (two, two, three, two, three):
        finished([one, other], [1, 2])
    (starter,) = contenders.candidates(GAME, [one.bot_id], now=timezone.now())
    met = contenders.meetings(GAME, [starter])
    assert met == {one.bot_id: {three.bot_id: 2, two.bot_id: 1}}
