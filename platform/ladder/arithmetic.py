"""What one match does to the ratings: the same code for a new match and for a rebuild.

Pure: rows come in as plain facts and the changes come out, so that applying the same matches in
the same order gives the same floats to the last bit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from arena import elo


class Result(NamedTuple):
    """One entrant's part in a finished match."""

    bot_id: int
    version_id: int
    version_number: int
    index: int
    place: int


@dataclass(frozen=True)
class Standing:
    """A bot's rating in a game before or after a match."""

    rating: float = elo.START
    matches: int = 0
    provisional_left: int = elo.PROVISIONAL_MATCHES
    version_id: int | None = None
    version_number: int = 0
    """The newest version that was rated; 0 before the first."""

    def meeting_with(self, result: Result) -> "Standing":
        """The standing with which the bot goes into a match: a newer version is provisional again."""
        if result.version_number <= self.version_number:
            return self
        return replace(
            self,
            version_id=result.version_id,
            version_number=result.version_number,
            provisional_left=self.provisional_left_with(result.version_number),
        )

    def provisional_left_with(self, version_number: int) -> int:
        """Rated matches until the bot is ranked, if its next one is played by this version."""
        if not 0 < self.version_number < version_number:
            return self.provisional_left
        return max(self.provisional_left, elo.PROVISIONAL_MATCHES_OF_A_NEW_VERSION)

    @property
    def k(self) -> float:
        return elo.k_factor(matches=self.matches, provisional=self.provisional_left > 0)

    def after(self, change: float) -> "Standing":
        return replace(
            self,
            rating=self.rating + change,
            matches=self.matches + 1,
            provisional_left=max(0, self.provisional_left - 1),
        )


class Step(NamedTuple):
    """One bot's rating before and after one match."""

    result: Result
    before: Standing
    after: Standing


def apply_match(results: Sequence[Result], *, standings: dict[int, Standing]) -> list[Step]:
    """Rate one match; `standings`, by bot, is brought up to date."""
    before = [standings.get(result.bot_id, Standing()).meeting_with(result) for result in results]
    changes = elo.rating_changes(
        [standing.rating for standing in before],
        ks=[standing.k for standing in before],
        places=[result.place for result in results],
    )
    steps = [
        Step(result, standing, standing.after(change))
        for result, standing, change in zip(results, before, changes, strict=True)
    ]
    standings.update((step.result.bot_id, step.after) for step in steps)
    return steps
