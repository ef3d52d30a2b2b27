"""What cards are worth together in Convoy, and which combinations they can lay down.

Source: the print's score card; docs/games/convoy.md. Rulings: a Submarine goes with a
Torpedo or a Mine; each card is in at most one combination; the best total counts.

Cards are added up in a *tally*: one whole number with a place of five bits for each code,
that says how many there are. The codes fall into groups that share no card, so a hand is
worth the sum of its groups, and of each group there are few enough different ones to
remember them all.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

WEAPONS: Final = ("AA", "BG", "BO", "DC", "MI", "TO")
MERCHANTMEN: Final = ("M1", "M2", "M3", "M4", "M5", "M6")
HOME: Final = "HO"
DOUBLE: Final = "DB"

ALONE: Final = {
    "AC": 20,
    "AP": 10,
    "BC": 30,
    "CR": 20,
    "DD": 20,
    "QB": 10,
    "SP": 10,
    "SS": 10,
    **dict.fromkeys(MERCHANTMEN, 20),
}
"""Points of a card that is in no combination; Merchantmen count in N's hand only."""
PENALTIES: Final = {
    **dict.fromkeys(WEAPONS, 10),
    **dict.fromkeys(MERCHANTMEN, 50),
    HOME: 50,
}
"""Penalties of a card in hand; those of Merchantmen and HOME in any hand but N's."""

CODES: Final = tuple(sorted({*ALONE, *WEAPONS, HOME, DOUBLE}))
ONE: Final = {code: 1 << 5 * place for place, code in enumerate(CODES)}
"""The tally of one card."""
_SIGNS: Final = sum(16 * one for one in ONE.values())

LEAST_CARDS: Final = 3
"""Fewer are no declaration."""


def tally(cards: Iterable[str]) -> int:
    """How many there are of each code; at most 15 of a code."""
    return sum(ONE[card] for card in cards)


def holds(have: int, need: int) -> bool:
    """Whether there are at least as many of every code in ``have`` as in ``need``."""
    # A place that is short borrows its own sign, the place's highest bit, and no other's.
    return (have | _SIGNS) - need & _SIGNS == _SIGNS


def how_many(cards: int, code: str) -> int:
    return cards // ONE[code] & 15


class Combination(NamedTuple):
    """Cards that count more together than alone."""

    name: str
    """The ship first and the rest in code order, joined by ``+``."""
    cards: tuple[str, ...]
    points: int
    tally: int


def _combination(name: str, points: int) -> Combination:
    cards = tuple(name.split("+"))
    return Combination(name, cards, points, tally(cards))


DECLARABLE: Final = tuple(
    _combination(name, points)
    for name, points in (
        ("AC+AP+AP+AP+AP", 150),
        ("AP+BO", 30),
        ("BC+AA", 50),
        ("BC+BG", 50),
        ("CR+AA", 40),
        ("CR+BG", 40),
        ("DD+DC", 30),
        ("QB+AA+AA", 50),
        ("QB+AA+BG", 50),
        ("QB+BG+BG", 50),
        ("QB+DC+DC", 50),
        ("SP+BO", 30),
        ("SS+MI", 30),
        ("SS+TO", 30),
    )
)
"""The right-hand side of the score card but for the Merchantmen, in code order."""
BY_NAME: Final = {combination.name: combination for combination in DECLARABLE}

SEQUENCES: Final = tuple("+".join(MERCHANTMEN[first : first + 4]) for first in range(3))
CONVOYS: Final = tuple(_combination(f"{sequence}+{HOME}", 500) for sequence in SEQUENCES)
ESCORTED: Final = (*CONVOYS, *(_combination(sequence, 150) for sequence in SEQUENCES))
"""What counts in N's hand only."""

HEAVE_TO: Final = _combination("SS+SS+MI+MI+TO+TO", 200)

_GUNNERS: Final = 15 * tally(("BC", "CR", "QB", "DD", "AA", "BG", "DC"))
_OTHER_SHIPS: Final = 15 * tally(("SS", "MI", "TO", "AC", "AP", "SP", "BO"))
_CONVOY: Final = 15 * tally((*MERCHANTMEN, HOME))


class Worth(NamedTuple):
    """What cards in hand count as they stand."""

    points: int
    combinations: tuple[str, ...]
    """What the points are counted for, a card that counts alone by its code."""
    penalties: int


class Laying(NamedTuple):
    """One way to lay down combinations; none at all is a way too."""

    names: tuple[str, ...]
    """In code order."""
    cards: int
    """How many."""
    points: int


def worth(cards: int, *, north: bool) -> Worth:
    """The best total of these cards; ``north``: whether they are N's."""
    guns = _worth_of_ships(cards & _GUNNERS)
    others = _worth_of_ships(cards & _OTHER_SHIPS)
    convoy = _worth_in_north(cards & _CONVOY) if north else _worth_elsewhere(cards & _CONVOY)
    return Worth(
        guns.points + others.points + convoy.points,
        guns.combinations + others.combinations + convoy.combinations,
        guns.penalties + others.penalties + convoy.penalties,
    )


@lru_cache(maxsize=1024)
def declarations(cards: int) -> dict[str, int]:
    """Every declaration that these cards allow, as a move, and its points; to be read only."""
    guns = _layings(cards & _GUNNERS)
    others = _layings(cards & _OTHER_SHIPS)
    return {
        f"declare {' '.join(sorted(one.names + other.names))}": one.points + other.points
        for one in guns
        for other in others
        if one.cards + other.cards >= LEAST_CARDS
    }


def holds_convoy(cards: int) -> bool:
    return holds(cards, ONE[HOME]) and any(holds(cards, convoy.tally) for convoy in CONVOYS)


def holds_heave_to(cards: int) -> bool:
    return holds(cards, HEAVE_TO.tally)


@cache
def _layings(cards: int) -> tuple[Laying, ...]:
    return tuple(
        Laying(
            tuple(combination.name for combination in laid),
            sum(len(combination.cards) for combination in laid),
            sum(combination.points for combination in laid),
        )
        for laid in _ways(cards, DECLARABLE)
    )


@cache
def _worth_of_ships(cards: int) -> Worth:
    return _best(cards, DECLARABLE)._replace(penalties=_penalties(cards))


@cache
def _worth_in_north(cards: int) -> Worth:
    return _best(cards, ESCORTED)


@cache
def _worth_elsewhere(cards: int) -> Worth:
    return Worth(0, (), _penalties(cards))


def _best(cards: int, known: tuple[Combination, ...]) -> Worth:
    """The way of most points, the first of equal ones; what it leaves over counts alone."""
    best = Worth(-1, (), 0)
    for laid in _ways(cards, known):
        left = cards - sum(combination.tally for combination in laid)
        alone = [code for code in ALONE for _ in range(how_many(left, code))]
        points = sum(combination.points for combination in laid)
        points += sum(ALONE[code] for code in alone)
        if points > best.points:
            best = Worth(points, (*(combination.name for combination in laid), *alone), 0)
    return best


def _ways(cards: int, known: tuple[Combination, ...]) -> Iterator[tuple[Combination, ...]]:
    """Every multiset of known combinations that the cards can make at once, the empty one too."""
    yield ()
    for place, combination in enumerate(known):
        if holds(cards, combination.tally):
            for others in _ways(cards - combination.tally, known[place:]):
                yield (combination, *others)


def _penalties(cards: int) -> int:
    return sum(points * how_many(cards, code) for code, points in PENALTIES.items())
