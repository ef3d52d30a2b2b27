"""How soon a ladder is right: intervals, other ratings, and duplicate against independent deals.

    python bench/rating.py intervals [--fields N]
    python bench/rating.py peers [--fields N]
    python bench/rating.py duplicate [GAME ...] [--matches N]

`intervals`: fields of simulated bots of known strength are paired by the ladder's own matchmaking
and rated; the share of true strengths inside their 95 % intervals is told, and by how
much each number is off. A place comes from strength plus Gumbel noise (Elo's model) or
normal noise (what summed scores look like).

`peers`: the same results go to our rating and strength, to openskill and to TrueSkill, both with
their own defaults; what is told is the share of pairs of bots that each puts in the wrong order.

`duplicate`: real matches in this process. The bots are a house bot that plays a random move with
a given probability, so that their order is known. Duplicate matches of n sittings on the same cards are
compared with matches of n sittings on cards of their own. Ladders are drawn from the matches played, with
replacement; what is told is after how many sittings 95 % of them have the right order.
"""

import argparse
import importlib.util
import itertools
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "platform"))

from arena.elo import PROVISIONAL_MATCHES, START, k_factor, rating_changes
from arena.game import Game
from arena.games import find_game
from arena.house import HOUSE
from arena.match import play_sitting
from arena.places import places
from arena.strength import NORMAL_95, Belief, after_match
from ladder.pairing import Candidate, in_turn, tables

POINTS = 400.0 / math.log(10.0)
"""Elo points of one unit of the logistic curve."""
TRICK_GAMES = ("davy-crockett", "david-and-goliath", "dan-dare")
RANDOM_SHARES = (0.0, 0.3, 0.6, 1.0)
"""The bots of `duplicate`, the best first: how often each plays at random."""
MATCHES_MAX = 600
"""So long `duplicate` waits for a ladder to be right."""

Result = tuple[list[int], list[int]]
"""Bots of a match, and their places."""
Scored = tuple[list[int], list[int]]
"""Bots of a match, and their scores, summed over its sittings."""


class Ladder:
    """Our Elo and our strength, bot by bot, as the site computes them."""

    def __init__(self, bots: int) -> None:
        self.ratings = [START] * bots
        self.beliefs = [Belief()] * bots
        self.matches = [0] * bots

    def apply(self, bots: Sequence[int], at: Sequence[int]) -> None:
        ks = [
            k_factor(matches=count, provisional=count < PROVISIONAL_MATCHES)
            for count in (self.matches[b] for b in bots)
        ]
        changes = rating_changes([self.ratings[b] for b in bots], ks=ks, places=at)
        beliefs = after_match([self.beliefs[b] for b in bots], places=at)
        for bot, change, belief in zip(bots, changes, beliefs, strict=True):
            self.ratings[bot] += change
            self.beliefs[bot] = belief
            self.matches[bot] += 1


# --- simulated bots -------------------------------------------------------------------------------


class FieldFacts(NamedTuple):
    bots: int
    seats: int
    spread: float
    noise: str
    matches: int


def simulated(facts: FieldFacts, *, seed: int) -> tuple[list[float], Ladder, list[Result]]:
    """Strengths, the ladder at the end, and all results; the first four bots are house bots."""
    rng = random.Random(seed)
    strengths = [rng.gauss(1500.0, facts.spread) for _ in range(facts.bots)]
    strengths[:4] = [1500.0 + facts.spread * step for step in (-1.5, -0.5, 0.5, 1.5)]
    ladder = Ladder(facts.bots)
    turns = [0.0] * facts.bots
    now, results = 0.0, []
    while min(ladder.matches) < facts.matches:
        field = [_candidate(bot, ladder, turns[bot]) for bot in range(facts.bots)]
        starters = in_turn(field, pause_s=0.0)[:1]
        now = max(now, starters[0].turn)
        (table,) = tables(
            starters, field, seats_max=facts.seats, seats_min=2, tables_max=1, new_tables_max=1,
            open_max=1, rng=rng, met={},
        )  # fmt: skip
        bots = [candidate.bot_id for candidate in table]
        at = _simulated_places([strengths[bot] for bot in bots], noise=facts.noise, rng=rng)
        ladder.apply(bots, at)
        results.append((bots, at))
        for bot in bots:
            deviation = ladder.beliefs[bot].deviation
            turns[bot] = max(turns[bot], now) + min(2.0, max(0.25, (30.0 / deviation) ** 2))
    return strengths, ladder, results


