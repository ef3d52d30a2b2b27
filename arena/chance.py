"""All chance of a sitting: first dealer, packs, compass, reshuffles.

From a shuffle seed, by a generator that is the same on every machine and every
version of Python. Its whole definition:

- A *stream* is SHAKE-256 (FIPS 202) of the UTF-8 text
  ``quintet/1/<game>/<players>/<purpose>/<shuffle seed>``, read as big-endian
  32-bit words.
- ``below(n)``: take words until one is less than the greatest multiple of n
  that fits in 2**32; the result is that word modulo n. Evenly distributed.
- ``shuffle``: Fisher-Yates from the last place down to the second, each place
  swapped with ``below(place + 1)``, places counted from 0.
- Purpose ``first dealer``: one ``below(players)``. After that the deal passes
  one seat to the left.
- Purpose ``deal <d>`` (d from 0): the pack in printed order is shuffled. A game
  that spins the compass then draws the dealer, the compass, and shuffles the
  printed order once more for the reshuffle, all from the same stream.

Nothing depends on options or on what players do. The same can be given by hand,
deal by deal, for tests and printed examples.
"""

import hashlib
import struct
from collections.abc import Mapping, Sequence
from operator import mod
from typing import Any, NamedTuple, Protocol

from arena.quoting import quoted

Pack = tuple[str, ...]


class ChanceError(ValueError):
    """Chance given by hand that is missing, extra or unfit; says which and what to do."""


class Shuffle(NamedTuple):
    """The chance of one deal."""

    dealer: int
    pack: Pack
    """All cards in play, first card on top."""
    compass: int | None = None
    """Seat N, in a game that spins the compass."""
    reshuffle: Pack | None = None
    """The order that the face-up pile is put in, in a game that reshuffles."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the game uses, in the form that ``given`` reads."""
        said: dict[str, Any] = {"dealer": self.dealer, "pack": list(self.pack)}
        if self.compass is not None:
            said["compass"] = self.compass
        if self.reshuffle is not None:
            said["reshuffle"] = list(self.reshuffle)
        return said


class Stream:
    """An endless stream of even numbers for one purpose; see the module's definition."""

    def __init__(self, *, game: str, players: int, purpose: str, shuffle_seed: str) -> None:
        text = f"quintet/1/{game}/{players}/{purpose}/{shuffle_seed}"
        self._source = hashlib.shake_256(text.encode())
        self._words: tuple[int, ...] = ()
        self._next = 0

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1, each as likely as the other."""
        limit = 2**32 - 2**32 % n
        while True:
            word = self._word()
            if word < limit:
                return word % n

    def shuffled(self, cards: Sequence[str]) -> Pack:
        """The cards in even random order."""
        order = list(cards)
        words = self._ahead(len(order) - 1)
        if max(words, default=0) < 2**32 - len(order):
            # The usual case, in which ``below`` would take every one of these words.
            self._next += len(words)
            places = range(len(order) - 1, 0, -1)
            others = map(mod, words, range(len(order), 1, -1))
            for place, other in zip(places, others, strict=True):
                order[place], order[other] = order[other], order[place]
            return tuple(order)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    def _word(self) -> int:
        (word,) = self._ahead(1)
        self._next += 1
        return word

    def _ahead(self, count: int) -> tuple[int, ...]:
        """The next words, not yet taken."""
        end = self._next + count
        if end > len(self._words):
            # A longer output of SHAKE begins with the shorter one, so the stream goes on
            # where it stood.
            known = max(64, 2 * len(self._words), end)
            self._words = struct.unpack(f">{known}I", self._source.digest(4 * known))
        return self._words[self._next : end]


def check_seed(shuffle_seed: object) -> None:
    """Raises ChanceError for what can't be a shuffle seed."""
    if type(shuffle_seed) is not str:
        raise ChanceError(f"the shuffle seed must be text, not {quoted(shuffle_seed)}")
    try:
        shuffle_seed.encode()
    except UnicodeEncodeError:
        raise ChanceError(
            f"the shuffle seed must be text that UTF-8 can write, unlike {quoted(shuffle_seed)}"
        ) from None


class Chance(Protocol):
    """Where a sitting gets the chance of its deals from."""

    shuffle_seed: str | None

    def shuffle(self, deal: int) -> Shuffle:
        """The chance of deal number ``deal``, counted from 0; raises ChanceError."""


