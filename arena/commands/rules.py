"""Print the rules of a game, with the view, the moves and hints for bot authors."""

import argparse

from arena.games import find_game
from arena.rules import rules_page

NAME = "rules"
HELP = "print the rules of a game"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")


def run(arguments: argparse.Namespace) -> int:
    print(rules_page(find_game(arguments.game)), end="")
    return 0