def _candidate(bot: int, ladder: Ladder, turn: float) -> Candidate:
    belief = ladder.beliefs[bot]
    return Candidate(
        bot_id=bot, version_id=bot, owner_id=bot, is_house=bot < 4, strength=belief.mean,
        deviation=belief.deviation, provisional_left=max(0, 20 - ladder.matches[bot]), turn=turn,
        waited_s=0.0, open_matches=0,
    )  # fmt: skip


def _simulated_places(strengths: Sequence[float], *, noise: str, rng: random.Random) -> list[int]:
    if noise == "gumbel":
        shown = [one - POINTS * math.log(-math.log(rng.random())) for one in strengths]
    else:  # Normal noise with the same chance near equality.
        shown = [one + rng.gauss(0.0, 1.702 * POINTS / math.sqrt(2.0)) for one in strengths]
    return [1 + sum(other > one for other in shown) for one in shown]


def centred(values: Sequence[float]) -> list[float]:
    mean = math.fsum(values) / len(values)
    return [value - mean for value in values]


def intervals(fields: int) -> None:
    print("| field | bots | inside 95 % | error of strength | error told | error of rating |")
    print("|---|---|---|---|---|---|")
    for seats, spread, noise, matches in (
        (4, 150.0, "gumbel", 20), (4, 200.0, "gumbel", 20), (4, 200.0, "gumbel", 60),
        (4, 200.0, "gumbel", 150), (4, 300.0, "gumbel", 60), (4, 200.0, "normal", 60),
        (2, 200.0, "gumbel", 60), (2, 300.0, "gumbel", 60),
    ):  # fmt: skip
        facts = FieldFacts(60, seats, spread, noise, matches)
        errors: list[tuple[float, float, float]] = []
        for seed in range(fields):
            strengths, ladder, _ = simulated(facts, seed=seed)
            true = centred(strengths)
            means = centred([belief.mean for belief in ladder.beliefs])
            ratings = centred(ladder.ratings)
            errors += [
                (means[b] - true[b], ladder.beliefs[b].deviation, ratings[b] - true[b])
                for b in range(facts.bots)
            ]
        inside = sum(abs(error) <= NORMAL_95 * told for error, told, _ in errors) / len(errors)
        rms = [math.sqrt(statistics.fmean(one[i] ** 2 for one in errors)) for i in range(3)]
        print(
            f"| {seats} seats, spread {spread:.0f}, {noise}, from {matches} matches "
            f"| {len(errors)} | {100 * inside:.1f} % | {rms[0]:.0f} | {rms[1]:.0f} | {rms[2]:.0f} |",
            flush=True,
        )


# --- other ratings --------------------------------------------------------------------------------


def wrong_pairs(values: Sequence[float], strengths: Sequence[float]) -> float:
    """The share of pairs that `values` put in another order than `strengths`."""
    pairs = list(itertools.combinations(range(len(values)), 2))
    wrong = sum((values[a] - values[b]) * (strengths[a] - strengths[b]) <= 0 for a, b in pairs)
    return wrong / len(pairs)


def ours(bots: int, results: Iterable[Result]) -> dict[str, list[float]]:
    ladder = Ladder(bots)
    for table, at in results:
        ladder.apply(table, at)
    means = [belief.mean for belief in ladder.beliefs]
    return {"our rating (Elo)": ladder.ratings, "our strength (the ladder's order)": means}


