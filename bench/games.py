"""Random play of every game beside OpenSpiel and RLCard, one table, one run.

    make bench
    make bench ARGS="--rounds 9 --players 3"
    make compiled && make bench ARGS=--compiled

Every contestant has a short turn of ``--seconds`` in each round, so that all meet the machine in the
same moods; what is told is the median of the rounds, of the ratios too. A decision is asking for the legal moves and
making one, drawn by the same generator everywhere; dealing and setting up are counted as time, not
as decisions. Time is this process's own on the CPU. Games of ours are found, not listed.
"""

import argparse
import gc
import platform
import random
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
COMPILED = ROOT / "build" / "compiled"
if "--compiled" in sys.argv and not list(COMPILED.glob("arena/game.*.so")):
    sys.exit("there is no compiled arena in build/compiled: run `make compiled`")
sys.path.insert(0, str(COMPILED if "--compiled" in sys.argv else ROOT))

from arena.game import Game, Sitting  # noqa: E402
from arena.games import all_games  # noqa: E402

try:
    import pyspiel
    import rlcard
except ImportError:
    sys.exit("bench/games.py compares with OpenSpiel and RLCard: run it by `make bench`")

TRICKS_AND_LAYOUT = 0.7
MELDS = 3.0
WITH_VIEW = 1.0
RLCARD = 10.0
"""The ratios aimed at: to hearts without a view (Convoy: to gin_rummy), to hearts with
information_state_string, to the best of RLCard."""
START_UP_MS = 150
RLCARD_GAMES = ("leduc-holdem", "limit-holdem", "uno", "bridge", "gin-rummy", "doudizhu")

Episode = Callable[[random.Random], int]
"""Plays one game to its end; returns the number of decisions."""


class Contestant(NamedTuple):
    name: str
    view: bool
    episode: Episode


def of_ours(game: Game, players: int, variant: dict[str, str], *, view: bool) -> Contestant:
    def episode(rng: random.Random) -> int:
        sitting = game.sit(players, variant, shuffle_seed=str(rng.getrandbits(64)))
        legal, play, look = sitting.legal, sitting.play, sitting.view
        choose, decisions = rng.random, 0
        while sitting.turn is not None:
            if view:
                look(sitting.turn)
            moves = legal()
            play(moves[int(choose() * len(moves))])
            decisions += 1
        return decisions

    return Contestant(" ".join((game.name, *variant.values())), view, episode)


def of_open_spiel(name: str, *, view: bool) -> Contestant:
    game = pyspiel.load_game(name)

    def episode(rng: random.Random) -> int:
        state = game.new_initial_state()
        choose, decisions = rng.random, 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(choose() * len(outcomes))][0])
                continue
            if view:
                state.information_state_string(state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(choose() * len(actions))])
            decisions += 1
        return decisions

    return Contestant(f"OpenSpiel {name}", view, episode)


def of_rlcard(name: str) -> Contestant:
    """Its ``env.step`` makes the move and the next player's state: there is no playing without."""
    env = rlcard.make(name)

    def episode(rng: random.Random) -> int:
        state, _ = env.reset()
        choose, decisions = rng.random, 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(choose() * len(actions))])
            decisions += 1
        return decisions

    return Contestant(f"RLCard {name}", True, episode)


def rate(episode: Episode, rng: random.Random, seconds: float) -> float:
    """Decisions per second of CPU time, in whole games until the time is over."""
    gc.collect()
    decisions, begun = 0, process_time()
    while (spent := process_time() - begun) < seconds:
        decisions += episode(rng)
    return decisions / spent


def variants(game: Game) -> list[dict[str, str]]:
    return [{}] + [{option.name: choice} for option in game.options for choice in option.choices]


def contestants(players: int) -> list[Contestant]:
    ours = [
        of_ours(game, players, variant, view=view)
        for game in all_games().values()
        if players in game.seats
        for variant in variants(game)
        for view in (False, True)
    ]
    spiel = [of_open_spiel("hearts", view=view) for view in (False, True)]
    return [
        *spiel,
        of_open_spiel("gin_rummy", view=False),
        *map(of_rlcard, RLCARD_GAMES),
        *ours,
    ]


Rates = dict[tuple[str, bool], list[float]]
"""Decisions per second in each round, by name and whether a view was made."""


