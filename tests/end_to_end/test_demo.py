"""`manage.py demo` ends in a served site with rated matches and a finished bracket, and stops without
leaving anything. In bubblewrap it is the whole demo, in Docker a small one."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
WITHIN_S = 600
"""A whole demo takes less than three minutes on two cores that have nothing else to do."""
SMALL = ("--matches", "2", "--entries", "4")


class Demo:
    """A running demo, as a terminal runs it: the leader of a process group of its own."""

    def __init__(self, folder: Path, sandbox_name: str) -> None:
        self.log = folder / "demo.log"
        self.mark = str(folder)
        size = SMALL if sandbox_name == "docker" else ()
        environment = os.environ | {
            "QUINTET_DATA_DIR": str(folder),
            "QUINTET_SANDBOX_BACKEND": sandbox_name,
            "QUINTET_MAKE_MATCHES_EVERY_S": "2",
        }
        for name in ("REDIS_URL", "DATABASE_URL"):
            environment.pop(name, None)
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "manage.py"), "demo", "--port", "0", *size],
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def told(self) -> str:
        return self.log.read_text()

    def await_words(self, words: str) -> None:
        deadline = time.monotonic() + WITHIN_S
        while words not in self.told():
            assert self.process.poll() is None, self.told()
            assert time.monotonic() < deadline, self.told()
            time.sleep(0.2)

    def end(self, signal_number: int) -> int:
        os.killpg(self.process.pid, signal_number)
        return self.process.wait(30)

    def left_running(self) -> list[str]:
        """Processes that carry this demo's data directory in their environment."""
        return [str(pid) for pid in pids() if self.mark.encode() in environment_of(pid)]


def pids() -> Iterator[int]:
    return (int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())


def environment_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def demo(sandbox_name: str, tmp_path: Path) -> Iterator[Demo]:
    demo = Demo(tmp_path, sandbox_name)
    yield demo
    if demo.process.poll() is None:
        os.killpg(demo.process.pid, signal.SIGKILL)
        demo.process.wait()


def test_the_demo_plays_a_tournament_serves_and_stops(demo, sandbox_name, tmp_path):
    demo.await_words("Ctrl-C stops everything")
    told = demo.told()
    address = re.search(r"http://127\.0\.0\.1:\d+", told).group()
    assert "Submitted random." in told
    matches, entries = (2, 4) if sandbox_name == "docker" else (20, 12)
    assert re.search(rf"Ladders .* {matches}/{matches} ", told)
    assert re.search(r"House Cup .* (\d+)/\1 ", told)
    ranks = re.findall(r"^ +(\d+)\. ([\w-]+) ", told, re.MULTILINE)
    assert [int(rank) for rank, _ in ranks] == list(range(1, entries + 1))
    assert requests.get(f"{address}/", timeout=10).ok
    assert requests.get(f"{address}/ladder/davy-crockett/", timeout=10).ok
    bracket = re.search(rf"The bracket: {address}(\S+)", told)[1]
    assert ranks[0][1] in requests.get(f"{address}{bracket}", timeout=10).text

    second = Demo(tmp_path, sandbox_name)
    assert second.process.wait(30) == 1
    assert f"already: {address}" in second.told()
    assert demo.process.poll() is None

    assert demo.end(signal.SIGINT) == 0
    assert "Traceback" not in demo.told()
    assert demo.left_running() == []

    again = Demo(tmp_path, sandbox_name)
    demo.log.write_text("")
    again.await_words("Ctrl-C stops everything")
    assert "Submitted" not in again.told()
    assert re.search(rf"The bracket: http://127\.0\.0\.1:\d+{bracket}\n", again.told())
    assert again.end(signal.SIGTERM) == 0
    assert again.left_running() == []
