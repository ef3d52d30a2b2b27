"""Workers that rate at the same time and are killed in the middle: the ladder is as if one had worked."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings

from ladder.models import RatedMatch, Rating, RatingChange
from ladder.services import rebuild

GAME = "davy-crockett"
MATCHES = 600
WORKER = (
    "import django; django.setup(); from ladder import services; services.MATCHES_AT_ONCE = 20; "
    f"services.rate_finished('{GAME}')"
)
ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.django_db(transaction=True)


def database_url(database: dict) -> str:
    if database["ENGINE"].endswith("sqlite3"):
        return f"sqlite:///{database['NAME']}"
    where = f"{quote(database['HOST'], safe='') or 'localhost'}:{database['PORT'] or 5432}"
    return f"postgresql://{database['USER']}:{database['PASSWORD']}@{where}/{database['NAME']}"


def start_worker() -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", WORKER],
        env=os.environ
        | {
            "DATABASE_URL": database_url(settings.DATABASES["default"]),
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "platform")]),
        },
    )


def everything() -> tuple[list, list]:
    changes = RatingChange.objects.order_by("rated_match__number", "index")
    return (
        list(Rating.objects.order_by("bot").values_list("bot", "rating", "estimate", "variance")),
        list(changes.values_list("rated_match", "bot", "before", "after", "strength")),
    )


def test_four_workers_and_random_kills_give_the_ratings_of_a_serial_rebuild(bots, finished) -> None:
    rng = random.Random(8)
    versions = bots(12)
    for _ in range(MATCHES):
        table = rng.sample(versions, rng.randint(2, 5))
        finished(table, [rng.randint(1, len(table)) for _ in table])
    workers = [start_worker() for _ in range(4)]
    try:
        for victim in workers[:3]:
            _await_progress()
            victim.kill()
            workers.append(start_worker())
        for worker in workers:
            worker.wait(timeout=120)
    finally:
        for worker in workers:
            worker.kill()
    numbers = RatedMatch.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, MATCHES + 1))
    by_many = everything()
    rebuild(GAME)
    assert everything() == by_many
    # Each change is rounded to a float once: the sum over all bots is zero to a millionth of a point.
    assert sum(rating for _, rating, *_ in by_many[0]) == pytest.approx(12 * 1500.0, abs=1e-6)


def _await_progress() -> None:
    """Until some more matches are rated, or all of them."""
    before = RatedMatch.objects.count()
    deadline = time.monotonic() + 60
    while RatedMatch.objects.count() == before < MATCHES and time.monotonic() < deadline:
        time.sleep(0.02)
