"""How a bot's rating came about: its course, thinned to what can be drawn, and whom it met."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.elo import expected_score
from arena.strength import chance_to_beat
from bots.models import Bot
from ladder.models import Rating, RatingChange

POINTS_MAX = 240
MATCHES_LOOKED_AT = 300
"""Head to head is told from so many latest rated matches of a bot, which bounds the cost."""


def course(
    bot: Bot, game: str, *, matches: int, first: int = 1, last: int | None = None
) -> list[RatingChange]:
    """The bot's changes from its match number `first` to `last`, oldest first, at most POINTS_MAX.

    `matches`: how many it has in all. The ends are always there; between them every so-manieth.
    """
    last = matches if last is None else min(last, matches)
    return list(
        RatingChange.objects.filter(bot=bot, game=game, number__in=_thinned(max(1, first), last))
        # Two short lists of keys: joined, they would make the planner read whole tables.
        .prefetch_related("rated_match", "version")
        .order_by("number")
    )


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
    own = {
        change.rated_match_id: change
        for change in RatingChange.objects.filter(bot=standing.bot_id, game=standing.game).order_by(
            "-number"
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
        mine = own[rated_match_id]
        opponent = opponents.setdefault(bot_id, Opponent(bot_id))
        opponent.matches += 1
        opponent.scored += 0.5 + 0.5 * ((mine.place < place) - (mine.place > place))
        opponent.expected += expected_score(mine.before - before)
    most_met = sorted(opponents.values(), key=lambda one: (-one.matches, one.bot_id))[:limit]
    _add_names_and_chances(standing, most_met)
    return most_met


def _add_names_and_chances(standing: Rating, opponents: Sequence[Opponent]) -> None:
    """Whoever was met has a rating."""
    ids = [opponent.bot_id for opponent in opponents]
    found = Rating.objects.filter(game=standing.game, bot__in=ids).select_related("bot")
    ratings = {rating.bot_id: rating for rating in found}
    for opponent in opponents:
        rating = ratings[opponent.bot_id]
        opponent.name = rating.bot.name
        opponent.chance = chance_to_beat(
            standing.estimate - rating.estimate, deviations=(standing.deviation, rating.deviation)
        )
