"""The house bots: uploadable folders, as anyone's, and the examples of the starter kit.

``house/<name>/bot.py`` is the bot. A bot with a module for each game beside it
plays those games; one that is bot.py alone plays them all. They are found, not
listed, and never imported here: a bot runs in the guest.
"""

import io
import zipfile
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

    def upload(self) -> tuple[str, bytes]:
        """File name and bytes of the bot as an author would upload it: a file or a zip.

        The same bytes every time, so that an unchanged bot has an unchanged digest.
        """
        files = sorted(self.folder.glob("*.py"))
        if len(files) == 1:
            return "bot.py", files[0].read_bytes()
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for file in files:
                member = zipfile.ZipInfo(file.name)
                member.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(member, file.read_bytes())
        return f"{self.name}.zip", packed.getvalue()


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
