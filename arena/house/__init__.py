"""The house bots: uploadable files, as anyone's, and the examples of the starter kit.

``house/<name>.py`` plays every game, ``house/<game>/<name>.py`` plays one. They
are found, not listed, and never imported here: a bot runs in the guest.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arena.games import all_games

HOUSE = Path(__file__).parent


@dataclass(frozen=True)
class HouseBot:
    """One house bot: a name, and the file that plays each of its games."""

    name: str
    files: dict[str, Path]
    """Game to file."""

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(self.files)


def house_bots() -> list[HouseBot]:
    """Every house bot, by name."""
    files: dict[str, dict[str, Path]] = {}
    for game, name, path in _found():
        files.setdefault(name, {})[game] = path
    return [HouseBot(name, files[name]) for name in sorted(files)]


def _found() -> Iterator[tuple[str, str, Path]]:
    for game in all_games():
        folder = HOUSE / game.replace("-", "_")
        for path in sorted([*HOUSE.glob("[!_]*.py"), *folder.glob("[!_]*.py")]):
            yield game, path.stem, path
