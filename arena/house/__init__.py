"""The house bots: uploadable folders, as anyone's, and the examples of the starter kit.

``house/<name>/bot.py`` is the bot. A bot with a module for each game beside it
plays those games; one that is bot.py alone plays them all. They are found, not
listed, and never imported here: a bot runs in the guest.
"""

import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.games import all_games

HOUSE = Path(__file__).parent


@dataclass(frozen=True)
class HouseBot:
    """One house bot: its folder and the games it plays."""

    name: str
    folder: Path
    games: tuple[str, ...]

    def files(self) -> dict[str, bytes]:
        """What it is made of, by name."""
        return {file.name: file.read_bytes() for file in sorted(self.folder.glob("*.py"))}

    def upload(self) -> tuple[str, bytes]:
        """File name and bytes of the bot as an author would upload it: a file or a zip.

        The same bytes every time, so that an unchanged bot has an unchanged digest.
        """
        files = self.files()
        if len(files) == 1:
            return "bot.py", files["bot.py"]
        return f"{self.name}.zip", packed(files)


def packed(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files, the same bytes every time."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for name in sorted(files):
            member = zipfile.ZipInfo(name)
            member.compress_type = zipfile.ZIP_DEFLATED
            zipped.writestr(member, files[name])
    return archive.getvalue()


def house_bots() -> list[HouseBot]:
    """Every house bot, by name."""
    return [
        HouseBot(bot.parent.name, bot.parent, _games_of(bot.parent))
        for bot in sorted(HOUSE.glob("*/bot.py"))
    ]


def _games_of(folder: Path) -> tuple[str, ...]:
    modules = {file.stem for file in folder.glob("*.py")} - {"bot"}
    if not modules:
        return tuple(all_games())
    return tuple(game for game in all_games() if game.replace("-", "_") in modules)


def find_bot(name_or_path: str) -> tuple[str, Path]:
    """A house bot's name or the path of a bot, as (name, path of its file or folder).

    Of ``mine/bot.py`` the folder tells more than the file.
    """
    for bot in house_bots():
        if bot.name == name_or_path:
            return bot.name, bot.folder
    path = Path(name_or_path)
    return (path.parent.name or path.stem if path.name == "bot.py" else path.stem), path
