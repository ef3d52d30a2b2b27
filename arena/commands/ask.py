"""Ask a bot again: hand it one view, such as the one that broke it, and print its move.

VIEW is a file of the view as JSON: what `check` saved, or what the site lets the owner download.
The bot is asked in a fresh process, so what it remembered from earlier moves is gone.
"""

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from arena.commands import UsageError, read_json
from arena.house import find_bot
from arena.local import LocalPlayer
from arena.match import legal_move
from arena.player import BotFault, Limits

NAME = "ask"
HELP = "ask a bot again with one view"
NEEDED: Final[dict[str, type]] = {
    "game": str,
    "options": dict,
    "players": int,
    "seat": int,
    "deal": int,
    "legal": list,
    "events": list,
    "history": list,
}
JSON_NAMES: Final[dict[type, str]] = {
    str: "text",
    dict: "an object",
    int: "a whole number",
    list: "a list",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", metavar="BOT")
    parser.add_argument("view", metavar="VIEW", type=Path)


def run(arguments: argparse.Namespace) -> int:
    view = _read_view(arguments.view)
    _, path = find_bot(arguments.bot)
    with LocalPlayer(path, limits=Limits()) as player:
        try:
            player.sit(
                game=view["game"],
                options=view["options"],
                players=view["players"],
                seat=view["seat"],
            )
            answer, thinking_s = player.choose(view)
            move = legal_move(answer, view["legal"])
        except BotFault as fault:
            print(f"{fault.fault}\n{fault.detail}")
            status = 1
        else:
            print(f"{move}  ({thinking_s * 1000:.1f} ms)")
            status = 0
        log = player.log
    sys.stderr.write(log.decode(errors="replace"))
    return status


def _read_view(path: Path) -> dict[str, Any]:
    view = read_json(path)
    if not isinstance(view, dict):
        raise UsageError(f"{path} is not a view: it is no object")
    for name, wanted in NEEDED.items():
        if name not in view:
            raise UsageError(f"{path} is not a view: {name} is missing")
        if type(view[name]) is not wanted:
            raise UsageError(f"{path} is not a view: {name} must be {JSON_NAMES[wanted]}")
    return view
