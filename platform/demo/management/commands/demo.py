"""`manage.py demo`: the whole league on one machine, without root, until Ctrl-C."""

import os
import signal
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

import requests
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connections

from arena.games import all_games
from arena.house import house_bots
from bots.models import Trial
from config.celery import app as celery_app
from config.redis_address import celery_broker
from demo import cup
from demo.address import PortTaken, address_of, bound_socket
from demo.broker import NoBroker, broker_answers, start_private_broker
from demo.house import SubmissionFailed, submit_house_bots, submit_variants
from demo.one_at_a_time import RunningAlready, note, only_demo_in
from demo.processes import Child, ChildDied, Supervisor
from demo.progress import Progress
from demo.variants import VARIANTS
from ladder.matchmaking import make_matches
from ladder.models import RatedMatch
from matches.models import Match
from sandbox.backends import find_backend
from sandbox.errors import NoSandbox
from tournaments.refusals import TournamentRefused

MATCHES_A_GAME = 4
"""Enough for nearly every bot to have a rating in every game."""
QUIET_LADDERS = {"QUINTET_LADDER_QUEUE_MAX": "1"}
"""Afterwards the ladders go on slowly, so that the tournament, and a newcomer's bot, are not kept waiting."""
LOOK_EVERY_S = 0.5
SITE_START_S = 60.0
STALLED_S = 300.0
WORKER = [
    "-m",
    "celery",
    "-A",
    "config",
    "worker",
    "--beat",
    "--without-gossip",
    "--without-mingle",
]


class Stop(BaseException):
    """Somebody pressed Ctrl-C, or asked us to end."""


