"""What trick-taking games share."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from arena.cards import Hand, number, round_robin, suit
from arena.chance import Shuffle
from arena.game import Sitting

Trick = list[Any]
"""[seat, card] each, the lead first: lists, so that a view can show them as they are."""


def trick_winner(trick: Trick) -> int:
    """The seat of the highest card of the led suit."""
    winner: int
    winner, best = trick[0]
    led, highest = suit(best), number(best)
    for seat, card in trick:
        if card[0] == led and number(card) > highest:
            winner, highest = seat, number(card)
    return winner


class TrickSitting(Sitting):
    """A sitting in which a move is a card, played to a trick, and suit is followed.

    A game deals with ``_deal_hands`` and says in ``_end_trick`` what becomes of a trick.
    """

    hands: list[Hand]
    held: list[list[str]]
    """What the hands show: the cards of each seat."""
    sizes: list[int]
    """How many these are."""
    trick: Trick
    led: str | None
    """The suit that was led, None between tricks."""
    trick_size: int
    """How many seats play to this trick: all, unless the game says otherwise."""

    def _deal_hands(self, shuffle: Shuffle, *, size: int, places: Mapping[str, int]) -> list[str]:
        """Deal ``size`` cards each; left of the dealer, who gets the first card, leads.

        Returns what is left, the top card last. ``places``: the order of a hand.
        """
        leader = self.left_of(shuffle.dealer)
        dealt = round_robin(shuffle.pack, hands=self.players, size=size)
        self.hands = [
            Hand(dealt[(seat - leader) % self.players], places) for seat in range(self.players)
        ]
        self.held = [hand.cards for hand in self.hands]
        self.sizes = [size] * self.players
        for seat, cards in enumerate(self.held):
            self.events.append(("hand", seat, tuple(cards)))
        self.trick_size = self.players
        self._clear_trick()
        self.turn = leader
        return list(reversed(shuffle.pack[size * self.players :]))

    def _clear_trick(self) -> None:
        self.trick = []
        self.led = None

    def _find_legal(self) -> Sequence[str]:
        assert self.turn is not None
        return self.hands[self.turn].following(self.led)

    def _make(self, move: str) -> None:
        seat = self.turn
        assert seat is not None
        trick = self.trick
        if not trick:
            self.led = move[0]
        self.hands[seat].remove(move)
        self.sizes[seat] -= 1
        trick.append([seat, move])
        self.events.append(("play", seat, move))
        if len(trick) < self.trick_size:
            self.turn = self.left_of(seat)
        else:
            self._end_trick()

    def _gain(self, seat: int, card: str) -> None:
        """A card comes into a hand."""
        self.hands[seat].add(card)
        self.sizes[seat] += 1

    @abstractmethod
    def _end_trick(self) -> None:
        """Say who wins what of ``trick``, clear it, set ``turn`` or end the deal."""
