"""What being told live costs a match: processor time of the referee's process, thread and all.

    python bench/live.py --matches 12

Random players in this process instead of bots in a sandbox, so that a match is as short as it can be and
the share that telling takes as large. A private Redis is started and stopped.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "platform"), str(ROOT)]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django  # noqa: E402  (the path comes first)
from django.conf import settings  # noqa: E402

from arena.games import find_game  # noqa: E402
from arena.match import play_match  # noqa: E402
from demo.broker import start_private_broker  # noqa: E402
from demo.processes import Supervisor  # noqa: E402
from live.channels import connection, watched_key  # noqa: E402
from matches.live_table import LiveTable, channel  # noqa: E402

TABLES = [("davy-crockett", 4), ("boy-scouts", 4), ("convoy", 8)]


class RandomPlayer:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def sit(self, **_: Any) -> None:
        pass

    def choose(self, view: dict[str, Any]) -> tuple[object, float]:
        return self.rng.choice(view["legal"]), 0.0

    def rise(self) -> None:
        pass


def play(name: str, seats: int, *, told: bool) -> None:
    """One duplicate match."""
    game = find_game(name)
    names = [f"bot{seat}" for seat in range(seats)]
    table = LiveTable(1, attempt=1, game=game, options={}, names=names) if told else None
    with table or nullcontext():
        play_match(
            game,
            [RandomPlayer(seat) for seat in range(seats)],
            shuffle_seed="live",
            names=names,
            on_event=table.hear if table else None,
            on_sitting=table.end_sitting if table else None,
        )


def processor_s(work: Callable[[], None], times: int) -> float:
    """The least processor time of so many tries, in seconds: what disturbs it only adds."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return min(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--matches", type=int, default=8, help="of each kind")
    arguments = parser.parse_args()
    supervisor = Supervisor()
    with tempfile.TemporaryDirectory() as folder:
        try:
            url = start_private_broker(supervisor, folder=Path(folder), log=Path(folder) / "log")
            django.setup()
            settings.REDIS_URL = url
            print("| match | untold | told, nobody watches | watched |\n|---|---|---|---|")
            for name, seats in TABLES:
                rows = []
                for told, watched in ((False, False), (True, False), (True, True)):
                    with connection() as redis:
                        redis.flushall()
                        if watched:
                            redis.set(watched_key(channel(1)), 1)
                    work = partial(play, name, seats, told=told)
                    rows.append(processor_s(work, arguments.matches))
                more = [f"{(row - rows[0]) * 1000:+.0f} ms" for row in rows[1:]]
                print(f"| {name}, {seats} seats | {rows[0] * 1000:.0f} ms | {' | '.join(more)} |")
        finally:
            supervisor.stop()


if __name__ == "__main__":
    main()
