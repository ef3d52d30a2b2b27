"""Many matches in a row in the real sandbox, with a tenth of the bots hostile.

    python bench/hostile_run.py [bubblewrap | docker] [--matches N] [--hostile SHARE] [--seed TEXT]

The bots are those of tests/sandbox/bots and the house's `simple`, four at a table of Davy Crockett,
one deal in four duplicate sittings, taken out of a warm pool as a worker does. A match is right
if every hostile bot got the fault that stands beside it, nobody else got any, every record
verifies, and the same match played again in this process, with the hostile bots' moves taken from
the record, gives the same scores and places. At the end nothing of it may be left: no
descriptor, process, thread, mount, folder, cgroup or container. Exits with 1 where one thing is wrong.
"""

import argparse
import os
import random
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

import docker

from arena.games import find_game
from arena.house import HOUSE
from arena.match import Fault, MatchResult, play_match
from arena.player import BotFault, Player
from arena.record import FORCED, STAND_IN
from arena.verify import verify
from sandbox.backends import find_backend
from sandbox.box import Backend
from sandbox.cgroup import own_cgroups
from sandbox.limits import SandboxLimits
from sandbox.runtime_dir import RuntimeDir

GAME = find_game("davy-crockett")
SEATS = 4
OPTIONS = {"deals": 1}
LIMITS = SandboxLimits(import_s=3.0, decision_s=1.0, bank_s=5.0)
MISDEEDS = Path(__file__).parent.parent / "tests/sandbox/bots"
SIMPLE = HOUSE / "simple"
REPORT_EVERY = 20


class Entry(NamedTuple):
    """One bot at the table. ``fault``: what it must get, "" for none."""

    name: str
    folder: Path
    fault: str


def hostile_bots() -> list[Entry]:
    """Those whose fault doesn't hang on other limits than ours."""
    found = []
    for folder in sorted(MISDEEDS.iterdir()):
        wanted = tomllib.loads((folder / "expected.toml").read_text())
        limits = wanted.get("limits", {})
        needs_more = limits.get("decision_s", 0) > LIMITS.decision_s
        if not (needs_more or "bank_s" in limits or "needs" in wanted):
            found.append(Entry(folder.name, folder, wanted["fault"]))
    return found


class HonestAgain:
    """`simple` without a sandbox, for the match that is played again."""

    def __init__(self) -> None:
        self._source = compile((SIMPLE / "davy_crockett.py").read_text(), "simple", "exec")

    def sit(self, **_: Any) -> None:
        module = ModuleType("bot")
        exec(self._source, module.__dict__)  # noqa: S102 - our own house bot
        self._choose_move = module.choose_move

    def choose(self, view: dict[str, Any]) -> tuple[object, float]:
        return self._choose_move(view), 0.0

    def rise(self) -> None:
        """Nothing is left to clear up."""


class HostileAgain:
    """Makes the moves that the records tell, and fails where they tell it."""

    def __init__(self, number: int, result: MatchResult) -> None:
        self._fault: Fault | None = result.faults.get(number)
        self._sittings = iter(
            [
                [
                    (move, how)
                    for deal in played.record["deals"]
                    for seat, move, how in deal["moves"]
                    if seating[seat] == number and how != FORCED
                ]
                for played, seating in zip(result.sittings, result.seating, strict=True)
            ]
        )
        self._moves: Iterator[tuple[str, Any]] = iter(())

    def sit(self, **_: Any) -> None:
        moves = next(self._sittings)
        self._moves = iter(moves)
        if self._fault is not None and self._fault.view is None and moves[0][1] == STAND_IN:
            raise BotFault(self._fault.fault, "again")

    def choose(self, view: dict[str, Any]) -> tuple[object, float]:
        move, how = next(self._moves)
        if how == STAND_IN:
            assert self._fault is not None, "a stand-in played for a bot without a fault"
            raise BotFault(self._fault.fault, "again")
        return move, 0.0

    def rise(self) -> None:
        """Nothing is left to clear up."""


def problems(entries: Sequence[Entry], result: MatchResult, *, shuffle_seed: str) -> list[str]:
    """What is wrong with the result of a match."""
    found = []
    for number, entry in enumerate(entries):
        fault = result.faults.get(number)
        if (fault.fault if fault else "") != entry.fault:
            told = f"{fault.fault}: {fault.detail[-300:]}" if fault else "no fault"
            found.append(f"{entry.name} got {told}, not {entry.fault or 'none'}")
    for played in result.sittings:
        verify(played.record)
    again: list[Player] = [
        HonestAgain() if entry.folder == SIMPLE else HostileAgain(number, result)
        for number, entry in enumerate(entries)
    ]
    repeated = play_match(GAME, again, options=OPTIONS, shuffle_seed=shuffle_seed)
    if (repeated.scores, repeated.places) != (result.scores, result.places):
        found.append(f"scores {result.scores}, played again {repeated.scores}")
    faulty = {result.places[number] for number in result.faults}
    if faulty - {max(result.places)}:
        found.append(f"a faulty bot isn't last: {result.places}")
    return found


