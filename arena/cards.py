"""Cards as strings, suit first and number after: ``R11``."""

from collections.abc import Iterable


def suit(card: str) -> str:
    return card[0]


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
