"""The page of every game (docs/games/) tells all that a bot is shown, and nothing else."""

import re

import pytest

from arena.games import all_games
from arena.rules import rules_page

every_game = pytest.mark.parametrize("game", all_games().values(), ids=all_games())


def tables(game):
    """The first cells of the tables in the page's part about the view."""
    part = rules_page(game).partition("## The view")[2].partition("## Hints")[0]
    return re.findall(r"^\| (`.*?) \|", part, re.MULTILINE)


@every_game
def test_the_fields_of_the_view_are_those_on_the_page(game):
    ways = [{}] + [{option.name: word} for option in game.options for word in option.choices]
    sittings = [game.sit(game.table_size, way, shuffle_seed="page") for way in ways]
    shown = {field for sitting in sittings for field in sitting.view(0)}
    told = [field for cell in tables(game) for field in re.findall(r"`(\w+)`", cell)]
    # The referee adds the clock.
    assert sorted(told) == sorted({*shown, "clock"})


@every_game
def test_the_events_are_those_on_the_page_field_by_field(game):
    told = [event for cell in tables(game) for event in re.findall(r"`\[(.*?)\]`", cell)]
    assert sorted(told) == sorted(
        ", ".join((f'"{name}"', *kind.fields)) for name, kind in game.kinds.items()
    )
