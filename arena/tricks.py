"""What trick-taking games share."""

from collections.abc import Sequence
from typing import Any

from arena.cards import number, suit

Trick = list[Any]
"""[seat, card] each, the lead first: lists, so that a view can show them as they are."""


def following_suit(hand: Sequence[str], led: str | None) -> list[str]:
    """The cards that may be played: of the led suit if there are any, else all."""
    if led is None:
        return list(hand)
    return [card for card in hand if card[0] == led] or list(hand)


def trick_winner(trick: Trick) -> int:
    """The seat of the highest card of the led suit."""
    winner: int
    winner, best = trick[0]
    led, highest = suit(best), number(best)
    for seat, card in trick:
        if card[0] == led and number(card) > highest:
            winner, highest = seat, number(card)
    return winner
