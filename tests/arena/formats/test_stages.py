"""Stages in a row."""

import pytest

from arena.formats.contract import FormatRefused, TableSizes
from arena.formats.heats import Heats
from arena.formats.knockout import Knockout
from arena.formats.stages import SEEDINGS, StagePlan, check_stages, going_on
from arena.formats.swiss import Swiss
from tests.arena.formats.event import TWO, play, won_by


@pytest.fixture
def standings():
    """A Swiss system of eight in which entry 7 wins everything."""
    stage = Swiss(8, table_sizes=TWO, lots=range(8)[::-1])
    return stage.standings(play(stage, lambda made: won_by(made, 7)))


def test_the_best_go_on_seeded_by_the_standings(standings):
    best = going_on(standings, count=4)
    assert best == [one.entry for one in standings[:4]]
    assert best[0] == 7


def test_who_withdrew_makes_room_for_the_next(standings):
    best = going_on(standings, count=4, withdrawn=frozenset({7}))
    assert best == [one.entry for one in standings[1:5]]
    everybody = frozenset(range(6))
    assert len(going_on(standings, count=4, withdrawn=everybody)) == 2


def test_those_who_go_on_can_be_seeded_by_lot_or_as_before(standings):
    best = going_on(standings, count=4)
    assert going_on(standings, count=4, seeding="first seeding") == sorted(best)
    lots = range(8)[::-1]
    assert going_on(standings, count=4, seeding="lots", lots=lots) == sorted(best, reverse=True)
    assert SEEDINGS[0] == "standings"


def test_a_plan_that_works_tells_rounds_and_tables():
    plans = [StagePlan(Swiss, TWO, go_on=8), StagePlan(Knockout, TWO)]
    swiss, knockout = check_stages(plans, entries=16, games=5)
    assert (swiss.rounds_max, swiss.tables_max) == (4, 32)
    assert (knockout.rounds_max, knockout.tables_max) == (3, 8)


@pytest.mark.parametrize(
    ("plans", "message"),
    [
        ([], "at least one stage"),
        ([StagePlan(Swiss, TWO), StagePlan(Knockout, TWO)], "stage 1: say how many go on"),
        ([StagePlan(Swiss, TWO, go_on=20), StagePlan(Knockout, TWO)], "stage 1: 20 can't go on"),
        ([StagePlan(Swiss, TWO, go_on=1), StagePlan(Knockout, TWO)], "stage 2: Knockout takes 2"),
        ([StagePlan(Knockout, TableSizes(3, 4, 6))], "stage 1: .*heats"),
        ([StagePlan(Swiss, TWO, options={"rounds": 99})], "stage 1: option rounds"),
        (
            [StagePlan(Heats, TWO, go_on=3), StagePlan(Heats, TableSizes(4, 4, 8))],
            "stage 2: a table",
        ),
    ],
)
def test_a_plan_that_cannot_work_is_refused_by_its_stage(plans, message):
    with pytest.raises(FormatRefused, match=message):
        check_stages(plans, entries=16)
