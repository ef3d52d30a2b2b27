"""Tell a record in words: every event, the faults, the result."""

import argparse
from pathlib import Path

from arena.commands import UsageError
from arena.record import read_record
from arena.shape import check_shape
from arena.telling import tell_record

NAME = "show"
HELP = "tell a record in words"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", type=Path)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument(
        "--as-seat", type=int, metavar="S", help="only what this seat could see while it played"
    )
    shown.add_argument("--as-spectator", action="store_true", help="only what all could see")


def run(arguments: argparse.Namespace) -> int:
    record = check_shape(read_record(arguments.record))
    seat: int | None = arguments.as_seat
    if seat is not None and not 0 <= seat < record["players"]:
        raise UsageError(f"--as-seat: seats go from 0 to {record['players'] - 1}")
    whole = seat is None and not arguments.as_spectator
    print("\n".join(tell_record(record, seat=seat, whole=whole)))
    return 0
