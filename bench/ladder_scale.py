"""The ladder at 100,000 bots and a million matches, on a PostgreSQL of its own.

    python bench/ladder_scale.py [--bots N] [--matches N] [--killed N] [--plans]

A private PostgreSQL is started in the temporary folder, filled by SQL, and removed at the end (about
4 GB for a million matches). Measured are: a rebuild of all ratings, with its memory; pages and API
through Django's own client, without network; a round of matchmaking; and, on another ladder,
`--killed` matches that four workers rate while they are killed at random, against a serial rebuild.
`--plans` prints the plan of each query of a page that takes more than 15 ms.
"""

import argparse
import importlib
import os
import random
import resource
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
for folder in (ROOT, ROOT / "platform", ROOT / "tests"):
    sys.path.insert(0, str(folder))

GAME, OTHER = "davy-crockett", "dan-dare"
SLOW_MS = 15.0
WORKER = (
    "import django; django.setup(); from ladder.services import rate_finished; "
    f"rate_finished('{OTHER}')"
)

BOTS = """
INSERT INTO accounts_user (id, username, password, is_superuser, first_name, last_name, email,
    is_staff, is_active, date_joined, is_house)
SELECT i, 'author' || i, '', false, '', '', '', false, true, now(), i <= 4
FROM generate_series(1, {bots}) i;
INSERT INTO bots_bot (id, owner_id, name) SELECT i, i, 'bot' || i FROM generate_series(1, {bots}) i;
INSERT INTO bots_version (id, bot_id, number, digest, file, filename, size_bytes, state,
    faulty_in_a_row)
SELECT i, i, 1, '', 'none', 'bot.py', 1, 'accepted', 0 FROM generate_series(1, {bots}) i;
UPDATE bots_bot SET current_version_id = id;
UPDATE bots_bot SET withdrawn_at = now() WHERE id % 200 = 7;
INSERT INTO bots_trial (version_id, game, state, fault, detail, log, record, thinking_us, error,
    attempt_token, attempts, finished_at)
SELECT i, '{game}', 'passed', '', '', '', '', 0, '', '', 1, now() FROM generate_series(1, {bots}) i;
"""

# One table in four has a house bot. A place comes from strength plus a random share of 600 points.
MATCHES = """
INSERT INTO matches_match (id, game, options, kind, rated, priority, state, shuffle_seed, salt,
    commitment, finished_at, due_at, attempt_token, attempts)
SELECT {first} + i, '{game}', '{{}}', 'ladder', true, 6, 'finished', '0', '0', '0',
    now() - make_interval(secs => {matches} - i), now(), '', 1
FROM generate_series(1, {matches}) i;
INSERT INTO matches_entrant (match_id, index, bot_id, version_id, score, place, fault, fault_detail,
    log, thinking_us)
SELECT {first} + i, seat, bot, bot, 0,
    rank() OVER (PARTITION BY i ORDER BY mod(bot * 7919, 700) + 600 * random() DESC),
    CASE WHEN random() < 0.005 THEN 'crash' ELSE '' END, '', '', 1000
FROM generate_series(1, {matches}) i, generate_series(0, {seats} - 1) seat,
    LATERAL (SELECT CASE WHEN seat = 0 AND i % 4 = 0 THEN 1 + (i / 4) % 4
        ELSE 5 + seat * {quarter} + mod(i::bigint * (7919 + 2 * seat), {quarter}) END AS bot) AS drawn;
ANALYZE;
"""
RATED = """
INSERT INTO ladder_ratedmatch (match_id, game, number)
SELECT id, game, row_number() OVER (ORDER BY finished_at, id) FROM matches_match
WHERE game = '{game}';
INSERT INTO ladder_ladder (game, rated_matches, bots, estimates_total, turn)
VALUES ('{game}', {matches}, 0, 0, 0);
ANALYZE;
"""
SEQUENCES = """
SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))
"""