def openskill_values(bots: int, results: Iterable[Result]) -> dict[str, list[float]]:
    models = importlib.import_module("openskill.models")
    values = {}
    results = list(results)
    for name in ("PlackettLuce", "BradleyTerryFull"):
        model = getattr(models, name)()
        skills = [model.rating() for _ in range(bots)]
        for table, at in results:
            for bot, (skill,) in zip(
                table, model.rate([[skills[bot]] for bot in table], ranks=at), strict=True
            ):
                skills[bot] = skill
        values[f"openskill {name}"] = [skill.mu for skill in skills]
    return values


def trueskill_values(bots: int, results: Iterable[Result]) -> dict[str, list[float]]:
    trueskill = importlib.import_module("trueskill")
    model = trueskill.TrueSkill(draw_probability=0.0)
    skills = [model.create_rating() for _ in range(bots)]
    for table, at in results:
        for bot, (skill,) in zip(
            table, model.rate([(skills[bot],) for bot in table], ranks=at), strict=True
        ):
            skills[bot] = skill
    return {"TrueSkill": [skill.mu for skill in skills]}


def peers(fields: int) -> None:
    print("| field | rating | pairs in the wrong order, ± of the mean | CPU µs a match |")
    print("|---|---|---|---|")
    for seats, matches in ((4, 20), (4, 60), (2, 60)):
        facts = FieldFacts(60, seats, 200.0, "normal", matches)
        played = [simulated(facts, seed=1000 + seed) for seed in range(fields)]
        count = sum(len(results) for _, _, results in played)
        shares: dict[str, list[float]] = {}
        cost: dict[str, float] = {}
        for values_of in (ours, openskill_values, trueskill_values):
            begun = time.process_time()
            names: set[str] = set()
            for strengths, _, results in played:
                for name, values in values_of(facts.bots, results).items():
                    names.add(name)
                    shares.setdefault(name, []).append(wrong_pairs(values, strengths))
            spent = time.process_time() - begun
            cost |= {name: 1e6 * spent / count / len(names) for name in names}
        for name, wrong in shares.items():
            half = 1.96 * statistics.stdev(wrong) / math.sqrt(len(wrong))
            print(
                f"| {seats} seats, from {matches} matches, {count // fields} in all | {name} "
                f"| {100 * statistics.fmean(wrong):.2f} ± {100 * half:.2f} % | {cost[name]:.0f} |",
                flush=True,
            )


# --- real bots ------------------------------------------------------------------------------------


class Mixed:
    """A Player: the house bot `simple`, which plays a random move in a given share of its moves."""

    def __init__(
        self, choose_move: Callable[[dict[str, Any]], str], share: float, seed: str
    ) -> None:
        self.choose_move, self.share, self.rng = choose_move, share, random.Random(seed)

    def sit(self, **_: Any) -> None:
        """It remembers nothing."""

    def choose(self, view: dict[str, Any]) -> tuple[object, float]:
        if self.rng.random() < self.share:
            return self.rng.choice(view["legal"]), 0.0
        return self.choose_move(view), 0.0

    def rise(self) -> None:
        """Nothing is left to clear up."""


def simple_bot(game: Game) -> Callable[[dict[str, Any]], str]:
    path = HOUSE / "simple" / f"{game.name.replace('-', '_')}.py"
    module = ModuleType("bot")
    exec(compile(path.read_text(), str(path), "exec"), module.__dict__)  # noqa: S102, our own
    choose: Callable[[dict[str, Any]], str] = module.choose_move
    return choose


def real_matches(game: Game, *, count: int, duplicate: bool, seed: str) -> list[Scored]:
    """Matches of one deal a sitting, each of as many sittings as seats, on the same cards or not."""
    rng = random.Random(seed)
    choose_move = simple_bot(game)
    found = []
    for number in range(count):
        bots = rng.sample(range(len(RANDOM_SHARES)), game.table_size)
        totals = dict.fromkeys(bots, 0)
        for turn in range(len(bots)):
            seating = bots[turn:] + bots[:turn]
            cards = f"{seed}/{number}" if duplicate else f"{seed}/{number}/{turn}"
            played = play_sitting(
                game,
                [Mixed(choose_move, RANDOM_SHARES[b], f"{cards}/{turn}/{b}") for b in seating],
                options={"deals": 1},
                shuffle_seed=cards,
            )
            for bot, score in zip(seating, played.scores, strict=True):
                totals[bot] += score
        found.append((bots, [totals[bot] for bot in bots]))
    return found