class SeededChance:
    """Chance from a shuffle seed."""

    def __init__(
        self, *, game: str, players: int, pack: Pack, spins_compass: bool, shuffle_seed: str
    ) -> None:
        self.shuffle_seed: str | None = shuffle_seed
        self._seed = shuffle_seed
        self._game = game
        self._players = players
        self._pack = pack
        self._spins_compass = spins_compass
        self._first_dealer = self._stream("first dealer").below(players)

    def _stream(self, purpose: str) -> Stream:
        return Stream(
            game=self._game, players=self._players, purpose=purpose, shuffle_seed=self._seed
        )

    def shuffle(self, deal: int) -> Shuffle:
        stream = self._stream(f"deal {deal}")
        pack = stream.shuffled(self._pack)
        if not self._spins_compass:
            return Shuffle((self._first_dealer + deal) % self._players, pack)
        dealer = stream.below(self._players)
        compass = stream.below(self._players)
        return Shuffle(dealer, pack, compass, stream.shuffled(self._pack))


class GivenChance:
    """Chance given by hand, one mapping a deal: ``dealer``, ``pack`` and, where the
    game spins the compass, ``compass`` and ``reshuffle``. Taken as given."""

    shuffle_seed: str | None = None

    def __init__(
        self,
        deals: Sequence[Mapping[str, Any]],
        *,
        players: int,
        pack: Pack,
        spins_compass: bool,
    ) -> None:
        if isinstance(deals, str | bytes | Mapping) or not isinstance(deals, Sequence):
            raise ChanceError("deals: give a list, one object for each deal")
        names = ("dealer", "pack", "compass", "reshuffle") if spins_compass else ("dealer", "pack")
        self._shuffles = [
            _given(deal, number=number, names=names, players=players, pack=pack)
            for number, deal in enumerate(deals)
        ]

    def check_count(self, deals: int, *, may_be_fewer: bool) -> None:
        """Refuse more deals than a match of ``deals`` has, or fewer; raises ChanceError.

        ``may_be_fewer``: the match can end early, so that a missing deal may not be needed.
        """
        given = len(self._shuffles)
        if given > deals or (given < deals and not may_be_fewer):
            raise ChanceError(
                f"{given} deals were given for a match of {deals}; "
                "give as many, or set the option deals to their number"
            )

    def shuffle(self, deal: int) -> Shuffle:
        if deal >= len(self._shuffles):
            raise ChanceError(
                f"deal {deal} is needed but only {len(self._shuffles)} deals were given; "
                "give more deals, or set the option deals to their number"
            )
        return self._shuffles[deal]


def _given(
    deal: Mapping[str, Any], *, number: int, names: Sequence[str], players: int, pack: Pack
) -> Shuffle:
    if not isinstance(deal, Mapping):
        raise ChanceError(f"deal {number}: give an object with {', '.join(names)}")
    for name in names:
        if name not in deal:
            raise ChanceError(f"deal {number}: {name} is missing; give {', '.join(names)}")
    for name in deal:
        if name not in names:
            raise ChanceError(
                f"deal {number}: {quoted(name)} is extra; give only {', '.join(names)}"
            )
    for name in ("dealer", "compass"):
        seat = deal.get(name, 0)
        if type(seat) is not int or not 0 <= seat < players:
            raise ChanceError(
                f"deal {number}: {name} must be a seat from 0 to {players - 1}, not {quoted(seat)}"
            )
    for name in ("pack", "reshuffle"):
        if name in names:
            _check_pack(deal[name], name=f"deal {number}: {name}", pack=pack)
    reshuffle = deal.get("reshuffle")
    return Shuffle(
        deal["dealer"],
        tuple(deal["pack"]),
        deal.get("compass"),
        None if reshuffle is None else tuple(reshuffle),
    )


def _check_pack(cards: object, *, name: str, pack: Pack) -> None:
    if isinstance(cards, str) or not isinstance(cards, Sequence):
        raise ChanceError(f"{name} must be a list of {len(pack)} cards")
    left = list(pack)
    for card in cards:
        # An equal value of another type, such as a kind of str of its own, is no card.
        if type(card) is not str or card not in left:
            raise ChanceError(f"{name}: {quoted(card)} is not in play or listed too often")
        left.remove(card)
    if left:
        raise ChanceError(f"{name}: {', '.join(left)} missing; list all {len(pack)} cards in play")
