"""Davy Crockett, for 2 to 6 players.

Rules: docs/games/davy-crockett.md, after the printed rules. A trick-taking game
without trumps: the tricks count for the character cards in them. Rulings: the
first dealer is drawn evenly (the print cuts for the highest card) and the deal
passes to the left.
"""

from typing import Any

from arena.cards import numbered, places_of
from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.options import whole_number_of_deals
from arena.tricks import TrickSitting, trick_winner

CARDS = numbered("RYBW", range(1, 12))
PLACES = places_of(CARDS)
CHARACTERS = frozenset(numbered("RYBW", range(8, 12)))
REMOVED = {3: ("R1", "B1"), 5: ("R1", "Y1", "B1", "W1"), 6: ("R1", "B1")}


class DavyCrockett(Game):
    name = "davy-crockett"
    title = "Davy Crockett"
    summary = "Win tricks that hold the four characters: every 8, 9, 10 and 11 is a point."
    seats = range(2, 7)
    table_size = 4
    options = (whole_number_of_deals(lambda players: 6),)
    kinds = {
        **COMMON_KINDS,
        "play": Kind(("seat", "card"), "{seat} plays {card}"),
        "trick": Kind(("seat", "cards"), "{seat} wins the trick {cards}"),
        "draw": Kind(("seat", "card"), "{seat} draws {card}", private=("card",)),
    }
    meanings = {
        "deal": "The cards are dealt anew, by the next player round the table. Whoever sits left of the dealer leads.",
        "hand": "Four colours, numbered 1 to 11. The 8, 9, 10 and 11 are the characters: each is worth a point to whoever wins it.",
        "play": "A trick is one card from each player. The first card names the colour, and who holds that colour has to play it.",
        "trick": "The highest card of the colour that was led wins all cards of the trick, and its player leads the next.",
        "draw": "While a stock is left, each player draws a card after every trick, the winner first.",
        "score": "All cards are played. Each 8, 9, 10 and 11 that a player won is a point; the highest total of all deals wins.",
    }

    def pack(self, players: int) -> Pack:
        removed = REMOVED.get(players, ())
        return tuple(card for card in CARDS if card not in removed)

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        return DavyCrockettSitting(game=self, players=players, options=options, chance=chance)


class DavyCrockettSitting(TrickSitting):
    stock: list[str]
    """The top card last."""
    points: list[int]
    """Character cards won in this deal, per seat."""
    tricks: list[int]
    """Tricks won in this deal, per seat."""

    def _begin_deal(self, shuffle: Shuffle) -> None:
        size = 8 if self.players == 5 else 7
        self.stock = self._deal_hands(shuffle, size=size, places=PLACES)
        self.points = [0] * self.players
        self.tricks = [0] * self.players

    def _end_trick(self) -> None:
        winner = trick_winner(self.trick)
        cards = tuple([card for _, card in self.trick])
        self.events.append(("trick", winner, cards))
        self.tricks[winner] += 1
        self.points[winner] += len(CHARACTERS.intersection(cards))
        self._clear_trick()
        self.turn = winner
        if self.stock:
            self._draw_from(winner)
        elif not self.held[winner]:
            self._end_deal(self.points)

    def _draw_from(self, winner: int) -> None:
        for seat in self.clockwise[winner]:
            card = self.stock.pop()
            self._gain(seat, card)
            self.events.append(("draw", seat, card))

    def _look(self, seat: int) -> Look:
        return {
            "hand": self.held[seat],
            "trick": self.trick,
            "led": self.led,
            "stock": len(self.stock),
            "hands": self.sizes,
            "points": self.points,
            "tricks": self.tricks,
        }

    def _refresh(self, view: Look, seat: int) -> None:
        view["trick"] = self.trick
        view["led"] = self.led
        view["stock"] = len(self.stock)


GAME = DavyCrockett()
