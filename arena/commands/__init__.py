"""The command line for bot authors. Each command is one module of this package.

A command's module sets NAME and HELP, and defines ``add_arguments(parser)`` and
``run(arguments) -> exit status``. Status 0: done; 1: the answer is no (a record that
doesn't hold, a bot with a fault); 2: the call itself was wrong.
"""

import argparse
import importlib
import io
import json
import os
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arena.chance import ChanceError
from arena.game import SeatsError
from arena.games import UnknownGame
from arena.local import BotNotFound
from arena.options import OptionError
from arena.record import RecordError, RecordNotFound
from arena.rules import NoRulesPage


class UsageError(Exception):
    """A call that can't be carried out; the message says what to change."""


def read_json(path: Path) -> Any:
    """What a file holds as JSON; raises UsageError."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{path}: {error}") from error


CALLERS_MISTAKES = (
    UsageError,
    UnknownGame,
    BotNotFound,
    NoRulesPage,
    SeatsError,
    OptionError,
    ChanceError,
    RecordNotFound,
    RecordError,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    _escape_what_the_terminal_lacks()
    try:
        arguments = _parser().parse_args(argv)
        status: int = arguments.run(arguments)
        # Now, not when Python ends: a reader that has gone is noticed here.
        sys.stdout.flush()
    except CALLERS_MISTAKES as error:
        print(f"arena: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # The reader of our output has gone, as with `| head`. What is left to write goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _escape_what_the_terminal_lacks() -> None:
    """Print a character that the terminal's encoding doesn't have as its escape."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 -m arena", description="Play, read and check Quintet's games at home."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for found in pkgutil.iter_modules(__path__):
        module: Any = importlib.import_module(f"{__name__}.{found.name}")
        command = commands.add_parser(module.NAME, help=module.HELP, description=module.__doc__)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser
