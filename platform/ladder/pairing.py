"""Who meets whom on a ladder: pure, from facts about those who could play.

First come those whose place is least known (new bots and new versions), then those who have waited
longest. Each gets opponents near in rating, some of them far, so that the ladder stays in one
piece; the newly come meet house bots first where there are any. Bots of one owner never meet.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

FAR_SHARE = 0.25
"""Share of opponents that are drawn from all, however far in rating."""
NEAR = 6
"""A near opponent is drawn from so many nearest ones."""


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A bot that may be put at a table of a game."""

    bot_id: int
    version_id: int
    owner_id: int
    is_house: bool
    rating: float
    provisional_left: int
    """Rated matches until it is ranked, counting those that are under way."""
    waited_s: float
    """Since it was last put at a table of this game."""
    open_matches: int
    """Matches of this game that it is scheduled for."""

    @property
    def is_new(self) -> bool:
        return self.provisional_left > 0 and not self.is_house


def tables(
    candidates: Sequence[Candidate],
    *,
    seats_max: int,
    seats_min: int,
    tables_max: int,
    open_max: int,
    pause_s: float,
    rng: random.Random,
) -> list[list[Candidate]]:
    """Return up to `tables_max` tables, each in random seat order.

    `open_max`: nobody gets more open matches than this. `pause_s`: an established bot waits at
    least so long until it is the one for whom a table is begun.
    """
    open_matches = {candidate.bot_id: candidate.open_matches for candidate in candidates}
    found: list[list[Candidate]] = []
    seated: set[int] = set()
    for starter in _in_turn(candidates, pause_s=pause_s):
        if len(found) >= tables_max:
            break
        if open_matches[starter.bot_id] >= open_max:
            continue
        if starter.bot_id in seated and not starter.is_new:
            continue
        free = [c for c in candidates if open_matches[c.bot_id] < open_max]
        table = _table(starter, free, seats=seats_max, rng=rng)
        if len(table) < seats_min:
            continue
        for candidate in table:
            open_matches[candidate.bot_id] += 1
            seated.add(candidate.bot_id)
        rng.shuffle(table)
        found.append(table)
    return found


def _in_turn(candidates: Sequence[Candidate], *, pause_s: float) -> list[Candidate]:
    """For whom a table is begun, in this order; the new may have several at once."""
    new = sorted(
        (c for c in candidates if c.is_new),
        key=lambda c: (-c.provisional_left, -c.waited_s, c.bot_id),
    )
    others = sorted(
        (c for c in candidates if not c.is_new and c.waited_s >= pause_s),
        key=lambda c: (-c.waited_s, c.bot_id),
    )
    return new + new + others


def _table(
    starter: Candidate, free: Sequence[Candidate], *, seats: int, rng: random.Random
) -> list[Candidate]:
    table = [starter]
    while len(table) < seats:
        owners = {candidate.owner_id for candidate in table}
        pool = [candidate for candidate in free if candidate.owner_id not in owners]
        if not pool:
            break
        table.append(_opponent(starter, pool, rng=rng))
    return table


def _opponent(starter: Candidate, pool: Sequence[Candidate], *, rng: random.Random) -> Candidate:
    anchors = [candidate for candidate in pool if candidate.is_house]
    if starter.is_new and anchors and rng.random() < 0.5:
        pool = anchors
    if rng.random() < FAR_SHARE:
        return rng.choice(pool)
    nearest = sorted(pool, key=lambda c: (abs(c.rating - starter.rating), c.bot_id))[:NEAR]
    return rng.choice(nearest)
