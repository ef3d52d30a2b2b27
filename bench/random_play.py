"""Random play of many matches of every game, number of players and variant: nothing may be raised.

    python bench/random_play.py
    python bench/random_play.py --matches 100 --games convoy davy-crockett --players 4 5
    python bench/random_play.py --part 1/2 & python bench/random_play.py --part 2/2

Matches have the options' defaults. What is raised is told with the shuffle seed that repeats it,
and ends the run. Games are found, not listed.
"""

import argparse
import random
import sys
from pathlib import Path
from time import monotonic

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from arena.game import Game
from arena.games import all_games

Case = tuple[Game, int, dict[str, str]]


def cases(names: list[str], numbers: list[int]) -> list[Case]:
    """What is to be played; no names or numbers stand for all."""
    return [
        (game, players, variant)
        for game in all_games().values()
        for players in game.seats
        for variant in [{}]
        + [{option.name: choice} for option in game.options for choice in option.choices]
        if game.name in (names or all_games()) and players in (numbers or game.seats)
    ]


def play_match(case: Case, shuffle_seed: str) -> int:
    """Play one match at random; returns the number of moves."""
    game, players, variant = case
    choose, moves = random.Random(shuffle_seed).random, 0
    sitting = game.sit(players, variant, shuffle_seed=shuffle_seed)
    while sitting.turn is not None:
        legal = sitting.legal()
        sitting.play(legal[int(choose() * len(legal))])
        moves += 1
    return moves


def play_matches(case: Case, matches: int) -> None:
    """Play them all, telling how far it is every few seconds; ends the run at an exception."""
    game, players, variant = case
    label = " ".join((game.name, f"{players} players", *variant.values()))
    begun = told = monotonic()
    moves = 0
    for number in range(matches):
        shuffle_seed = f"random play {number}"
        try:
            moves += play_match(case, shuffle_seed)
        except Exception:
            print(f"\n{label}: shuffle seed {shuffle_seed!r} raised", file=sys.stderr)
            raise
        if monotonic() - told > 5:
            told = monotonic()
            print(f"{label}: {number + 1:,} of {matches:,}", file=sys.stderr)
    print(f"{label}: {matches:,} matches, {moves:,} moves, {monotonic() - begun:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--games", nargs="*", default=[], choices=list(all_games()), metavar="GAME")
    parser.add_argument("--players", nargs="*", default=[], type=int, metavar="N")
    parser.add_argument("--part", default="1/1", metavar="K/N", help="every Nth case, from the Kth")
    arguments = parser.parse_args()
    part, parts = map(int, arguments.part.split("/"))
    for case in cases(arguments.games, arguments.players)[part - 1 :: parts]:
        play_matches(case, arguments.matches)


if __name__ == "__main__":
    main()
