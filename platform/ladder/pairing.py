"""Who meets whom on a ladder: pure, from facts about those who could play.

First come those whose place is least known (new bots and new versions), then those whose turn it
is. Each gets opponents near in strength and as many from the whole field, so that the ladder stays
in one piece and its scale true; the newly come meet house bots first where there are any. Bots of
one owner never meet, and a pair that has met often waits while there is anybody else.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

FAR_SHARE = 0.5
"""Share of opponents that are drawn from all, however far in strength. With fewer the errors of
neighbours in a large field go together, and the intervals become too narrow."""
NEAR = 6
"""A near opponent is drawn from so many nearest ones."""
MEETINGS_MAX = 5
"""A pair that met so often in the starter's latest matches meets again only for want of others."""

Meetings = Mapping[int, Mapping[int, int]]
"""For a bot that begins a table: how often each other was met in its latest matches."""


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A bot that may be put at a table of a game."""

    bot_id: int
    version_id: int
    owner_id: int
    is_house: bool
    strength: float
    deviation: float
    """Standard error of the strength."""
    provisional_left: int
    """Rated matches until it is ranked, counting those that are under way."""
    turn: float
    """Its place in the queue: the lowest comes next."""
    waited_s: float
    """Since it was last put at a table of this game."""
    open_matches: int
    """Matches of this game that it is scheduled for."""

    @property
    def is_new(self) -> bool:
        return self.provisional_left > 0 and not self.is_house


def in_turn(candidates: Sequence[Candidate], *, pause_s: float) -> list[Candidate]:
    """For whom a table is begun, in this order; the new come first, and may have two at once.

    `pause_s`: an established bot waits at least so long until a table is begun for it.
    """
    new = sorted(
        (c for c in candidates if c.is_new),
        key=lambda c: (-c.provisional_left, c.turn, -c.waited_s, c.bot_id),
    )
    others = sorted(
        (c for c in candidates if not c.is_new and c.waited_s >= pause_s),
        key=lambda c: (c.turn, -c.waited_s, c.bot_id),
    )
    return new + new + others


def tables(
    starters: Sequence[Candidate],
    candidates: Sequence[Candidate],
    *,
    seats_max: int,
    seats_min: int,
    tables_max: int,
    new_tables_max: int,
    open_max: int,
    rng: random.Random,
    met: Meetings,
) -> list[list[Candidate]]:
    """Return tables, each begun for one of `starters` in their order, with its seats at random.

    At most `new_tables_max` are begun for new bots, and at most `tables_max` for others or in all
    while they are begun for others. `open_max`: nobody gets more open matches than this.
    """
    open_matches = {candidate.bot_id: candidate.open_matches for candidate in candidates}
    found: list[list[Candidate]] = []
    seated: set[int] = set()
    for starter in starters:
        if len(found) >= (new_tables_max if starter.is_new else tables_max):
            continue
        if open_matches[starter.bot_id] >= open_max:
            continue
        if starter.bot_id in seated and not starter.is_new:
            continue
        free = [c for c in candidates if open_matches[c.bot_id] < open_max]
        table = _table(starter, free, seats=seats_max, rng=rng, met=met.get(starter.bot_id, {}))
        if len(table) < seats_min:
            continue
        for candidate in table:
            open_matches[candidate.bot_id] += 1
            seated.add(candidate.bot_id)
        rng.shuffle(table)
        found.append(table)
    return found


def _table(
    starter: Candidate,
    free: Sequence[Candidate],
    *,
    seats: int,
    rng: random.Random,
    met: Mapping[int, int],
) -> list[Candidate]:
    table = [starter]
    while len(table) < seats:
        owners = {candidate.owner_id for candidate in table}
        pool = [candidate for candidate in free if candidate.owner_id not in owners]
        if not pool:
            break
        table.append(_opponent(starter, _least_met(pool, met), rng=rng))
    return table


def _least_met(pool: Sequence[Candidate], met: Mapping[int, int]) -> Sequence[Candidate]:
    """Those who weren't met too often; if all were, those who were met least."""
    fresh = [candidate for candidate in pool if met.get(candidate.bot_id, 0) < MEETINGS_MAX]
    if fresh:
        return fresh
    least = min(met[candidate.bot_id] for candidate in pool)
    return [candidate for candidate in pool if met[candidate.bot_id] == least]


def _opponent(starter: Candidate, pool: Sequence[Candidate], *, rng: random.Random) -> Candidate:
    anchors = [candidate for candidate in pool if candidate.is_house]
    if starter.is_new and anchors and rng.random() < 0.5:
        pool = anchors
    if rng.random() < FAR_SHARE:
        return rng.choice(pool)
    nearest = sorted(pool, key=lambda c: (abs(c.strength - starter.strength), c.bot_id))[:NEAR]
    return rng.choice(nearest)
