"""Workers and schedulers that are killed at random: the tournament finishes, every table played once."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.db.models import Count, Q

from matches.models import Attempt, Match
from tests.conftest import database_url
from tests.platform.tournaments.cast import ranking
from tests.platform.tournaments.stand_in import strength
from tournaments.models import Round, Seat, Table, TableMatch, Tournament
from tournaments.planning import StagePlan

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).resolve().parents[3]
STAND_IN = Path(__file__).with_name("stand_in.py")
ENTRIES, ROUNDS, FINALISTS = 64, 3, 4
MATCHES = ENTRIES // 2 * ROUNDS + FINALISTS
KILLS = 6
WITHIN_S = 300.0


class Crew:
    """Two workers and two schedulers; whoever dies is started anew, as a service manager would."""

    def __init__(self) -> None:
        self.jobs = [("worker", "0.02"), ("scheduler", "0.2")] * 2
        self.crew = [self.started(*job) for job in self.jobs]
        self.deaths = 0

    def started(self, what: str, pause_s: str) -> subprocess.Popen:
        return subprocess.Popen(
            [sys.executable, str(STAND_IN), what, pause_s],
            env=os.environ
            | {
                "DATABASE_URL": database_url(settings.DATABASES["default"]),
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform")]),
                "QUINTET_LEASE_S": "1",
                "REDIS_URL": "redis://127.0.0.1:1/0",
            },
            stderr=subprocess.DEVNULL,
        )

    def keep_up(self) -> None:
        for number, (job, one) in enumerate(zip(self.jobs, self.crew, strict=True)):
            if one.poll() is not None:
                self.deaths += 1
                self.crew[number] = self.started(*job)

    def kill(self, number: int) -> None:
        self.crew[number].kill()
        self.crew[number].wait()

    def kill_over_a_match(self) -> None:
        """Kill a worker that is halted in the middle of a match, and of nothing else."""
        end = time.monotonic() + 30.0
        while time.monotonic() < end:
            for number, one in enumerate(self.crew):
                in_play = Attempt.objects.filter(outcome="under_way", worker=str(one.pid))
                if in_play.exists():
                    one.send_signal(signal.SIGSTOP)
                    if in_play.exists():
                        self.kill(number)
                        return
                    one.send_signal(signal.SIGCONT)
            time.sleep(0.005)
        raise AssertionError("no worker was met over a match within 30 s")

    def end(self) -> None:
        for one in self.crew:
            one.kill()
            one.wait()


@pytest.fixture
def crew() -> Iterator[Crew]:
    hands = Crew()
    yield hands
    hands.end()


def test_sixty_four_bots_are_played_out_though_everybody_is_killed_now_and_then(
    started, request
) -> None:
    tournament = started(
        ENTRIES,
        StagePlan(format="swiss", options={"rounds": ROUNDS}),
        StagePlan(format="knockout", comes_in=FINALISTS),
    )
    crew: Crew = request.getfixturevalue("crew")
    rng = random.Random(64)
    kill_at = sorted(rng.sample(range(2, MATCHES - 2), KILLS))
    deadline = time.monotonic() + WITHIN_S
    while Tournament.objects.get().state != "finished":
        assert time.monotonic() < deadline, f"{_finished()} of {MATCHES} matches in {WITHIN_S:g} s"
        if kill_at and _finished() >= kill_at[0]:
            if len(kill_at) == KILLS:
                crew.kill_over_a_match()
            else:
                _await_a_match_in_play()
                crew.kill(rng.randrange(len(crew.jobs)))
            kill_at.pop(0)
        crew.keep_up()
        time.sleep(0.05)
    crew.end()

    assert crew.deaths >= KILLS
    assert not Table.objects.exclude(how="played").exists()
    assert Round.objects.count() == ROUNDS + 2
    assert Table.objects.count() == TableMatch.objects.count() == Match.objects.count() == MATCHES
    assert not Match.objects.exclude(state="finished").exists()
    finished = Count("attempt_log", filter=Q(attempt_log__outcome="finished"))
    assert not Match.objects.annotate(times=finished).exclude(times=1).exists()
    # Who was killed over a match left an attempt that never finished.
    assert Attempt.objects.filter(outcome="lost").exists()
    seats = Seat.objects.filter(round__stage__number=0).values("round")
    assert set(seats.annotate(seated=Count("entry", distinct=True)).values_list("seated")) == {
        (ENTRIES,)
    }
    tournament.refresh_from_db()
    finalists = ranking(tournament)[:FINALISTS]
    assert finalists[0] == max(finalists, key=strength)
    assert tournament.log.filter(what="finished").count() == 1


def _finished() -> int:
    return Match.objects.filter(state="finished").count()


def _await_a_match_in_play() -> None:
    """So that a killed worker is likely to die over one."""
    end = time.monotonic() + 2.0
    while time.monotonic() < end and not Match.objects.filter(state="playing").exists():
        time.sleep(0.005)
