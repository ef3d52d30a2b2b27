"""Tell a record in words: every event, the faults, the result."""

import argparse
from pathlib import Path

from arena.record import RecordError, read_record
from arena.telling import tell_record

NAME = "show"
HELP = "tell a record in words"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", type=Path)
    parser.add_argument(
        "--as-seat", type=int, metavar="S", help="only what this seat could see while it played"
    )
    parser.add_argument("--as-spectator", action="store_true", help="only what all could see")


def run(arguments: argparse.Namespace) -> int:
    record = read_record(arguments.record)
    seat: int | None = arguments.as_seat
    try:
        if seat is not None and not 0 <= seat < record["players"]:
            raise RecordError(f"--as-seat: seats go from 0 to {record['players'] - 1}")
        lines = list(
            tell_record(record, seat=seat, whole=seat is None and not arguments.as_spectator)
        )
    except (KeyError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, RecordError):
            raise
        raise RecordError(
            f"{arguments.record} can't be told; `verify` says what is wrong with it ({error!r})"
        ) from error
    print("\n".join(lines))
    return 0
