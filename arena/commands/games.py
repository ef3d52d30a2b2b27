"""List the games, with their numbers of players and their options."""

import argparse

from arena.games import all_games

NAME = "games"
HELP = "list the games"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """None."""


def run(arguments: argparse.Namespace) -> int:
    for game in all_games().values():
        seats = f"{game.seats.start} to {game.seats.stop - 1} players"
        print(f"{game.name:20} {seats:18} {game.summary}")
        for option in game.options:
            values = " or ".join(option.choices) or f"{option.low} to {option.high}"
            print(f"{'':20} --option {option.name}=...  {option.meaning} ({values})")
    return 0
