"""How long the pairing of one Swiss round takes, beside networkx alone on the same weights.

    python bench/pairing.py [--entries 125 250 500 1000] [--rounds 6] [--networkx-up-to 250]

A Swiss event is played with results by chance; each round's pairing is timed from the history to the
round (points, meetings, weights, matching). networkx gets the last round's pairs as one graph, with all their weights,
and `min_weight_matching` alone is timed; the sum of the weights must be the same. Beyond
``--networkx-up-to`` it is left out, and told from its growth. Times are of the processor; the growth is
the exponent p of n^p through all sizes by least squares.
"""

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import networkx as nx

sys.path.insert(0, str(Path(__file__).parent.parent))

from arena.formats import history
from arena.formats.contract import PlayedRound, Round, TableSizes
from arena.formats.pairing import Contender, pair_weights
from arena.formats.points import result_of_match
from arena.formats.swiss import Swiss


class Timing(NamedTuple):
    entries: int
    seconds: float


def by_chance(made: Round, rng: random.Random) -> PlayedRound:
    return PlayedRound(
        made,
        tuple(result_of_match([rng.randrange(3) for _ in table.entries]) for table in made.tables),
    )


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    begun = time.process_time()
    result = work()
    return result, time.process_time() - begun


def event(entries: int, rounds: int, size: int) -> tuple[Swiss, list[PlayedRound], list[float]]:
    """An event of so many rounds, and the seconds that each pairing took."""
    rng = random.Random(entries)
    stage = Swiss(
        entries,
        table_sizes=TableSizes(size, size, size),
        lots=range(entries),
        options={"rounds": rounds},
    )
    played: list[PlayedRound] = []
    seconds: list[float] = []
    for _ in range(rounds):
        made, taken = timed(lambda: stage.next_round(played))
        assert made is not None
        seconds.append(taken)
        played.append(by_chance(made, rng))
    return stage, played, seconds


def by_networkx(stage: Swiss, played: Sequence[PlayedRound]) -> float:
    """Seconds of networkx for the last round; raises AssertionError if it finds a lighter pairing."""
    *before, last = played
    points = {one.entry: one.points for one in stage.standings(before)}
    order = sorted(points, key=lambda entry: (-points[entry], entry))
    had = history.byes(past.round for past in before)
    weights = pair_weights(
        [Contender(entry, points[entry], had[entry]) for entry in order],
        history.meetings(past.round for past in before),
    )
    graph = nx.Graph()
    graph.add_weighted_edges_from((a, b, weight) for (a, b), weight in weights.items())
    matching, taken = timed(lambda: nx.min_weight_matching(graph))
    place = {entry: position for position, entry in enumerate(order)}
    ours = [tuple(sorted(place[e] for e in table.entries)) for table in last.round.tables]
    ours += [(place[entry], len(order)) for entry in last.round.byes]
    lightest = sum(weights[min(pair), max(pair)] for pair in matching)
    assert sum(weights[pair] for pair in ours) == lightest, "networkx found a lighter pairing"
    return taken


def growth(timings: Sequence[Timing]) -> float:
    logs = [(math.log(one.entries), math.log(one.seconds)) for one in timings]
    x, y = (statistics.fmean(column) for column in zip(*logs, strict=True))
    return sum((a - x) * (b - y) for a, b in logs) / sum((a - x) ** 2 for a, _ in logs)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--entries", type=int, nargs="+", default=[125, 250, 500, 1000])
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--networkx-up-to", type=int, default=250)
    chosen = parser.parse_args()
    ours: list[Timing] = []
    theirs: list[Timing] = []
    print("| entries | a round, median | slowest | networkx alone | tables of four |")
    print("|---|---|---|---|---|")
    for entries in chosen.entries:
        stage, played, seconds = event(entries, chosen.rounds, 2)
        ours.append(Timing(entries, max(seconds)))
        told = ""
        if entries <= chosen.networkx_up_to:
            theirs.append(Timing(entries, by_networkx(stage, played)))
            told = f"{theirs[-1].seconds:.1f} s"
        elif len(theirs) > 1:
            last = theirs[-1]
            far = last.seconds * (entries / last.entries) ** growth(theirs)
            told = f"(about {far:.0f} s)"
        *_, fours = event(entries, chosen.rounds, 4)
        print(
            f"| {entries} | {statistics.median(seconds):.2f} s | {max(seconds):.2f} s "
            f"| {told} | {statistics.median(fours):.2f} s |",
            flush=True,
        )
    print(f"\nThe slowest round grows like n^{growth(ours):.1f}", end="")
    print(f", networkx like n^{growth(theirs):.1f}." if len(theirs) > 1 else ".")


if __name__ == "__main__":
    main()
