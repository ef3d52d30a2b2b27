"""A bot author's own bot on the author's own machine: the server's guest, clock and
faults, without a sandbox.

Never for a stranger's code. The server has no use for this module.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from arena.player import Limits, View
from arena.remote_player import GUEST, GUEST_ENVIRONMENT, GUEST_MAIN, RemotePlayer


class BotNotFound(LookupError):
    """No bot is at this path; the message says what was expected there."""


class LocalPlayer:
    """A bot of a file, a folder with ``bot.py`` or a zip of such a folder. A context manager."""

    def __init__(self, path: Path, *, limits: Limits) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="quintet-")
        try:
            folder = _bot_folder(path, Path(self._scratch.name))
            self._start(folder, limits)
        except BaseException:
            self._scratch.cleanup()
            raise

    def _start(self, folder: Path, limits: Limits) -> None:
        ours, theirs = socket.socketpair()
        # -I would ignore the environment's hash seed; -P -s are the rest of it.
        command = [sys.executable, "-P", "-s", "-B", str(GUEST / GUEST_MAIN)]
        with theirs:
            told = {"bot": str(folder), "control": theirs.fileno()}
            self._guest = subprocess.Popen(
                [*command, json.dumps(told)],
                pass_fds=[theirs.fileno()],
                env=os.environ | GUEST_ENVIRONMENT,
                # Ctrl-C in the terminal is for us; the guest ends when we hang up.
                start_new_session=True,
            )
        self._player = RemotePlayer(ours, limits=limits)

    def sit(self, *, game: str, options: Mapping[str, Any], players: int, seat: int) -> None:
        self._player.sit(game=game, options=options, players=players, seat=seat)

    def choose(self, view: View) -> tuple[object, float]:
        return self._player.choose(view)

    def rise(self) -> None:
        self._player.rise()

    @property
    def log(self) -> bytes:
        """What the bot printed, capped."""
        return self._player.log

    def close(self) -> None:
        """End the bot's process; nothing is left behind."""
        self._player.close()
        try:
            self._guest.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._guest.kill()
            self._guest.wait()
        self._scratch.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _bot_folder(path: Path, scratch: Path) -> Path:
    """A folder with bot.py at its top, made in ``scratch`` where the path isn't one."""
    try:
        return _found_folder(path, scratch)
    except OSError as error:
        raise BotNotFound(f"{str(path)[:200]} can't be read: {error.strerror}") from error
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError) as error:
        # All that zipfile raises for one that is broken, encrypted or packed some other way.
        raise BotNotFound(f"{path} is a zip that can't be unpacked: {error}") from error


def _found_folder(path: Path, scratch: Path) -> Path:
    if path.is_dir():
        if not (path / "bot.py").is_file():
            raise BotNotFound(f"{path} is a folder without a bot.py; a bot is a bot.py")
        return path.resolve()
    if not path.is_file():
        raise BotNotFound(f"{path} doesn't exist; give a house bot's name or a path to a bot.py")
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            archive.extractall(scratch)
        if not (scratch / "bot.py").is_file():
            raise BotNotFound(f"{path} is a zip without a bot.py at its top")
        return scratch
    (scratch / "bot.py").write_bytes(path.read_bytes())
    return scratch
