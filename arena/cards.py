"""Cards as strings, suit first and number after: ``R11``."""

from bisect import bisect, insort
from collections.abc import Iterable, Mapping
from functools import cache


def suit(card: str) -> str:
    return card[0]


@cache
def number(card: str) -> int:
    return int(card[1:])


def numbered(suits: str, numbers: Iterable[int]) -> tuple[str, ...]:
    """Every number of every suit, suit by suit."""
    numbers = tuple(numbers)
    return tuple(f"{suit}{n}" for suit in suits for n in numbers)


def round_robin(pack: tuple[str, ...], *, hands: int, size: int) -> list[list[str]]:
    """Deal ``size`` cards to each of ``hands`` hands, one at a time, top card first.

    The first hand of the result gets the top card.
    """
    return [list(pack[first : hands * size : hands]) for first in range(hands)]


def places_of(pack: Iterable[str]) -> dict[str, int]:
    """Each card's place in the printed order, to sort a hand by."""
    return {card: place for place, card in enumerate(pack)}


class Hand:
    """The cards that one seat holds in a game of suits, in the two orders they are needed in.

    ``cards`` is what the player is shown, in the order of ``places``. Moves are found in
    plain string order, in which the cards of a suit stand together.
    """

    __slots__ = ("_place", "_plain", "cards")

    def __init__(self, cards: Iterable[str], places: Mapping[str, int]) -> None:
        self._place = places.__getitem__
        self._plain = sorted(cards)
        self.cards = sorted(self._plain, key=self._place)

    def add(self, card: str) -> None:
        insort(self._plain, card)
        insort(self.cards, card, key=self._place)

    def remove(self, card: str) -> None:
        """Raises ValueError for a card that isn't held."""
        self._plain.remove(card)
        self.cards.remove(card)

    def following(self, led: str | None) -> tuple[str, ...]:
        """The cards that may be played, in plain string order: of the led suit if there are
        any, else all; all, too, where no suit has been led."""
        plain = self._plain
        if led is None:
            return tuple(plain)
        # Behind the suit come digits, and a colon comes next behind those.
        following = plain[bisect(plain, led) : bisect(plain, led + ":")]
        return tuple(following or plain)
