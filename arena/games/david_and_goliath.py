"""David & Goliath, for 3 to 6 players.

Rules: docs/games/david-and-goliath.md, after the printed rules. A trick has two
takers: the low card's player wins the high card, the high card's player all the
others. Rulings: the first dealer is drawn evenly (the print lets the tallest player
deal) and the deal passes to the left. The print itself says whose card is low when all
values are equal: the last but one.
"""

from bisect import insort
from collections.abc import Sequence
from typing import Any

from arena.cards import number, numbered, places_of
from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.options import whole_number_of_deals
from arena.tricks import Trick, TrickSitting

COLOURS = "RYGBP"
CARDS = numbered(COLOURS, range(1, 19))
PLACES = places_of(CARDS)
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
    meanings = {
        "deal": "The cards are dealt anew, by the next player round the table. Whoever sits left of the dealer leads.",
        "hand": "Fifteen cards each, in five colours. What counts is which cards a player wins in the tricks.",
        "play": "The first card names the colour, and who holds that colour has to play it; others play what they like.",
        "prize": "When all have played, colours no longer matter: the lowest card beats the highest and wins it.",
        "trick": "The player of the highest card gets all the other cards of the trick, and leads the next.",
        "score": "Each colour counts by itself: one or two cards won in it are worth their numbers, three or more only one each.",
    }

    def pack(self, players: int) -> Pack:
        return tuple(card for card in CARDS if number(card) <= 3 * players)

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        return DavidAndGoliathSitting(game=self, players=players, options=options, chance=chance)


class Winnings:
    """The cards that lie open before one seat, and what they count."""

    __slots__ = ("_credited", "_new", "_shown", "points")

    def __init__(self) -> None:
        self.points = 0
        self._new: list[str] = []
        self._shown: list[str] = []
        self._credited: dict[str, list[int] | None] = {colour: [] for colour in COLOURS}
        """The values that count in each colour; None where every card counts one."""

    def add(self, cards: Sequence[str]) -> None:
        self._new += cards
        for card in cards:
            credited = self._credited[card[0]]
            if credited is None:
                self.points += 1
            elif len(credited) < CREDITED:
                self.points += number(card)
                credited.append(number(card))
            else:
                # From here on each card of the colour counts one, those credited before too.
                self.points += CREDITED + 1 - sum(credited)
                self._credited[card[0]] = None

    def shown(self) -> list[str]:
        """The cards in the order of the pack: the same list at every call, which grows."""
        if self._new:
            # Put in order when somebody looks, not when they are won.
            for card in self._new:
                insort(self._shown, card, key=PLACES.__getitem__)
            self._new.clear()
        return self._shown


class DavidAndGoliathSitting(TrickSitting):
    winnings: list[Winnings]
    """Of each seat in this deal."""
    points: list[int]
    """What each seat's winnings count now."""
    grown: list[Winnings]
    """Winnings that nobody has looked at since cards came to them."""

    def _begin_deal(self, shuffle: Shuffle) -> None:
        self._deal_hands(shuffle, size=HAND, places=PLACES)
        self.winnings = [Winnings() for _ in range(self.players)]
        self.points = [0] * self.players
        self.grown = []

    def _end_trick(self) -> None:
        low, high = low_and_high(self.trick)
        rest = self.trick.copy()
        winner, prize = rest.pop(high)
        cards = tuple([card for _, card in rest])
        prize_winner = self.trick[low][0]
        for seat, won in ((prize_winner, (prize,)), (winner, cards)):
            self.winnings[seat].add(won)
            self.points[seat] = self.winnings[seat].points
            self.grown.append(self.winnings[seat])
        self.events.append(("prize", prize_winner, prize))
        self.events.append(("trick", winner, cards))
        self._clear_trick()
        self.turn = winner
        if not self.held[winner]:
            self._end_deal(self.points)

    def _look(self, seat: int) -> Look:
        return {
            "hand": self.held[seat],
            "trick": self.trick,
            "led": self.led,
            "hands": self.sizes,
            "won": [won.shown() for won in self.winnings],
            "points": self.points,
        }

    def _refresh(self, view: Look, seat: int) -> None:
        view["trick"] = self.trick
        view["led"] = self.led
        if self.grown:
            for won in self.grown:
                won.shown()
            self.grown.clear()


def low_and_high(trick: Trick) -> tuple[int, int]:
    """The places in a finished trick of its low and its high card; colours don't matter.

    Of equal cards the one played last counts, for either.
    """
    low = high = 0
    lowest = highest = number(trick[0][1])
    for place, (_, card) in enumerate(trick):
        value = number(card)
        if value <= lowest:
            low, lowest = place, value
        if value >= highest:
            high, highest = place, value
    # One card is both only if all are equal: the last one, which is high.
    return (low - 1 if low == high else low), high


GAME = DavidAndGoliath()