def play_one(backend: Backend, entries: Sequence[Entry], *, shuffle_seed: str) -> MatchResult:
    labels = {"match": f"hostile-run/{shuffle_seed}", "attempt": "1"}
    with ExitStack() as stack:
        boxes = [
            stack.enter_context(
                backend.open(entry.folder, limits=LIMITS, labels=labels, slot=number)
            )
            for number, entry in enumerate(entries)
        ]
        return play_match(
            GAME,
            [box.player for box in boxes],
            options=OPTIONS,
            shuffle_seed=shuffle_seed,
            names=[entry.name for entry in entries],
        )


# What this process holds, and what there is of it on the machine.


def rss_mib() -> float:
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:", 1)[1].split()[0]) / 1024


def held() -> dict[str, int]:
    children = [
        Path(f"/proc/self/task/{task}/children").read_text().split()
        for task in os.listdir("/proc/self/task")
    ]
    return {
        "descriptors": len(os.listdir("/proc/self/fd")),
        "threads": len(os.listdir("/proc/self/task")),
        "children": sum(map(len, children)),
        "mounts": Path("/proc/self/mountinfo").read_text().count("\n"),
    }


def own_boxes() -> set[str]:
    """The names of this process's boxes that have a folder: others may have some there too."""
    return {
        box.name
        for box in RuntimeDir().boxes()
        if ((box.about() or {}).get("worker") or [0])[0] == os.getpid()
    }


def left_behind(backend: Backend) -> dict[str, int]:
    """Boxes' folders of this process, their cgroups and containers."""
    containers = 0
    if backend.name == "docker":
        client = docker.from_env()
        found = client.containers.list(all=True, filters={"label": "quintet.box"})
        containers = len(found)
        client.close()
    return {
        "folders": len(own_boxes()),
        "cgroups": len(set(own_cgroups()) & SEEN_BOXES),
        "containers": containers,
    }


SEEN_BOXES: set[str] = set()
"""The names of all boxes of this process that there were."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "backend", nargs="?", default="bubblewrap", choices=["bubblewrap", "docker"]
    )
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--hostile", type=float, default=0.1, help="share of the bots")
    parser.add_argument("--seed", default="1")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    hostile = hostile_bots()
    honest = Entry("simple", SIMPLE, "")
    backend = find_backend(arguments.backend)
    before = held()
    backend.warm(SEATS, limits=LIMITS)
    faults: Counter[str] = Counter()
    seen_hostile = wrong = 0
    begun = time.monotonic()
    print(
        f"{arguments.backend}, {arguments.matches} matches, {len(hostile)} hostile bots to draw from"
    )
    print(f"{'matches':>8}{'seconds':>9}{'hostile':>9}{'faults':>8}{'wrong':>7}{'MiB':>8}", end="")
    print("".join(f"{name:>13}" for name in before))
    for number in range(1, arguments.matches + 1):
        entries = [
            rng.choice(hostile) if rng.random() < arguments.hostile else honest
            for _ in range(SEATS)
        ]
        shuffle_seed = f"{arguments.seed}/{number}"
        result = play_one(backend, entries, shuffle_seed=shuffle_seed)
        SEEN_BOXES.update(own_boxes())
        seen_hostile += sum(entry is not honest for entry in entries)
        faults.update(fault.fault for fault in result.faults.values())
        found = problems(entries, result, shuffle_seed=shuffle_seed)
        wrong += bool(found)
        for problem in found:
            print(f"match {number}: {problem}")
        if number % REPORT_EVERY == 0 or number == arguments.matches:
            counts = f"{number:8d}{time.monotonic() - begun:9.1f}{seen_hostile:9d}"
            print(f"{counts}{faults.total():8d}{wrong:7d}{rss_mib():8.1f}", end="")
            print("".join(f"{count:13d}" for count in held().values()), flush=True)
    backend.cool()
    after, left = held(), left_behind(backend)
    print("faults: " + ", ".join(f"{count} {fault}" for fault, count in faults.most_common()))
    grown = {name: after[name] - before[name] for name in after if after[name] > before[name]}
    print(f"left behind: { ({**grown, **left}) }")
    return 1 if wrong or grown or any(left.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