def measure(field: list[Contestant], *, rounds: int, seconds: float) -> Rates:
    rng = random.Random("bench")
    rates: Rates = {(one.name, one.view): [] for one in field}
    for number in range(rounds):
        for one in field:
            rates[one.name, one.view].append(rate(one.episode, rng, seconds))
        print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return rates


def ratio(ones: list[float], others: list[float]) -> float:
    """The median of the rounds' ratios: a mood of the machine meets both sides of each."""
    return median(one / other for one, other in zip(ones, others, strict=True))


def table(rates: Rates, names: list[str]) -> list[str]:
    """The rows, each ratio beside what it should be at least."""
    hearts, hearts_seen = (rates["OpenSpiel hearts", view] for view in (False, True))
    gin = rates["OpenSpiel gin_rummy", False]
    cards = {name: rates[f"RLCard {name}", True] for name in RLCARD_GAMES}
    best = max(cards.values(), key=median)
    lines = [
        "| random play | no view, decisions/s | ratio | with view, decisions/s | to hearts | to RLCard |",
        "|---|---|---|---|---|---|",
        f"| OpenSpiel hearts | {median(hearts):,.0f} | 1 | {median(hearts_seen):,.0f} | 1 | |",
        f"| OpenSpiel gin_rummy | {median(gin):,.0f} | {ratio(gin, hearts):.2f} of hearts | | | |",
        *(f"| RLCard {name} | | | {median(found):,.0f} | | |" for name, found in cards.items()),
    ]
    for name in names:
        bare, seen = rates[name, False], rates[name, True]
        if name == "convoy":
            played = f"{ratio(bare, gin):.2f} of gin_rummy ({MELDS:.1f})"
        else:
            played = f"{ratio(bare, hearts):.2f} of hearts ({TRICKS_AND_LAYOUT})"
        lines.append(
            f"| {name} | {median(bare):,.0f} | {played} | {median(seen):,.0f} "
            f"| {ratio(seen, hearts_seen):.2f} ({WITH_VIEW}) | {ratio(seen, best):.1f} ({RLCARD:.0f}) |"
        )
    return lines


def view_costs(game: Game, players: int, *, deals: int = 40) -> list[float]:
    """Microseconds a view, in each tenth of a long match: the least of twenty, and their median."""
    # A match that a total may end is set to go on.
    endless = {option.name: option.high for option in game.options if option.name == "game"}
    sitting: Sitting = game.sit(players, {**endless, "deals": deals}, shuffle_seed="flat")
    rng = random.Random("flat")
    tenths: list[list[float]] = [[] for _ in range(10)]
    while sitting.turn is not None:
        spent = []
        for _ in range(20):
            begun = perf_counter()
            sitting.view(sitting.turn)
            spent.append(perf_counter() - begun)
        tenths[sitting.deal * 10 // deals].append(min(spent) * 1e6)
        sitting.play(rng.choice(sitting.legal()))
    return [median(found) for found in tenths if found]


def start_up_ms(*arguments: str, rounds: int = 9) -> float:
    """Median CPU time of ``python`` with these arguments."""
    spent = []
    for _ in range(rounds):
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], cwd=ROOT, check=True, capture_output=True)
        after = getrusage(RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return median(spent) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--seconds", type=float, default=0.05, help="of each turn")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--compiled", action="store_true", help="the arena in build/compiled")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    field = contestants(arguments.players)
    rates = measure(field, rounds=arguments.rounds, seconds=arguments.seconds)
    ours = [one.name for one in field if not one.view and not one.name.startswith("OpenSpiel")]
    print(
        f"Python {platform.python_version()}, {platform.machine()}, {arguments.players} players, "
        f"arena {'compiled' if arguments.compiled else 'as plain Python'}; medians of {arguments.rounds} "
        f"rounds of {arguments.seconds} s; in brackets what is aimed at\n"
    )
    print("\n".join(table(rates, ours)))
    print("\n| microseconds a view | " + " | ".join(f"{10 * n}%" for n in range(1, 11)) + " |")
    print("|---" * 11 + "|")
    for game in all_games().values():
        costs = view_costs(game, arguments.players)
        print(f"| {game.name} | " + " | ".join(f"{cost:.1f}" for cost in costs) + " |")
    print(
        f"\n`python -m arena games`: {start_up_ms('-m', 'arena', 'games'):.0f} ms of CPU "
        f"({START_UP_MS} at most), of which an empty Python is {start_up_ms('-c', ''):.0f}"
    )


if __name__ == "__main__":
    main()