def fill(connection: Any, *, bots: int, matches: int, killed: int) -> None:
    """Bots, finished matches of both games, and the order of application for the larger one."""
    with connection.cursor() as cursor:
        cursor.execute(BOTS.format(bots=bots, game=GAME))
        cursor.execute(
            MATCHES.format(game=GAME, first=0, matches=matches, seats=4, quarter=(bots - 4) // 4)
        )
        cursor.execute(RATED.format(game=GAME, matches=matches))
        cursor.execute(
            MATCHES.format(game=OTHER, first=matches, matches=killed, seats=2, quarter=98)
        )
        for table in ("accounts_user", "bots_bot", "bots_version", "matches_match"):
            cursor.execute(SEQUENCES.format(table=table))


def megabytes() -> float:
    """Of memory that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def rebuild(matches: int) -> None:
    services = importlib.import_module("ladder.services")
    seen: list[tuple[int, float, float]] = []
    begun = time.monotonic()
    spent = time.process_time()

    def on_progress(done: int, of: int) -> None:
        if done % max(1000, matches // 10) == 0:
            seen.append((done, time.monotonic() - begun, megabytes()))
            print(f"  {done} of {of} after {seen[-1][1]:.0f} s, {seen[-1][2]:.0f} MB", flush=True)

    services.rebuild(GAME, on_progress=on_progress)
    total = time.monotonic() - begun
    spent = time.process_time() - spent
    print(
        f"rebuild_ratings: {matches} matches in {total:.0f} s, {1e5 * total / matches:.1f} s for each "
        f"hundred thousand ({1e5 * spent / matches:.1f} s of processor in Python)",
        flush=True,
    )


def pages(connection: Any, *, matches: int, bots: int, plans: bool) -> None:
    client = importlib.import_module("django.test").Client()
    capture = importlib.import_module("django.test.utils").CaptureQueriesContext
    last = bots // 50 - 20
    print(
        "| address | median ms of 7 | first | queries | ms in the database |\n|---|---|---|---|---|"
    )
    for address in (
        f"/ladder/{GAME}/", f"/ladder/{GAME}/?page={last}", f"/ladder/{GAME}/?q=bot77",
        f"/ladder/{GAME}/?show=provisional", "/bots/bot1/", "/bots/bot777/", "/players/author777/",
        "/bots/", f"/bots/?page={last - 80}", "/bots/?q=bot77", "/search/?q=bot77", "/search/?q=zq",
        f"/bots/bot1/course.json?game={GAME}&first=1000&last=9000", f"/matches/{matches // 2}/",
        "/matches/", "/matches/?bot=bot1", f"/api/v1/ladder/{GAME}/", "/",
        f"/api/v1/ladder/{GAME}/changes/?bot=bot777", f"/api/v1/matches/{matches // 2}/",
    ):  # fmt: skip
        times_ms = []
        for _ in range(8):
            begun = time.perf_counter()
            answer = client.get(address, HTTP_HOST="localhost")
            times_ms.append(1000 * (time.perf_counter() - begun))
            assert answer.status_code == 200, (address, answer.status_code)
        with capture(connection) as queries:
            client.get(address, HTTP_HOST="localhost")
        database_ms = sum(1000 * float(query["time"]) for query in queries)
        print(
            f"| `{address}` | {statistics.median(times_ms[1:]):.0f} | {times_ms[0]:.0f} "
            f"| {len(queries)} | {database_ms:.0f} |",
            flush=True,
        )
        for query in queries if plans else ():
            if 1000 * float(query["time"]) > SLOW_MS:
                explain(connection, query["sql"])


def explain(connection: Any, sql: str) -> None:
    print(sql[:400])
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN (ANALYZE, BUFFERS) " + sql.replace("%", "%%"))
        for (line,) in cursor.fetchall():
            print("    " + line)


def matchmaking() -> None:
    make_matches = importlib.import_module("ladder.matchmaking").make_matches
    for round_number in range(3):
        begun = time.monotonic()
        made = make_matches(rng=random.Random(round_number), pause_s=0)
        print(
            f"matchmaking, round {round_number + 1}: {len(made)} matches in "
            f"{time.monotonic() - begun:.2f} s",
            flush=True,
        )


def everything(game: str) -> Iterator[tuple]:
    models = importlib.import_module("ladder.models")
    rating = ("bot", "rating", "matches", "estimate", "variance", "deviation", "recent")
    change = ("rated_match", "bot", "number", "before", "after", "k", "strength", "expected")
    yield from models.Rating.objects.filter(game=game).order_by("bot").values_list(*rating)
    changes = models.RatingChange.objects.filter(game=game).order_by("rated_match", "index")
    yield from changes.values_list(*change)


def killed_workers(killed: int) -> None:
    """Four workers at a time rate what is finished, and are killed at random; then a serial rebuild."""
    models = importlib.import_module("ladder.models")
    services = importlib.import_module("ladder.services")
    rng = random.Random(7)
    workers: list[subprocess.Popen] = []
    begun, kills = time.monotonic(), 0
    # What a dead worker held is undone by the database: only committed rows are counted.
    while models.RatedMatch.objects.filter(game=OTHER).count() < killed:
        workers = [worker for worker in workers if worker.poll() is None]
        while len(workers) < 4:
            workers.append(subprocess.Popen([sys.executable, "-c", WORKER], cwd=ROOT))
        time.sleep(rng.uniform(3.0, 9.0))
        victim = rng.choice(workers)
        if victim.poll() is None:
            victim.send_signal(signal.SIGKILL)
            kills += 1
    for worker in workers:
        worker.wait()
    spent = time.monotonic() - begun
    before = list(everything(OTHER))
    services.rebuild(OTHER)
    same = before == list(everything(OTHER))
    ratings = list(models.Rating.objects.filter(game=OTHER).values_list("rating", flat=True))
    total = sum(ratings) - 1500.0 * len(ratings)
    print(
        f"{killed} matches by 4 workers with {kills} kills in {spent:.0f} s: equal to a serial rebuild "
        f"to the last bit: {same}; sum of all changes {total:.1e}",
        flush=True,
    )
    assert same


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bots", type=int, default=100_000, metavar="N")
    parser.add_argument("--matches", type=int, default=1_000_000, metavar="N")
    parser.add_argument("--killed", type=int, default=10_000, metavar="N")
    parser.add_argument("--plans", action="store_true")
    given = parser.parse_args()
    with importlib.import_module("run").postgresql() as address:
        if not address:
            raise SystemExit("PostgreSQL was not found: install postgresql")
        os.environ |= {
            "DATABASE_URL": address,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}",
            "QUINTET_LOG_LEVEL": "ERROR",
        }
        importlib.import_module("django").setup()
        importlib.import_module("config.celery").app.conf.broker_url = "memory://"
        connection = importlib.import_module("django.db").connection
        importlib.import_module("django.core.management").call_command("migrate", verbosity=0)
        begun = time.monotonic()
        fill(connection, bots=given.bots, matches=given.matches, killed=given.killed)
        print(f"filled in {time.monotonic() - begun:.0f} s", flush=True)
        killed_workers(given.killed)
        rebuild(given.matches)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        pages(connection, matches=given.matches, bots=given.bots, plans=given.plans)
        matchmaking()


if __name__ == "__main__":
    main()
