"""The ladders as the demo prints them."""

from collections.abc import Iterator

from arena.games import all_games
from ladder.models import Rating


def standings() -> Iterator[str]:
    """Lines of text: for each game with ratings its title, and a line for each bot."""
    for name, game in all_games().items():
        ratings = list(Rating.objects.of_game(name).with_offset().select_related("bot").in_order())
        if not ratings:
            continue
        yield f"{game.title}"
        width = max(len(rating.bot.name) for rating in ratings)
        for number, rating in enumerate(ratings, 1):
            sign = "?" if rating.is_provisional else " "
            yield (
                f"  {number:>2}. {rating.bot.name:<{width}}  {rating.strength:6.0f}{sign} ± {rating.margin:<3.0f}"
                f"  rating {rating.rating:.0f}  {rating.matches} matches"
            )
