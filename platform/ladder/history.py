"""How a bot's rating came about: its course, thinned to what can be drawn, and whom it met."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.elo import expected_score
from arena.strength import chance_to_beat
from bots.models import Bot, Version
from ladder.models import RatedMatch, Rating, RatingChange

POINTS_MAX = 240
MATCHES_LOOKED_AT = 300
"""Head to head is told from so many latest rated matches of a bot, which bounds the cost."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one rated match did to a bot. number: which of its matches; version: the version's number."""

    number: int
    match_id: int
    version: int
    before: float
    after: float
    strength: float
    deviation: float

    @property
    def difference(self) -> float:
        return self.after - self.before


def course(
    bot: Bot, game: str, *, matches: int, first: int = 1, last: int | None = None
) -> list[Step]:
    """The bot's steps from its match number `first` to `last`, oldest first, at most POINTS_MAX.

    `matches`: how many it has in all. The ends are always there; between them every so-manieth.
    Three queries of short lists of keys: joined, they would make the planner read whole tables.
    """
    last = matches if last is None else min(last, matches)
    changes = list(
        RatingChange.objects.filter(bot=bot, game=game, number__in=_thinned(max(1, first), last))
        .order_by("number")
        .values_list("number", "rated_match", "version", "before", "after", "strength", "deviation")
    )
    rated = RatedMatch.objects.order_by().filter(pk__in=[change[1] for change in changes])
    match_ids = dict(rated.values_list("pk", "match"))
    versions = Version.objects.order_by().filter(pk__in={change[2] for change in changes})
    numbers = dict(versions.values_list("pk", "number"))
    return [
        Step(number, match_ids[rated_match], numbers[version], *rest)
        for number, rated_match, version, *rest in changes
    ]


def _thinned(first: int, last: int) -> list[int]:
    count = last - first + 1
    if count <= POINTS_MAX:
        return list(range(first, last + 1))
    return [first + step * (count - 1) // (POINTS_MAX - 1) for step in range(POINTS_MAX)]


@dataclass
class Opponent:
    """Whom a bot met in its latest rated matches of a game, how it fared and was expected to."""

    bot_id: int
    name: str = ""
    matches: int = 0
    scored: float = 0.0
    """Matches in which it was placed below, ties counting one half."""
    expected: float = 0.0
    chance: float = 0.5
    """The chance to beat it in the next match, from both strengths."""

    @property
    def surprise(self) -> float:
        return self.scored - self.expected


def head_to_head(standing: Rating, *, limit: int) -> list[Opponent]:
    """The opponents met most in the latest rated matches of the standing's bot and game."""
    latest = RatingChange.objects.filter(bot=standing.bot_id, game=standing.game)
    own = {
        rated_match_id: (place, before)
        for rated_match_id, place, before in latest.order_by("-number").values_list(
            "rated_match_id", "place", "before"
        )[:MATCHES_LOOKED_AT]
    }
    others = (
        RatingChange.objects.filter(rated_match__in=list(own))
        .exclude(bot=standing.bot_id)
        .order_by()
        .values_list("rated_match_id", "bot_id", "place", "before")
    )
    opponents: dict[int, Opponent] = {}
    for rated_match_id, bot_id, place, before in sorted(others):
        own_place, own_before = own[rated_match_id]
        opponent = opponents.setdefault(bot_id, Opponent(bot_id))
        opponent.matches += 1
        opponent.scored += 0.5 + 0.5 * ((own_place < place) - (own_place > place))
        opponent.expected += expected_score(own_before - before)
    most_met = sorted(opponents.values(), key=lambda one: (-one.matches, one.bot_id))[:limit]
    _add_names_and_chances(standing, most_met)
    return most_met


def _add_names_and_chances(standing: Rating, opponents: Sequence[Opponent]) -> None:
    """Whoever was met has a rating."""
    ids = [opponent.bot_id for opponent in opponents]
    found = Rating.objects.filter(game=standing.game, bot__in=ids).values_list(
        "bot_id", "bot__name", "estimate", "deviation"
    )
    facts = {bot_id: rest for bot_id, *rest in found}
    for opponent in opponents:
        opponent.name, estimate, deviation = facts[opponent.bot_id]
        opponent.chance = chance_to_beat(
            standing.estimate - estimate, deviations=(standing.deviation, deviation)
        )
