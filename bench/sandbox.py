"""What a match costs in the sandbox, beside the limits of the machine, in one run.

    python bench/sandbox.py [--backend bubblewrap] [--backend docker] [--matches N] [--flat N]

Everything is on one core, as a worker and its bots are: the bare pipe, the bots, the worker, and
under bubblewrap the pool's thread too (Docker's daemon starts containers where it likes).

- **Decision**: a question of 600 bytes and its answer, everything but the bot's function, by turns
  with a line of the same length over a pipe to a Python child without any sandbox.
- **Start**: from claiming a match of six to its first question, all boxes at hand.
- **Matches**: duplicate matches of Davy Crockett, four `random` bots and four sittings, claimed,
  played, and stored with their records, one after another, by a worker that has been at it.
  For Docker beside what its engine does at most: start and remove containers, nothing else.
  For bubblewrap also by the processor time of worker and bots: on a busy machine waiting for a
  core is most of what the clock shows.
- **Flat** (--flat): the same for long, of one deal, with the worker's memory, descriptors and time
  per match.

A database, a Redis and a storage of its own are made in a temporary folder.
"""

import argparse
import json
import os
import resource
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "platform")]

BYTES = 600
BLOCK, BLOCKS = 100, 15
GAME = "davy-crockett"
FIRST = "def choose_move(view):\n    return view['legal'][0]\n"
ECHO = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    sys.stdout.write(json.dumps({"id": question["id"], "move": "R1"}) + "\\n")
    sys.stdout.flush()
"""


def view_of_600_bytes() -> dict[str, Any]:
    """A question in the shape of the games' views."""
    view: dict[str, Any] = {
        "game": GAME,
        "options": {"deals": 6},
        "players": 4,
        "seat": 0,
        "deal": 0,
        "dealer": 1,
        "totals": [0, 0, 0, 0],
        "hand": [f"R{n}" for n in range(1, 16)],
        "legal": [f"R{n}" for n in range(1, 16)],
        "events": [],
        "history": [],
        "filler": "",
    }
    view["filler"] = "x" * (BYTES - len(json.dumps(view, separators=(",", ":"))))
    return view


def microseconds(ask: Callable[[], object], times: list[float]) -> None:
    """Add the times of one block of questions."""
    for _ in range(BLOCK):
        begun = time.perf_counter()
        ask()
        times.append((time.perf_counter() - begun) * 1e6)


@contextmanager
def bare_child() -> Iterator[Callable[[Callable[[Any], bytes], Callable[[bytes], Any]], None]]:
    """A Python without a sandbox that answers lines; yields how to ask it."""
    command = [sys.executable, "-S", "-c", ECHO]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, bufsize=0) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        into, out = child.stdin.fileno(), child.stdout.fileno()
        view = view_of_600_bytes()

        def ask(encode: Callable[[Any], bytes], decode: Callable[[bytes], Any]) -> None:
            os.write(into, encode({"id": secrets.token_hex(16), "view": view}) + b"\n")
            decode(os.read(out, 65536))

        yield ask


def decisions(backend: Any, limits: Any) -> tuple[float, float, float]:
    """Medians in microseconds: a bare pipe with the standard json, with a fast one, and a box."""
    standard: list[float] = []
    fast: list[float] = []
    boxed: list[float] = []
    encode, decode = msgspec.json.Encoder().encode, msgspec.json.Decoder().decode
    with tempfile.TemporaryDirectory() as folder, bare_child() as ask:
        Path(folder, "bot.py").write_text(FIRST)
        with backend.open(Path(folder), limits=limits, labels={}) as box:
            player, view = box.player, view_of_600_bytes()
            player.sit(game=GAME, options={}, players=4, seat=0)
            for _ in range(BLOCKS):
                microseconds(
                    lambda: ask(lambda value: json.dumps(value).encode(), json.loads), standard
                )
                microseconds(lambda: ask(encode, decode), fast)
                microseconds(lambda: player.choose(view), boxed)
            player.rise()
    return statistics.median(standard), statistics.median(fast), statistics.median(boxed)


def engine_rate(backend: Any, limits: Any, *, count: int = 12) -> float:
    """How many containers its engine starts and removes in a second, one after another."""
    client = backend.client.api
    with tempfile.TemporaryDirectory(dir=backend.runtime_dir.path) as folder:
        box_dir = backend.runtime_dir.new_box({"path": folder})
        box_dir.listen().close()
        config = backend._config(
            backend._digest, folder=box_dir, uid=61999, limits=limits, deadline=""
        )
        begun = time.perf_counter()
        for _ in range(count):
            container = client.create_container_from_config(config)["Id"]
            client.start(container)
            client.remove_container(container, force=True)
        seconds = time.perf_counter() - begun
        box_dir.remove()
    return count / seconds


