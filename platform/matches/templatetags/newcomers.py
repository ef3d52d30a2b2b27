"""What the replay tells somebody who has never seen a game."""

from typing import Any

from django import template

from arena.games import all_games

register = template.Library()


@register.simple_tag
def words_for_newcomers(game: str = "") -> dict[str, dict[str, Any]]:
    """By game, its summary and the meanings of its kinds of events; of all games without a name."""
    return {
        name: {"summary": rules.summary, "kinds": dict(rules.meanings)}
        for name, rules in all_games().items()
        if game in ("", name)
    }