def matches_needed(
    pool: Sequence[Result], *, ladders: int, most: int, rng: random.Random
) -> int | None:
    """After how many matches 95 % of ladders drawn from the pool have the right order, and stay so.

    None: after more than ``most``.
    """
    bots = len(RANDOM_SHARES)
    right = [0] * (most + 1)
    for _ in range(ladders):
        ladder = Ladder(bots)
        for number in range(1, most + 1):
            ladder.apply(*rng.choice(pool))
            means = [belief.mean for belief in ladder.beliefs]
            right[number] += all(a > b for a, b in itertools.pairwise(means))
    late = [number for number in range(1, most + 1) if right[number] < 0.95 * ladders]
    return late[-1] + 1 if late[-1] < most else None


def luck(pool: Sequence[Scored]) -> float:
    """Variance of the difference of two bots' scores in a match, about the mean of that pair.

    How many matches it takes to tell two bots apart by their scores goes with it.
    """
    differences: dict[tuple[int, int], list[int]] = {}
    for bots, scores in pool:
        for a, b in itertools.combinations(sorted(range(len(bots)), key=lambda i: bots[i]), 2):
            differences.setdefault((bots[a], bots[b]), []).append(scores[a] - scores[b])
    return statistics.fmean(statistics.pvariance(values) for values in differences.values())


def duplicate(games: Sequence[str], count: int) -> None:
    print(
        "| game | variance of a difference of scores: duplicate, independent | ratio "
        "| sittings until the ladder is right: duplicate, independent | ratio "
        "| CPU s until right: duplicate, independent |"
    )
    print("|---|---|---|---|---|---|")
    for name in games:
        game = find_game(name)
        seats = game.table_size
        begun = time.process_time()
        pools = {
            kind: real_matches(game, count=count, duplicate=kind, seed=f"rating {kind}")
            for kind in (True, False)
        }
        cost_s = (time.process_time() - begun) / (2 * count * seats)
        spread = {kind: luck(pool) for kind, pool in pools.items()}
        needed: list[int | None] = []
        for pool in pools.values():
            results = [(bots, places(scores)) for bots, scores in pool]
            needed.append(
                matches_needed(results, ladders=60, most=MATCHES_MAX, rng=random.Random(1))
            )
        sittings = [seats * (matches or MATCHES_MAX) for matches in needed]
        over = ["" if matches else "over " for matches in needed]
        ratio = f"{sittings[0] / sittings[1]:.2f}" if all(needed) else ""
        print(
            f"| {name}, {seats} seats | {spread[True]:.0f}, {spread[False]:.0f} "
            f"| {spread[True] / spread[False]:.2f} "
            f"| {', '.join(f'{o}{count}' for o, count in zip(over, sittings, strict=True))} "
            f"| {ratio} "
            f"| {', '.join(f'{o}{n * cost_s:.2f}' for o, n in zip(over, sittings, strict=True))} |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=["intervals", "peers", "duplicate"])
    parser.add_argument("games", metavar="GAME", nargs="*", help="for duplicate; the trick games")
    parser.add_argument("--fields", type=int, default=10, metavar="N", help="simulated; 10")
    parser.add_argument("--matches", type=int, default=2000, metavar="N", help="played; 2000")
    given = parser.parse_args()
    if given.what == "intervals":
        intervals(given.fields)
    elif given.what == "peers":
        peers(given.fields)
    else:
        duplicate(given.games or TRICK_GAMES, given.matches)


if __name__ == "__main__":
    main()
