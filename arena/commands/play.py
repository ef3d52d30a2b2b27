"""Play a match at home with house bots and your own; the server's referee, clock and faults.

A PLAYER is a house bot's name or the path of a bot: bot.py, a folder with bot.py, or a zip.
Seats that are left over are taken by the house bot random.
"""

import argparse
import json
import re
import secrets
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

from arena.commands import UsageError, read_json
from arena.game import Game
from arena.games import find_game
from arena.house import find_bot
from arena.local import LocalPlayer
from arena.match import MatchResult, Played, play_match, play_sitting, when
from arena.player import Limits

NAME = "play"
HELP = "play a match at home"


WHOLE_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("players", metavar="PLAYER", nargs="+")
    parser.add_argument("--seats", type=int, metavar="N", help="players at the table")
    parser.add_argument("--shuffle-seed", metavar="S", help="any text; a random one by default")
    parser.add_argument(
        "--given-deals",
        type=Path,
        metavar="FILE",
        help="a JSON list with the chance of each deal: dealer, pack and so on",
    )
    parser.add_argument("--deals", type=int, metavar="D", help="the same as --option deals=D")
    parser.add_argument("--option", action="append", default=[], metavar="K=V")
    parser.add_argument(
        "--duplicate", action="store_true", help="once in every seat, on the same cards"
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write the record; of a duplicate match FILE-0, FILE-1 and so on",
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")


def run(arguments: argparse.Namespace) -> int:
    game = find_game(arguments.game)
    bots = [find_bot(player) for player in arguments.players]
    missing = _seats(arguments.seats, game, len(bots)) - len(bots)
    bots += [find_bot("random")] * missing
    names = _distinct([name for name, _ in bots])
    options = _options(arguments)
    if arguments.record is not None and not arguments.record.absolute().parent.is_dir():
        raise UsageError(f"--record {arguments.record}: there is no such folder")
    with ExitStack() as stack:
        players = [stack.enter_context(LocalPlayer(path, limits=Limits())) for _, path in bots]
        result = _play(arguments, game, players, options=options, names=names)
        logs = [player.log for player in players]
    written = _write_records(arguments.record, result.sittings)
    if arguments.json:
        print(json.dumps(_as_json(result, names), indent=2))
    else:
        _print(result, names, logs, written)
    return 1 if result.faults else 0


def _play(
    arguments: argparse.Namespace,
    game: Game,
    players: Sequence[LocalPlayer],
    *,
    options: dict[str, Any],
    names: Sequence[str],
) -> MatchResult:
    if arguments.given_deals is None:
        return play_match(
            game,
            players,
            options=options,
            shuffle_seed=_seed(arguments.shuffle_seed),
            duplicate=arguments.duplicate,
            names=names,
        )
    if arguments.duplicate or arguments.shuffle_seed is not None:
        raise UsageError("--given-deals goes with neither --duplicate nor --shuffle-seed")
    deals = _read_deals(arguments.given_deals)
    options.setdefault("deals", len(deals))
    played = play_sitting(game, players, options=options, deals=deals, names=names)
    return MatchResult(
        sittings=[played],
        seating=[list(range(len(players)))],
        scores=played.scores,
        places=played.record["places"],
        faults={fault.seat: fault for fault in played.faults},
    )


def _seed(given: str | None) -> str:
    return secrets.token_hex(16) if given is None else given


def _read_deals(path: Path) -> list[Any]:
    deals = read_json(path)
    if not isinstance(deals, list):
        raise UsageError(f"{path} must hold a JSON list, one object for each deal")
    return deals


def _seats(wanted: int | None, game: Game, bots: int) -> int:
    if wanted is None:
        return bots if bots in game.seats else max(bots, game.table_size)
    if wanted < bots:
        raise UsageError(f"{bots} players for {wanted} seats; give fewer players or more --seats")
    return wanted


def _distinct(names: Sequence[str]) -> list[str]:
    """The names, each made different from those before it: random, random-2."""
    result: list[str] = []
    for name in names:
        copies = sum(earlier == name for earlier in names[: len(result)])
        result.append(name if copies == 0 else f"{name}-{copies + 1}")
    return result


def _options(arguments: argparse.Namespace) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--option {text}: write NAME=VALUE")
        if name in options:
            raise UsageError(f"--option {name} is given twice")
        options[name] = int(value) if WHOLE_NUMBER.fullmatch(value) else value
    if arguments.deals is not None:
        if "deals" in options:
            raise UsageError("give --deals or --option deals, not both")
        options["deals"] = arguments.deals
    return options


def _write_records(file: Path | None, sittings: Sequence[Played]) -> list[Path]:
    if file is None:
        return []
    files = [file]
    if len(sittings) > 1:
        files = [
            file.with_name(f"{file.stem}-{number}{file.suffix}") for number in range(len(sittings))
        ]
    for path, played in zip(files, sittings, strict=True):
        try:
            path.write_text(json.dumps(played.record), encoding="utf-8")
        except OSError as error:
            raise UsageError(f"{path}: {error.strerror}") from error
    return files


def _as_json(result: MatchResult, names: Sequence[str]) -> dict[str, Any]:
    return {
        "names": list(names),
        "scores": result.scores,
        "places": result.places,
        "seating": result.seating,
        "faults": {names[index]: fault._asdict() for index, fault in result.faults.items()},
        "records": [played.record for played in result.sittings],
    }


def _print(
    result: MatchResult, names: Sequence[str], logs: Sequence[bytes], written: Sequence[Path]
) -> None:
    record = result.sittings[0].record
    sittings = "1 sitting" if len(result.sittings) == 1 else f"{len(result.sittings)} sittings"
    print(f"{record['title']}, {len(names)} players, {sittings}")
    if record["shuffle_seed"] is not None:
        print(f"Shuffle seed: {record['shuffle_seed']}")
    for place, index in sorted((place, index) for index, place in enumerate(result.places)):
        print(f"{place}. {names[index]:24} {result.scores[index]}")
    for index, fault in result.faults.items():
        print(f"\n{names[index]}: {fault.fault} {when(fault)}")
        print(fault.detail)
        if logs[index]:
            print("It had printed:", file=sys.stderr)
            sys.stderr.write(logs[index].decode(errors="replace"))
    for path in written:
        print(f"Record: {path}")
