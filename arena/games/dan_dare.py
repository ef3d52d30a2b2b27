"""Dan Dare, for 2 to 6 players.

Rules: docs/games/dan-dare.md, after the printed rules. In part one two players at a time
play a duel for the upturned card of the stock; in part two all play for tricks with
the hands that they have gathered. Rulings: the first dealer is drawn evenly (the print
says "choose a dealer") and the deal passes to the left; the print's short game is the
option ``deals`` at 6.
"""

from typing import Any

from arena.cards import numbered, places_of
from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.options import whole_number_of_deals
from arena.tricks import TrickSitting, trick_winner

CARDS = numbered("GRBY", range(1, 12))
PLACES = places_of(CARDS)
HAND = {2: 11, 3: 8, 4: 6, 5: 6, 6: 4}
"""Cards dealt to each, by the number of players."""


class DanDare(Game):
    name = "dan-dare"
    title = "Dan Dare"
    summary = "Duel for the upturned cards to gather a strong hand, then win tricks with it."
    seats = range(2, 7)
    table_size = 2
    options = (whole_number_of_deals(lambda players: 10 if players == 5 else 12),)
    kinds = {
        **COMMON_KINDS,
        "upturn": Kind(("card",), "{card} is turned up", seats=()),
        "play": Kind(("seat", "card"), "{seat} plays {card}"),
        "duel": Kind(("seat", "cards"), "{seat} wins the duel; {cards} are out of the deal"),
        "claim": Kind(("seat", "card"), "{seat} takes the upturned {card}"),
        "draw": Kind(("seat", "card"), "{seat} draws {card}", private=("card",)),
        "trick": Kind(("seat", "cards"), "{seat} wins the trick {cards}"),
    }
    meanings = {
        "deal": "A deal has two parts: duels for better cards, then tricks that count. Left of the dealer leads the first duel.",
        "hand": "Four suits, numbered 1 to 11. The cards that are not dealt are the stock, for which the duels are fought.",
        "upturn": "The top card of the stock is laid open: it is what the next duel is fought for.",
        "play": "In a duel only two players play a card; in the second part all do. Who holds the suit that was led has to play it.",
        "duel": "The higher card of the suit that was led wins, and both are out of the deal. Who answered leads the next duel.",
        "claim": "The winner of the duel takes the open card into the hand. Everybody knows it is there.",
        "draw": "The loser gets the next card of the stock, which nobody else sees.",
        "trick": "The stock is used up: now all play tricks with the hands they have gathered. Each trick is a point.",
        "score": "One point for each trick of the second part; the highest total of all deals wins.",
    }

    def pack(self, players: int) -> Pack:
        return CARDS

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        return DanDareSitting(game=self, players=players, options=options, chance=chance)


class DanDareSitting(TrickSitting):
    stock: list[str]
    """Face down, the top card last; the upturned card isn't in it."""
    upturned: str | None
    """What the duel is for; None in part two."""
    duel: list[int] | None
    """Who leads and who responds in part one; replaced for each duel."""
    out: list[str]
    """The cards of finished duels and tricks, oldest first."""
    tricks: list[int]
    """Tricks won in part two, per seat."""

    def _begin_deal(self, shuffle: Shuffle) -> None:
        self.stock = self._deal_hands(shuffle, size=HAND[self.players], places=PLACES)
        self.out = []
        self.tricks = [0] * self.players
        self.trick_size = 2
        self._begin_duel(self.left_of(shuffle.dealer))

    def _begin_duel(self, leader: int) -> None:
        self.upturned = self.stock.pop()
        self.events.append(("upturn", self.upturned))
        self.duel = [leader, self.left_of(leader)]
        self.turn = leader

    def _begin_part_two(self) -> None:
        self.upturned = None
        self.duel = None
        self.trick_size = self.players
        self.turn = self.dealer

    def _end_trick(self) -> None:
        winner = trick_winner(self.trick)
        cards = tuple([card for _, card in self.trick])
        self.out += cards
        self._clear_trick()
        if self.duel is None:
            self._win_trick(winner, cards)
        else:
            self._win_duel(winner, cards, self.duel)

    def _win_duel(self, winner: int, cards: tuple[str, ...], duel: list[int]) -> None:
        leader, responder = duel
        loser = responder if winner == leader else leader
        upturned, drawn = self.upturned, self.stock.pop()
        assert upturned is not None
        self._gain(winner, upturned)
        self._gain(loser, drawn)
        self.events += (
            ("duel", winner, cards),
            ("claim", winner, upturned),
            ("draw", loser, drawn),
        )
        if self.stock:
            self._begin_duel(responder)
        else:
            self._begin_part_two()

    def _win_trick(self, winner: int, cards: tuple[str, ...]) -> None:
        self.events.append(("trick", winner, cards))
        self.tricks[winner] += 1
        self.turn = winner
        if not self.held[winner]:
            self._end_deal(self.tricks)

    def _look(self, seat: int) -> Look:
        return {
            "hand": self.held[seat],
            "part": 2 if self.duel is None else 1,
            "upturned": self.upturned,
            "stock": len(self.stock),
            "duel": self.duel,
            "trick": self.trick,
            "led": self.led,
            "hands": self.sizes,
            "out": self.out,
            "tricks": self.tricks,
        }

    def _refresh(self, view: Look, seat: int) -> None:
        view["trick"] = self.trick
        view["led"] = self.led
        view["part"] = 2 if self.duel is None else 1
        view["upturned"] = self.upturned
        view["stock"] = len(self.stock)
        view["duel"] = self.duel


GAME = DanDare()