class League:
    """A database with bots whose matches can be played."""

    def __init__(self, backend_name: str) -> None:
        from django.conf import settings

        from accounts.models import User
        from bots import services, tables
        from bots.models import Version

        settings.SANDBOX_BACKEND = backend_name
        tables.forget_sandbox()
        source = (ROOT / "arena/house/random" / "bot.py").read_text()
        self.versions = []
        for number in range(6):
            owner = User.objects.create_user(
                f"{backend_name}-{number}", f"{number}@{backend_name}.test"
            )
            version = services.submit(
                owner=owner,
                bot_name=f"{backend_name}-{number}",
                filename="bot.py",
                data=f"{source}\n# {backend_name} {number}\n".encode(),
                games=[GAME],
            )
            Version.objects.filter(pk=version.pk).update(state="accepted")
            self.versions.append(version)
        tables.warm_up()
        self.backend = tables.sandbox_backend()

    def wait_until_warm(self) -> None:
        assert self.backend._pool is not None
        assert self.backend._pool.wait_until_full(within_s=60)

    def schedule(self, bots: int, **options: Any) -> int:
        from matches.services import schedule

        made = schedule(
            game=GAME, versions=self.versions[:bots], kind="ladder", rated=True, options=options
        )
        return int(made.pk)

    def start_ms(self, *, count: int = 9) -> float:
        """Median from a claim to the first question, six bots, boxes at hand."""
        from bots.holding import HeldPlayer
        from matches import playing

        asked: list[float] = []

        class Noted(HeldPlayer):
            def choose(self, view: Any) -> Any:
                asked.append(time.perf_counter())
                return super().choose(view)

        took = []
        playing.HeldPlayer = Noted
        try:
            for _ in range(count):
                match = self.schedule(6, deals=1)
                self.backend._pool.forget_kept()
                self.wait_until_warm()
                asked.clear()
                begun = time.perf_counter()
                assert playing.play(match)
                took.append((asked[0] - begun) * 1e3)
        finally:
            playing.HeldPlayer = HeldPlayer
        return statistics.median(took)

    def processor_s(self) -> float:
        """Seconds of processor time of this process and of the boxes that stay with their bots."""
        assert self.backend._pool is not None
        return time.process_time() + sum(box._cgroup.cpu_s() for box in self.backend._pool._kept)

    def play(self, count: int, **options: Any) -> list[float]:
        """Seconds for each of so many duplicate matches of four."""
        from matches import playing

        took = []
        for _ in range(count):
            match = self.schedule(4, **options)
            begun = time.perf_counter()
            assert playing.play(match)
            took.append(time.perf_counter() - begun)
        return took


@contextmanager
def redis_server(folder: str) -> Iterator[str]:
    """A Redis of our own, which a worker asks whether anybody watches; yields its address."""
    path = f"{folder}/redis.sock"
    command = ["redis-server", "--port", "0", "--unixsocket", path, "--save", "", "--dir", folder]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:
        while not os.path.exists(path):
            time.sleep(0.01)
        try:
            yield f"unix://{path}"
        finally:
            server.terminate()


def memory_mib() -> float:
    """What this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def row(*cells: object) -> None:
    print("| " + " | ".join(str(cell) for cell in cells) + " |", flush=True)


def measure(name: str, *, matches: int, flat: int) -> None:
    from bots.tables import LIMITS
    from sandbox.backends import find_backend

    plain = find_backend(name)
    standard, fast, boxed = decisions(plain, LIMITS)
    row(name, "decision", f"{boxed:.0f} us", f"bare pipe {standard:.0f} us, fast json {fast:.0f} us",
        f"{boxed / standard:.2f} x")  # fmt: skip
    league = League(name)
    row(name, "claim to first question, six bots", f"{league.start_ms():.1f} ms", "", "")
    league.play(5)
    used = league.processor_s()
    took = league.play(matches)
    used = league.processor_s() - used
    rate = len(took) / sum(took)
    if name == "docker":
        limit = engine_rate(plain, LIMITS) / 4
        beside, ratio = f"engine starts enough for {limit:.2f}", f"{rate / limit:.0%}"
    else:
        beside, ratio = "", ""
    row(name, "duplicate matches of four", f"{rate:.2f} a second", beside, ratio)
    if name == "bubblewrap":  # Docker's boxes end with their match, and its daemon is elsewhere
        row(name, "the same, by processor time", f"{len(took) / used:.2f} a second and core",
            f"{used / len(took) * 1e3:.0f} ms a match", "")  # fmt: skip
    for hundred in range(flat // 100):
        took = league.play(100, deals=1)
        row(name, f"matches {100 * hundred + 1} to {100 * hundred + 100}",
            f"{1e3 * statistics.median(took):.0f} ms", f"{memory_mib():.1f} MiB",
            f"{len(os.listdir('/proc/self/fd'))} descriptors")  # fmt: skip
    from bots import tables

    tables.forget_sandbox()


def main() -> None:
    parser = argparse.ArgumentParser(description="What a match costs in the sandbox.")
    parser.add_argument("--backend", action="append", choices=["bubblewrap", "docker"])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--flat", type=int, default=0, help="so many matches more, by hundreds")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="quintet-bench-") as folder,
        redis_server(folder) as redis,
    ):
        os.chmod(folder, 0o755)  # noqa: S103 - the bots' users read their code in it
        os.environ |= {
            "REDIS_URL": redis,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "QUINTET_DATA_DIR": folder,
            "QUINTET_SANDBOX_CORES": "all",  # this process has pinned itself
        }
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        import django

        django.setup()
        from django.core.management import call_command

        from config.celery import app

        app.send_task = lambda *_, **__: None  # a broker in memory would keep every message
        call_command("migrate", verbosity=0)
        row("backend", "what", "measured", "beside it", "ratio")
        row("---", "---", "---", "---", "---")
        for name in arguments.backend or ["bubblewrap", "docker"]:
            measure(name, matches=arguments.matches, flat=arguments.flat)


if __name__ == "__main__":
    main()
