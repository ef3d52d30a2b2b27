"""The lines of a ladder page, in a fixed number of queries."""

from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from ladder.models import Rating, RatingChange

RESULTS_SHOWN = 6


@dataclass
class Row:
    """One bot's line. rank: None while it is provisional; results: latest places, oldest first."""

    rank: int | None
    standing: Rating
    results: list[int] = field(default_factory=list)


def ladder_rows(game: str, *, limit: int | None = None) -> list[Row]:
    """The ladder in order, the provisional last; equal ratings share a rank. Two queries."""
    ratings = list(Rating.objects.of_game(game).in_order()[:limit])
    results = _latest_places(game, bot_ids=[rating.bot_id for rating in ratings])
    rows: list[Row] = []
    for position, rating in enumerate(ratings, start=1):
        rank = None if rating.is_provisional else position
        if rows and rank and round(rows[-1].standing.rating) == round(rating.rating):
            rank = rows[-1].rank
        rows.append(Row(rank=rank, standing=rating, results=results[rating.bot_id]))
    return rows


def _latest_places(game: str, *, bot_ids: list[int]) -> dict[int, list[int]]:
    newest_first = Window(RowNumber(), partition_by="bot", order_by=F("rated_match__number").desc())
    changes = (
        RatingChange.objects.filter(rated_match__game=game, bot__in=bot_ids)
        .annotate(age=newest_first)
        .filter(age__lte=RESULTS_SHOWN)
        .order_by("-age")
    )
    places: dict[int, list[int]] = defaultdict(list)
    for bot_id, place in changes.values_list("bot", "place"):
        places[bot_id].append(place)
    return places
