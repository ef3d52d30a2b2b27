"""What trick-taking games share."""

from collections.abc import Sequence

from arena.cards import number, suit

Trick = list[tuple[int, str]]
"""(seat, card), the lead first."""


def following_suit(hand: Sequence[str], led: str | None) -> list[str]:
    """The cards that may be played: of the led suit if there are any, else all."""
    if led is None:
        return list(hand)
    return [card for card in hand if card[0] == led] or list(hand)


def trick_winner(trick: Trick) -> int:
    """The seat of the highest card of the led suit."""
    led = suit(trick[0][1])
    best_seat, best = trick[0]
    for seat, card in trick:
        if card[0] == led and number(card) > number(best):
            best_seat, best = seat, card
    return best_seat
