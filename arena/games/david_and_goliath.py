"""David & Goliath, for 3 to 6 players.

Rules: docs/games/david-and-goliath.md, after the printed rules. A trick has two
takers: the low card's player wins the high card, the high card's player all the
others. Rulings: the first dealer is drawn evenly (the print lets the tallest player
deal) and the deal passes to the left. The print itself says whose card is low when all
values are equal: the last but one.
"""

from typing import Any

from arena.cards import number, numbered, round_robin
from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.options import whole_number_of_deals
from arena.tricks import Trick, following_suit

COLOURS = "RYGBP"
HAND = 15
CREDITED = 2
"""The most cards of a colour that still count their values."""


class DavidAndGoliath(Game):
    name = "david-and-goliath"
    title = "David & Goliath"
    summary = (
        "The lowest card wins the highest and the highest the rest: collect few of each colour."
    )
    seats = range(3, 7)
    table_size = 4
    options = (whole_number_of_deals(lambda players: players),)
    kinds = {
        **COMMON_KINDS,
        "play": Kind(("seat", "card"), "{seat} plays {card}"),
        "prize": Kind(("seat", "card"), "{seat} played the low card and wins the high {card}"),
        "trick": Kind(("seat", "cards"), "{seat} played the high card and wins {cards}"),
    }

    def pack(self, players: int) -> Pack:
        return numbered(COLOURS, range(1, 3 * players + 1))

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        return DavidAndGoliathSitting(game=self, players=players, options=options, chance=chance)


class DavidAndGoliathSitting(Sitting):
    hands: list[list[str]]
    trick: Trick
    won: list[list[str]]
    """The cards that lie open before each seat, in the order of the pack."""

    def _begin_deal(self, shuffle: Shuffle) -> None:
        leader = self.left_of(shuffle.dealer)
        dealt = round_robin(shuffle.pack, hands=self.players, size=HAND)
        self.hands = [
            sorted(dealt[(seat - leader) % self.players], key=_in_order)
            for seat in range(self.players)
        ]
        self.trick = []
        self.won = [[] for _ in range(self.players)]
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
        low, high = low_and_high(self.trick)
        small, tall = self.trick[low][0], self.trick[high][0]
        prize = self.trick[high][1]
        rest = tuple(card for place, (_, card) in enumerate(self.trick) if place != high)
        self._win(small, (prize,))
        self._win(tall, rest)
        self.events.append(("prize", small, prize))
        self.events.append(("trick", tall, rest))
        self.trick = []
        self.turn = tall
        if not self.hands[tall]:
            self._end_deal([credit(won) for won in self.won])

    def _win(self, seat: int, cards: tuple[str, ...]) -> None:
        self.won[seat].extend(cards)
        self.won[seat].sort(key=_in_order)

    def _look(self, seat: int) -> Look:
        return {
            "hand": list(self.hands[seat]),
            "trick": [list(played) for played in self.trick],
            "led": self._led(),
            "hands": [len(hand) for hand in self.hands],
            "won": [list(won) for won in self.won],
            "points": [credit(won) for won in self.won],
        }


def low_and_high(trick: Trick) -> tuple[int, int]:
    """The places in a finished trick of its low and its high card; colours don't matter.

    Of equal cards the one played last counts, for either.
    """
    numbers = [number(card) for _, card in trick]
    last = len(trick) - 1
    high = max(range(len(trick)), key=lambda place: (numbers[place], place))
    low = min(range(len(trick)), key=lambda place: (numbers[place], -place))
    return (last - 1 if low == high else low), high


def credit(won: list[str]) -> int:
    """The points of the cards that a player has won: each colour by itself."""
    points = 0
    for colour in COLOURS:
        numbers = [number(card) for card in won if card[0] == colour]
        points += sum(numbers) if len(numbers) <= CREDITED else len(numbers)
    return points


def _in_order(card: str) -> tuple[int, int]:
    return COLOURS.index(card[0]), number(card)


GAME = DavidAndGoliath()
