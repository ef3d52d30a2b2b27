"""Variants of the house bots: small edits, as a bot author's second version is one.

They fill the demo's tournament. Some forget themselves now and then, the others play one kind of
game by the rules of a better bot.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial

from arena.house import HouseBot, house_bots, packed

Files = Mapping[str, bytes]
Edit = Callable[[Files, Mapping[str, HouseBot]], Files]

FORGETS_ITSELF = b"""

import random

as_it_should = choose_move


def choose_move(view):
    if random.randrange({often}) == 0:
        return random.choice(view["legal"])
    return as_it_should(view)
"""


def forgetful(files: Files, bots: Mapping[str, HouseBot], *, often: int) -> Files:
    """One move in so many is any legal one."""
    edit = FORGETS_ITSELF.replace(b"{often}", str(often).encode())
    return {**files, "bot.py": files["bot.py"] + edit}


def taught(files: Files, bots: Mapping[str, HouseBot], *, by: str, games: tuple[str, ...]) -> Files:
    """Plays these games by the modules of another house bot."""
    taken = bots[by].files()
    modules = [f"{game.replace('-', '_')}.py" for game in games]
    return {**files, **{module: taken[module] for module in modules}}


@dataclass(frozen=True)
class Variant:
    """One variant: its name, whose it is, of which house bot, and what is edited."""

    name: str
    author: str
    of: str
    edit: Edit


TRICKS = ("davy-crockett", "david-and-goliath", "dan-dare")
VARIANTS = (
    Variant("hasty", "demo-ada", "strong", partial(forgetful, often=5)),
    Variant("dreamer", "demo-ada", "strong", partial(forgetful, often=2)),
    Variant("worried", "demo-alan", "cautious", partial(forgetful, often=5)),
    Variant("lost", "demo-alan", "cautious", partial(forgetful, often=2)),
    Variant("trickster", "demo-grace", "simple", partial(taught, by="strong", games=TRICKS)),
    Variant("scout", "demo-grace", "simple", partial(taught, by="strong", games=("boy-scouts",))),
    Variant("sailor", "demo-edsger", "cautious", partial(taught, by="strong", games=("convoy",))),
    Variant("beginner", "demo-edsger", "simple", partial(forgetful, often=3)),
)


@dataclass(frozen=True)
class VariantBot:
    """A variant as its author uploads it."""

    name: str
    author: str
    games: tuple[str, ...]
    archive: bytes

    def upload(self) -> tuple[str, bytes]:
        """File name and bytes; the same every time."""
        return f"{self.name}.zip", self.archive


def variants() -> Iterator[VariantBot]:
    """Every variant, ready to be uploaded."""
    bots = {bot.name: bot for bot in house_bots()}
    for variant in VARIANTS:
        house = bots[variant.of]
        files = variant.edit(house.files(), bots)
        yield VariantBot(variant.name, variant.author, house.games, packed(files))
