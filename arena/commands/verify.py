"""Play a record again: cards from its seed, legal moves, the same events, scores and places."""

import argparse
import sys
from pathlib import Path

from arena.commands import UsageError
from arena.record import RecordError, read_record
from arena.verify import verify, verify_commitment

NAME = "verify"
HELP = "check that a record holds"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("records", metavar="RECORD", type=Path, nargs="+")
    parser.add_argument(
        "--commitment", metavar="HASH", help="what the match's page showed before it began"
    )
    parser.add_argument("--salt", help="the salt that the match's page reveals; with --commitment")


def run(arguments: argparse.Namespace) -> int:
    if (arguments.commitment is None) != (arguments.salt is None):
        raise UsageError("--commitment and --salt go together")
    status = 0
    for path in arguments.records:
        try:
            record = read_record(path)
            sitting = verify(record)
            if arguments.commitment is not None:
                verify_commitment(record, salt=arguments.salt, published=arguments.commitment)
        except RecordError as error:
            print(f"{path}: does not hold: {error}", file=sys.stderr)
            status = 1
            continue
        source = "given by hand" if record["shuffle_seed"] is None else "from the shuffle seed"
        moves = sum(len(deal.moves) for deal in sitting.deals)
        print(f"{path}: holds. {len(sitting.deals)} deals, {moves} moves, cards {source}.")
        if arguments.commitment is not None:
            print("  The seed is the one that was committed to before the match.")
    return status