class Command(BaseCommand):
    help = (
        "Start the site, a worker and a private Redis; submit bots, play a tournament, and serve."
    )
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--matches",
            type=int,
            default=MATCHES_A_GAME * len(all_games()),
            help="Rated matches to wait for, of all games together.",
        )
        parser.add_argument(
            "--entries",
            type=int,
            default=len(house_bots()) + len(VARIANTS),
            help="Bots in the tournament: the house bots first, then their variants.",
        )
        parser.add_argument(
            "--port", type=int, default=None, help="Default: QUINTET_PORT, or 8000."
        )

    def handle(self, *, matches: int, entries: int, port: int | None, **_: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "The demo is not for QUINTET_MODE=production; use docker-compose.yml."
            )
        port = port if port is not None else settings.PORT
        with ended_by_signals():
            try:
                self.run(matches=matches, entries=entries, port=port)
            except Stop:
                self.stdout.write("")
            except (NoSandbox, NoBroker, PortTaken, RunningAlready) as error:
                raise CommandError(str(error)) from error
            except (ChildDied, SubmissionFailed, TournamentRefused) as error:
                raise CommandError(
                    f"{error}\nThe logs are in {settings.DATA_DIR / 'logs'}."
                ) from error

    def run(self, *, matches: int, entries: int, port: int | None) -> None:
        """Start everything, play, and serve; whatever happens, all that was started is stopped."""
        with only_demo_in(settings.DATA_DIR) as lock:
            backend = find_backend(settings.SANDBOX_BACKEND, **settings.SANDBOX_SETTINGS)
            self.say(f"Bots play inside {backend.name}.")
            with (
                bound_socket(port) as bound,
                tempfile.TemporaryDirectory(prefix="quintet-") as folder,
                stopping_all(Supervisor(), self.say) as supervisor,
            ):
                address = address_of(bound)
                self.start(supervisor, folder=Path(folder), web_socket=bound.fileno())
                self.await_site(supervisor, address)
                note(lock, address)
                self.say(f"The site is up: {address}")
                self.play(supervisor, address, matches=matches, entries=entries)
                self.play_cup(supervisor, address, entries=entries)
                self.say(f"\nOpen {address} in a browser. Ctrl-C stops everything.")
                while True:
                    supervisor.check()
                    time.sleep(LOOK_EVERY_S)

    def say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()

    def start(self, supervisor: Supervisor, *, folder: Path, web_socket: int) -> None:
        """Start broker, web process and worker, on a migrated database."""
        logs = settings.DATA_DIR / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        broker = os.environ.get("REDIS_URL", "")
        if not broker or not broker_answers(broker):
            broker = start_private_broker(supervisor, folder=folder, log=logs / "broker.log")
        celery_app.conf.broker_url = celery_broker(broker)
        settings.REDIS_URL = broker
        settings.LADDER_QUEUE_MAX = MATCHES_A_GAME  # here alone: for those waited for
        call_command("migrate", verbosity=0, interactive=False)
        connections.close_all()
        environment = (
            QUIET_LADDERS
            | os.environ
            | {
                "REDIS_URL": broker,
                "PYTHONPATH": os.pathsep.join(
                    [str(settings.BASE_DIR), str(settings.BASE_DIR / "platform")]
                ),
            }
        )
        supervisor.start(
            Child(
                "web process",
                [sys.executable, "-m", "demo.web", str(web_socket)],
                environment,
                logs / "web.log",
                pass_fds=[web_socket],
                restart=True,
            )
        )
        supervisor.start(
            Child(
                "worker",
                [sys.executable, *WORKER, "--concurrency", str(os.cpu_count() or 1)],
                environment,
                logs / "worker.log",
                restart=True,
            )
        )

    def await_site(self, supervisor: Supervisor, address: str) -> None:
        """Wait until the site says that it is well. Raises ChildDied."""
        deadline = time.monotonic() + SITE_START_S
        with requests.Session() as session:
            session.trust_env = False
            while time.monotonic() < deadline:
                supervisor.check()
                try:
                    if session.get(f"{address}/healthz", timeout=5).ok:
                        return
                except requests.RequestException:
                    pass
                time.sleep(0.1)
        raise ChildDied(f"The site did not answer within {SITE_START_S:.0f} seconds.")

    def play(self, supervisor: Supervisor, address: str, *, matches: int, entries: int) -> None:
        """Submit the bots, wait for their trials, and for so many rated matches."""
        for name in submit_house_bots(address):
            self.say(f"Submitted {name}.")
        if entries > len(house_bots()):
            for name in submit_variants(address):
                self.say(f"Submitted {name}, a variant.")
        trials = Trial.objects.exclude(version__state="refused")
        self.follow(supervisor, "Trials", trials.count(), lambda: trials.ended().count())
        self.follow(supervisor, "Ladders", matches, lambda: count_rated_matches(matches))

    def play_cup(self, supervisor: Supervisor, address: str, *, entries: int) -> None:
        """Play the tournament to its end, or what is left of it; say who came where."""
        house_cup = cup.begin(entries=entries)
        page = f"{address}{house_cup.get_absolute_url()}"
        self.say(f"The tournament can be watched: {page}")
        total = cup.planned(house_cup)

        def count() -> int:
            house_cup.refresh_from_db(fields=["state"])
            return total if house_cup.state in cup.ENDED else min(cup.played(house_cup), total - 1)

        self.follow(supervisor, cup.NAME, total, count, remark=lambda: cup.where(house_cup))
        for line in cup.result(house_cup):
            self.say(line)
        self.say(f"\nThe bracket: {page}")

    def follow(
        self,
        supervisor: Supervisor,
        title: str,
        total: int,
        count: Callable[[], int],
        *,
        remark: Callable[[], str] = lambda: "",
    ) -> None:
        """Show how a count grows until it has reached the total. Raises ChildDied when it stalls."""
        done, grew_at = -1, time.monotonic()
        with Progress(title, total, out=self.terminal()) as progress:
            while done < total:
                supervisor.check()
                now, before = count(), done
                done = max(now, done)
                if done > before:
                    grew_at = time.monotonic()
                elif time.monotonic() - grew_at > STALLED_S:
                    raise ChildDied(f"{title}: no progress for {STALLED_S:.0f} seconds.")
                progress.show(done, remark())
                time.sleep(LOOK_EVERY_S if done < total else 0)

    def terminal(self) -> TextIO:
        return self.stdout._out


def count_rated_matches(wanted: int) -> int:
    """How many there are; until enough are on their way, bots need no rest between their matches."""
    under_way = Match.objects.filter(kind=Match.Kind.LADDER).exclude(state=Match.State.DROPPED)
    if under_way.count() < wanted:
        make_matches(pause_s=0)
    return RatedMatch.objects.count()


@contextmanager
def ended_by_signals() -> Iterator[None]:
    """Turn Ctrl-C, a termination and a closed terminal into Stop, once; later ones are ignored."""

    def stop(signal_number: int, frame: FrameType | None) -> None:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        raise Stop

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    yield


@contextmanager
def stopping_all(supervisor: Supervisor, say: Callable[[str], None]) -> Iterator[Supervisor]:
    """Stop all children at the end, whatever the end is."""
    try:
        yield supervisor
    finally:
        with suppress(OSError):  # the terminal may be gone
            say("\nStopping.")
        supervisor.stop()
