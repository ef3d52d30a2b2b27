"""How much stronger one house bot is than another: pairwise differences with their intervals.

    python bench/house_bots.py [GAME ...] [--matches N] [--pair A:B] [--option K=V]

In every match of a pair the two bots take the seats of one table alternately and then
the whole table moves on by a seat, as often as that makes a new seating, on the same cards:
twice where the seats are even in number, else once for each seat. So each bot has every
seat on every deal, and the luck of the cards falls out. What counts is the mean score of
the seats of A less that of the seats of B, in points for a deal. The interval is that of a
mean of independent matches, 1.96 standard errors to either side.

The bots' ``choose_move`` is called here in this process, by the usual referee, without guest,
wire and clock: a fresh copy of the module for each seat and sitting, as on the server. Times are of the processor.
"""

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent.parent))

from arena.game import Game
from arena.games import all_games, find_game
from arena.house import HOUSE
from arena.match import play_sitting

PAIRS = ("strong:simple", "simple:random", "strong:cautious", "cautious:simple")


class InProcess:
    """A Player whose bot is called right here, and that keeps the time of each call."""

    def __init__(self, code: CodeType, times_s: list[float]) -> None:
        self._code = code
        self._times_s = times_s

    def sit(self, *, game: str, options: dict[str, Any], players: int, seat: int) -> None:
        module = ModuleType("bot")
        exec(self._code, module.__dict__)  # noqa: S102, our own house bot
        self._choose_move = module.choose_move

    def choose(self, view: dict[str, Any]) -> tuple[object, float]:
        begun = time.process_time()
        move = self._choose_move({**view, "clock": 60.0})
        thinking_s = time.process_time() - begun
        self._times_s.append(thinking_s)
        return move, thinking_s

    def rise(self) -> None:
        """Nothing is left to clear up."""


class Comparison(NamedTuple):
    """One pair in one game: a difference for each match, and seconds for each decision of A."""

    differences: list[float]
    times_s: list[float]


def bot_code(name: str, game: Game) -> CodeType:
    """A house bot's module of the game, or its bot.py; or the file at a path."""
    own = HOUSE / name / f"{game.name.replace('-', '_')}.py"
    for file in (Path(name), own, HOUSE / name / "bot.py"):
        if file.suffix == ".py" and file.is_file() and (file.name != "bot.py" or not _sorts(file)):
            return compile(file.read_text(encoding="utf-8"), str(file), "exec")
    raise SystemExit(f"{name} doesn't play {game.name}; give a house bot that does, or a file")


def _sorts(bot: Path) -> bool:
    """Whether this bot.py only hands on to the modules of its games."""
    return len(list(bot.parent.glob("*.py"))) > 1


def compare(
    game: Game,
    pair: Sequence[str],
    *,
    matches: int,
    players: int,
    options: dict[str, Any],
    seed: str = "house bots",
    on_match: Callable[[int], None] = lambda done: None,
) -> Comparison:
    """Play the matches of one pair; raises RuntimeError where a bot failed."""
    codes = [bot_code(name, game) for name in pair]
    times_s: tuple[list[float], list[float]] = ([], [])
    differences = []
    for match in range(matches):
        points: tuple[list[float], list[float]] = ([], [])
        for first in range(2 if players % 2 == 0 else players):
            sides = [(seat - first) % players % 2 for seat in range(players)]
            random.seed(f"{seed}/{match}/{first}")
            played = play_sitting(
                game,
                [InProcess(codes[side], times_s[side]) for side in sides],
                options=options,
                shuffle_seed=f"{seed}/{match}",
            )
            if played.faults:
                fault = played.faults[0]
                raise RuntimeError(f"{pair[sides[fault.seat]]} in {game.name}: {fault.detail}")
            deals = len(played.record["deals"])
            for side, score in zip(sides, played.scores, strict=True):
                points[side].append(score / deals)
        differences.append(statistics.fmean(points[0]) - statistics.fmean(points[1]))
        on_match(match + 1)
    return Comparison(differences, times_s[0])


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Mean of independent values and half the width of its 95 % interval."""
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return statistics.fmean(values), half


def row(game: str, pair: Sequence[str], comparison: Comparison) -> str:
    mean, half = interval(comparison.differences)
    verdict = "stronger" if mean > half else "weaker" if mean < -half else "undecided"
    times_ms = sorted(1000 * seconds for seconds in comparison.times_s)
    return (
        f"| {game} | {' - '.join(pair)} | {len(comparison.differences)} | {mean:+.2f} ± {half:.2f} "
        f"| {verdict} | {statistics.fmean(times_ms):.2f} | {times_ms[len(times_ms) * 99 // 100]:.1f} "
        f"| {times_ms[-1]:.1f} |"
    )


HEAD = """\
| game, players | pair | matches | points a deal, 95 % | the first is | CPU ms a move | 99 % | longest |
|---|---|---|---|---|---|---|---|"""


def tell(text: str) -> None:
    """Progress, where somebody is looking."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def progress(label: str, matches: int) -> Callable[[int], None]:
    """Tells of each match that is done."""
    return lambda done: tell(f"{label}: {done} of {matches} matches")


def given_options(texts: Iterable[str]) -> dict[str, Any]:
    """``K=V`` as options; one deal a sitting unless told otherwise."""
    options: dict[str, Any] = {"deals": 1}
    for text in texts:
        name, _, value = text.partition("=")
        options[name] = int(value) if value.lstrip("-").isdecimal() else value
    return options


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", metavar="GAME", nargs="*", help="every game by default")
    parser.add_argument("--matches", type=int, default=100, metavar="N", help="of each pair; 100")
    parser.add_argument("--players", type=int, metavar="N", help="the ladder's table by default")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument("--seed", default="house bots", help="any text; other cards")
    parser.add_argument(
        "--pair",
        action="append",
        metavar="A:B",
        help=f"house bots or files of bots; {' '.join(PAIRS)} by default",
    )
    given = parser.parse_args()
    options = given_options(given.option)
    print(HEAD)
    for name in given.games or list(all_games()):
        game = find_game(name)
        players = given.players or game.table_size
        for pair in (text.split(":") for text in given.pair or PAIRS):
            if len(pair) != 2:
                raise SystemExit(f"--pair {':'.join(pair)}: give two bots, such as strong:simple")
            comparison = compare(
                game,
                pair,
                matches=given.matches,
                players=players,
                options=options,
                seed=given.seed,
                on_match=progress(f"{name}: {' - '.join(pair)}", given.matches),
            )
            tell("")
            variant = f" {options['variant']}" if "variant" in options else ""
            print(row(f"{name}{variant}, {players}", pair, comparison), flush=True)


if __name__ == "__main__":
    main()
