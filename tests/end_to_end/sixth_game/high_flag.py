"""High Flag, for 2 to 4 players: a toy, to show that a game is one file.

Rules: high-flag.md beside this file. Three suits of four flags; three flags each; everybody
hoists one, and the highest is saluted by the table.
"""

from typing import Any

from arena.cards import number, numbered, places_of
from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.options import whole_number_of_deals
from arena.tricks import TrickSitting

FLAGS = numbered("KTV", range(1, 5))
PLACES = places_of(FLAGS)


class HighFlag(Game):
    name = "high-flag"
    title = "High Flag"
    summary = "Hoist the highest flag, and be saluted."
    seats = range(2, 5)
    table_size = 2
    options = (whole_number_of_deals(lambda players: 2),)
    kinds = {
        **COMMON_KINDS,
        "play": Kind(("seat", "card"), "{seat} hoists {card}"),
        "trick": Kind(("seat", "cards"), "{seat} takes down {cards}"),
        "salute": Kind(("seat", "guns"), "{seat} is saluted with {guns} guns"),
    }

    def pack(self, players: int) -> Pack:
        return FLAGS

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        return HighFlagSitting(game=self, players=players, options=options, chance=chance)


class HighFlagSitting(TrickSitting):
    guns: list[int]
    stock: list[str]
    """What is left over; nobody sees it."""

    def _begin_deal(self, shuffle: Shuffle) -> None:
        self.stock = self._deal_hands(shuffle, size=3, places=PLACES)
        self.guns = [0] * self.players

    def _end_trick(self) -> None:
        winner, highest = max(self.trick, key=lambda played: number(played[1]))
        self.events.append(("trick", winner, tuple([card for _, card in self.trick])))
        self.events.append(("salute", winner, number(highest)))
        self.guns[winner] += number(highest)
        self._clear_trick()
        self.turn = winner
        if not self.held[winner]:
            self._end_deal(self.guns)

    def _look(self, seat: int) -> Look:
        return {
            "hand": self.held[seat].copy(),
            "hands": self.sizes.copy(),
            "stock": len(self.stock),
            "trick": self.trick.copy(),
            "guns": self.guns.copy(),
        }


GAME = HighFlag()
