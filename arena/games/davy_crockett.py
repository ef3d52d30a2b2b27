"""Davy Crockett, for 2 to 6 players.

Rules: docs/games/davy-crockett.md, after the printed rules. A trick-taking game
without trumps: the tricks count for the character cards in them. Rulings: the
first dealer is drawn evenly (the print cuts for the highest card) and the deal
passes to the left.
"""

from typing import Any

from arena.cards import number, numbered, round_robin
from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.options import whole_number_of_deals
from arena.tricks import Trick, following_suit, trick_winner

CHARACTERS = range(8, 12)
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

    def pack(self, players: int) -> Pack:
        removed = REMOVED.get(players, ())
        return tuple(card for card in numbered("RYBW", range(1, 12)) if card not in removed)

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        return DavyCrockettSitting(game=self, players=players, options=options, chance=chance)


class DavyCrockettSitting(Sitting):
    hands: list[list[str]]
    stock: list[str]
    """The top card last."""
    trick: Trick
    points: list[int]
    """Character cards won in this deal, per seat."""
    tricks: list[int]
    """Tricks won in this deal, per seat."""

    def _begin_deal(self, shuffle: Shuffle) -> None:
        size = 8 if self.players == 5 else 7
        leader = self.left_of(shuffle.dealer)
        dealt = round_robin(shuffle.pack, hands=self.players, size=size)
        self.hands = [
            sorted(dealt[(seat - leader) % self.players], key=_in_order)
            for seat in range(self.players)
        ]
        self.stock = list(reversed(shuffle.pack[size * self.players :]))
        self.trick = []
        self.points = [0] * self.players
        self.tricks = [0] * self.players
        for seat, hand in enumerate(self.hands):
            self.events.append(("hand", seat, tuple(hand)))
        self.turn = leader

    def _find_legal(self) -> list[str]:
        assert self.turn is not None
        return following_suit(self.hands[self.turn], self._led())

    def _led(self) -> str | None:
        return self.trick[0][1][0] if self.trick else None

    def _make(self, move: str) -> None:
        seat = self.turn
        assert seat is not None
        self.hands[seat].remove(move)
        self.trick.append((seat, move))
        self.events.append(("play", seat, move))
        if len(self.trick) < self.players:
            self.turn = self.left_of(seat)
        else:
            self._end_trick()

    def _end_trick(self) -> None:
        winner = trick_winner(self.trick)
        cards = tuple(card for _, card in self.trick)
        self.events.append(("trick", winner, cards))
        self.tricks[winner] += 1
        self.points[winner] += sum(number(card) in CHARACTERS for card in cards)
        self.trick = []
        self.turn = winner
        if self.stock:
            self._draw_from(winner)
        elif not self.hands[winner]:
            self._end_deal(self.points)

    def _draw_from(self, winner: int) -> None:
        for step in range(self.players):
            seat = (winner + step) % self.players
            card = self.stock.pop()
            self.hands[seat].append(card)
            self.hands[seat].sort(key=_in_order)
            self.events.append(("draw", seat, card))

    def _look(self, seat: int) -> Look:
        return {
            "hand": list(self.hands[seat]),
            "trick": [list(played) for played in self.trick],
            "led": self._led(),
            "stock": len(self.stock),
            "hands": [len(hand) for hand in self.hands],
            "points": list(self.points),
            "tricks": list(self.tricks),
        }


def _in_order(card: str) -> tuple[int, int]:
    return "RYBW".index(card[0]), number(card)


GAME = DavyCrockett()
