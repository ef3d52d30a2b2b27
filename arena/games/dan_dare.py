"""Dan Dare, for 2 to 6 players.

Rules: docs/games/dan-dare.md, after the printed rules. In part one two players at a time
play a duel for the upturned card of the stock; in part two all play for tricks with
the hands that they have gathered. Rulings: the first dealer is drawn evenly (the print
says "choose a dealer") and the deal passes to the left; the print's short game is the
option ``deals`` at 6.
"""

from typing import Any

from arena.cards import number, numbered, round_robin
from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.options import whole_number_of_deals
from arena.tricks import Trick, following_suit, trick_winner

SETS = "GRBY"
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

    def pack(self, players: int) -> Pack:
        return numbered(SETS, range(1, 12))

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        return DanDareSitting(game=self, players=players, options=options, chance=chance)


class DanDareSitting(Sitting):
    hands: list[list[str]]
    stock: list[str]
    """Face down, the top card last; the upturned card isn't in it."""
    upturned: str | None
    """What the duel is for; None in part two."""
    trick: Trick
    out: list[str]
    """The cards of finished duels and tricks, oldest first."""
    tricks: list[int]
    """Tricks won in part two, per seat."""

    def _begin_deal(self, shuffle: Shuffle) -> None:
        leader = self.left_of(shuffle.dealer)
        size = HAND[self.players]
        dealt = round_robin(shuffle.pack, hands=self.players, size=size)
        self.hands = [
            sorted(dealt[(seat - leader) % self.players], key=_in_order)
            for seat in range(self.players)
        ]
        self.stock = list(reversed(shuffle.pack[size * self.players :]))
        self.trick = []
        self.out = []
        self.tricks = [0] * self.players
        for seat, hand in enumerate(self.hands):
            self.events.append(("hand", seat, tuple(hand)))
        self._turn_up()
        self.turn = leader

    def _turn_up(self) -> None:
        self.upturned = self.stock.pop()
        self.events.append(("upturn", self.upturned))

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
        at_the_trick = self.players if self.upturned is None else 2
        if len(self.trick) < at_the_trick:
            self.turn = self.left_of(seat)
        elif self.upturned is None:
            self._end_trick()
        else:
            self._end_duel(self.upturned)

    def _end_duel(self, upturned: str) -> None:
        winner = trick_winner(self.trick)
        (leader, lead), (responder, response) = self.trick
        loser = responder if winner == leader else leader
        self.events.append(("duel", winner, (lead, response)))
        self.out += (lead, response)
        self.trick = []
        self._add(winner, upturned)
        self.events.append(("claim", winner, upturned))
        drawn = self.stock.pop()
        self._add(loser, drawn)
        self.events.append(("draw", loser, drawn))
        if self.stock:
            self._turn_up()
            self.turn = responder
        else:
            self.upturned = None
            self.turn = self.dealer

    def _add(self, seat: int, card: str) -> None:
        self.hands[seat].append(card)
        self.hands[seat].sort(key=_in_order)

    def _end_trick(self) -> None:
        winner = trick_winner(self.trick)
        cards = tuple(card for _, card in self.trick)
        self.events.append(("trick", winner, cards))
        self.out += cards
        self.tricks[winner] += 1
        self.trick = []
        self.turn = winner
        if not self.hands[winner]:
            self._end_deal(self.tricks)

    def _look(self, seat: int) -> Look:
        return {
            "hand": list(self.hands[seat]),
            "part": 2 if self.upturned is None else 1,
            "upturned": self.upturned,
            "stock": len(self.stock),
            "trick": [list(played) for played in self.trick],
            "led": self._led(),
            "duel": self._duellists(),
            "hands": [len(hand) for hand in self.hands],
            "out": list(self.out),
            "tricks": list(self.tricks),
        }

    def _duellists(self) -> list[int] | None:
        """Who leads and who responds in this duel; None in part two."""
        if self.upturned is None or self.turn is None:
            return None
        leader = self.trick[0][0] if self.trick else self.turn
        return [leader, self.left_of(leader)]


def _in_order(card: str) -> tuple[int, int]:
    return SETS.index(card[0]), number(card)


GAME = DanDare()
