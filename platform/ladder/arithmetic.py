"""What one match does to the ratings: the same code for a new match and for a rebuild.

Pure: rows come in as plain facts and the changes come out, so that applying the same matches in
the same order gives the same floats to the last bit.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from arena import elo, strength
from arena.strength import Belief

RECENT = 10
"""Latest matches that a rating keeps at hand."""


class Result(NamedTuple):
    """One entrant's part in a finished match."""

    bot_id: int
    version_id: int
    version_number: int
    index: int
    place: int


Recent = tuple[int, int, int, float]
"""Match, place, bots at the table, change of the rating."""


class Standing(NamedTuple):
    """A bot's rating in a game before or after a match."""

    rating: float = elo.START
    matches: int = 0
    provisional_left: int = elo.PROVISIONAL_MATCHES
    version_id: int | None = None
    version_number: int = 0
    """The newest version that was rated; 0 before the first."""
    belief: Belief = Belief()
    recent: tuple[Recent, ...] = ()

    def meeting_with(self, result: Result) -> "Standing":
        """The standing with which the bot goes into a match: a newer version is provisional again."""
        if result.version_number <= self.version_number:
            return self
        return self._replace(
            version_id=result.version_id,
            version_number=result.version_number,
            provisional_left=self.provisional_left_with(result.version_number),
            belief=self.belief.of_a_new_version() if self.version_number else self.belief,
        )

    def provisional_left_with(self, version_number: int) -> int:
        """Rated matches until the bot is ranked, if its next one is played by this version."""
        if not 0 < self.version_number < version_number:
            return self.provisional_left
        return max(self.provisional_left, elo.PROVISIONAL_MATCHES_OF_A_NEW_VERSION)

    @property
    def k(self) -> float:
        return elo.k_factor(matches=self.matches, provisional=self.provisional_left > 0)

    def after(self, change: float, *, belief: Belief, recent: Recent) -> "Standing":
        return self._replace(
            rating=self.rating + change,
            matches=self.matches + 1,
            provisional_left=max(0, self.provisional_left - 1),
            belief=belief,
            recent=(*self.recent[1 - RECENT :], recent),
        )


@dataclass
class Tally:
    """What a version did in all its rated matches of a game."""

    first_number: int
    matches: int = 0
    scored: float = 0.0
    expected: float = 0.0
    gained: float = 0.0


@dataclass
class Field:
    """The state of a ladder, brought up to date match by match: bots by id, versions by id."""

    standings: dict[int, Standing] = field(default_factory=dict)
    tallies: dict[int, Tally] = field(default_factory=dict)
    bots: int = 0
    estimates_total: float = 0.0

    @property
    def offset(self) -> float:
        """By how much all estimates are too high: only differences of strength mean anything."""
        return self.estimates_total / self.bots - elo.START if self.bots else 0.0


class Step(NamedTuple):
    """One bot's rating before and after one match, and what was expected of it."""

    result: Result
    before: Standing
    after: Standing
    scored: float
    expected: float
    strength: float


def apply_match(match_id: int, results: Sequence[Result], *, field: Field) -> list[Step]:
    """Rate one match; `field` is brought up to date."""
    places = [result.place for result in results]
    before = [
        field.standings.get(result.bot_id, Standing()).meeting_with(result) for result in results
    ]
    ratings = [standing.rating for standing in before]
    changes = elo.rating_changes(ratings, ks=[standing.k for standing in before], places=places)
    beliefs = strength.after_match([standing.belief for standing in before], places=places)
    after = [
        standing.after(change, belief=belief, recent=(match_id, result.place, len(results), change))
        for standing, change, belief, result in zip(before, changes, beliefs, results, strict=True)
    ]
    _count(field, results, before, after)
    steps = [
        Step(
            result,
            old,
            new,
            scored=elo.score(index, places=places),
            expected=elo.expected_share(index, ratings),
            strength=new.belief.mean - field.offset,
        )
        for index, (result, old, new) in enumerate(zip(results, before, after, strict=True))
    ]
    for step in steps:
        _tally(field, step)
    return steps


def _count(
    field: Field, results: Sequence[Result], before: Sequence[Standing], after: Sequence[Standing]
) -> None:
    field.bots += sum(result.bot_id not in field.standings for result in results)
    field.estimates_total = math.fsum(
        [
            field.estimates_total,
            *(new.belief.mean for new in after),
            *(-old.belief.mean for old in before if old.matches),
        ]
    )
    field.standings.update((result.bot_id, new) for result, new in zip(results, after, strict=True))


def _tally(field: Field, step: Step) -> None:
    version_id = step.result.version_id
    tally = field.tallies.get(version_id)
    if tally is None:
        tally = field.tallies[version_id] = Tally(first_number=step.after.matches)
    tally.matches += 1
    tally.scored += step.scored
    tally.expected += step.expected
    tally.gained += step.after.rating - step.before.rating
