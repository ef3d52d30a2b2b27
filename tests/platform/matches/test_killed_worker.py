"""A real worker, killed in mid-match: the match is played again by itself, and rated once."""

import os
import signal
import time
from collections.abc import Callable

import pytest
from celery import current_app

from bots import services
from bots.models import Version
from ladder.models import RatedMatch, RatingChange
from matches.models import Match
from matches.services import schedule

GAME = "davy-crockett"
SLOW = """
import time

def choose_move(view):
    time.sleep(0.08)
    return view["legal"][0]
"""
LEASE_S = 3


def wait_for(what: str, fact: Callable[[], object], *, within_s: float = 60.0) -> None:
    """Wait for something to become true; fail with its name."""
    end = time.monotonic() + within_s
    while not fact():
        assert time.monotonic() < end, f"waited {within_s:g} s for this: {what}"
        time.sleep(0.1)


@pytest.fixture
def slow_match(person, transactional_db, broker, sandbox_name, settings) -> Match:
    """A match that takes some seconds, sent to a real broker."""
    settings.SANDBOX_BACKEND = sandbox_name
    versions = []
    for name in ("ann", "bob"):
        version = services.submit(
            owner=person(name), bot_name=name, filename="bot.py", data=SLOW.encode(), games=[GAME]
        )
        version.trials.update(state="passed")
        Version.objects.filter(pk=version.pk).update(state="accepted")
        versions.append(version)
    return schedule(game=GAME, versions=versions, kind="ladder", rated=True, options={"deals": 1})


def test_a_match_survives_the_death_of_its_worker(
    slow_match: Match, start_worker: Callable
) -> None:
    def started():
        return start_worker("--concurrency", "1", QUINTET_LEASE_S=str(LEASE_S))

    def match() -> Match:
        return Match.objects.get(pk=slow_match.pk)

    first = started()
    wait_for("the match is begun", lambda: match().state == "playing")
    time.sleep(0.5)
    os.killpg(first.process.pid, signal.SIGKILL)
    first.process.wait()
    died = match()
    assert died.state == "playing"

    started()
    wait_for("the lease runs out", lambda: Match.objects.expired().exists())
    current_app.send_task("matches.sweep")
    wait_for("the dead worker is noticed", lambda: match().attempt_token != died.attempt_token)
    wait_for("it is due again", lambda: Match.objects.due().exists(), within_s=30)
    current_app.send_task("matches.sweep")
    wait_for("the match is finished", lambda: match().state == "finished", within_s=60)
    wait_for("it is rated", RatedMatch.objects.exists)

    attempts = slow_match.attempt_log.order_by("pk")
    assert [attempt.outcome for attempt in attempts] == ["lost", "finished"]
    assert slow_match.sittings.count() == 2
    assert not slow_match.entrants.exclude(fault="").exists()
    for _ in range(3):
        current_app.send_task("matches.play", args=[slow_match.pk])
        current_app.send_task("ladder.rate", args=[slow_match.pk])
    time.sleep(2)
    assert slow_match.attempt_log.count() == 2
    assert RatingChange.objects.count() == 2


def test_a_worker_asked_to_end_finishes_its_match_or_hands_it_back(
    slow_match: Match, start_worker: Callable
) -> None:
    worker = start_worker("--concurrency", "1")
    wait_for("the match is begun", lambda: Match.objects.filter(state="playing").exists())
    os.killpg(worker.process.pid, signal.SIGTERM)
    worker.process.wait(30)
    match = Match.objects.get()
    outcome = match.attempt_log.get().outcome
    assert (match.state, outcome) in [("finished", "finished"), ("waiting", "handed_back")]
