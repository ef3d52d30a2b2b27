"""Try a bot at home as the server will: the trial of every game that it is to play.

Prints the verdict, and for a fault the traceback, what the bot had printed, and where the
view that broke it was saved. Status 0: every trial was passed.
"""

import argparse
import json
import secrets
from pathlib import Path

from arena.commands import UsageError
from arena.game import Game
from arena.games import all_games, find_game
from arena.house import find_bot
from arena.local import LocalPlayer
from arena.match import when
from arena.player import PYTHON_FILE_BYTES, ZIP_BYTES, Limits
from arena.trial import BOT, play_trial

NAME = "check"
HELP = "try a bot as the server will"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", metavar="BOT")
    parser.add_argument("games", metavar="GAME", nargs="*", help="all games by default")
    parser.add_argument("--shuffle-seed", metavar="S", help="to repeat an earlier check")


def run(arguments: argparse.Namespace) -> int:
    name, path = find_bot(arguments.bot)
    games = [find_game(game) for game in arguments.games] or list(all_games().values())
    if (too_large := _too_large(path)) is not None:
        print(too_large)
        return 1
    seed = secrets.token_hex(8) if arguments.shuffle_seed is None else arguments.shuffle_seed
    passed = [_check(game, arguments.bot, name, path, seed) for game in games]
    return 0 if all(passed) else 1


def _too_large(path: Path) -> str | None:
    """Why the server wouldn't take the file at all, if it is for its size."""
    if not path.is_file():
        return None
    most = PYTHON_FILE_BYTES if path.suffix == ".py" else ZIP_BYTES
    size = path.stat().st_size
    if size <= most:
        return None
    return f"{path} has {size:,} bytes; at most {most:,} are taken. Leave out what it doesn't need."


def _check(game: Game, bot: str, name: str, path: Path, seed: str) -> bool:
    with LocalPlayer(path, limits=Limits()) as player:
        result = play_trial(game, player, shuffle_seed=seed, name=name)
        log = player.log
    fault = result.faults.get(BOT)
    if fault is None:
        print(f"{game.name}: passed, {len(result.sittings)} sittings without a fault")
        return True
    print(f"{game.name}: failed: {fault.fault} {when(fault)}")
    print(fault.detail)
    if log:
        print("It had printed:")
        print(log.decode(errors="replace"))
    if fault.view is not None:
        saved = Path(f"view-{game.name}.json")
        try:
            saved.write_text(json.dumps(fault.view, indent=1), encoding="utf-8")
        except OSError as error:
            raise UsageError(
                f"{saved}: {error.strerror}; call check in a folder of your own"
            ) from error
        print(f"The view that broke it: {saved}; python3 -m arena ask {bot} {saved} asks again")
    print(f"To repeat: python3 -m arena check {bot} {game.name} --shuffle-seed {seed}")
    return False
