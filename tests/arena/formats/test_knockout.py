"""Knockout."""

import pytest

from arena.formats.contract import FormatRefused, PlayedRound, TableSizes
from arena.formats.knockout import Knockout
from arena.formats.points import walkover
from tests.arena.formats.event import TWO, by_seeding, level, order_of, pairs_of, play, won_by


def knockout(entries, **options):
    return Knockout(entries, table_sizes=TWO, lots=range(entries)[::-1], options=options)


def tables_by_key(stage, played, withdrawn=frozenset()):
    return {
        table.key: table
        for part in stage.bracket(played, withdrawn).parts
        for column in part.columns
        for table in column.tables
    }


def test_eight_by_seeding_and_the_first_four_in_their_order():
    stage = knockout(8)
    played = play(stage)
    assert [past.round.name for past in played] == [
        "Quarter-finals",
        "Semi-finals",
        "Final and third place",
    ]
    assert pairs_of(played[0].round) == {(0, 7), (3, 4), (2, 5), (1, 6)}
    assert pairs_of(played[1].round) == {(0, 3), (1, 2)}
    assert [table.label for table in played[2].round.tables] == ["Final", "Third place"]
    standings = stage.standings(played)
    assert order_of(standings)[:4] == [0, 1, 2, 3]
    assert [one.reached for one in standings] == [
        *("Winner", "Final", "Third place", "Fourth place"),
        *["Quarter-finals"] * 4,
    ]


def test_without_a_third_place_two_share_how_far_they_came_but_not_the_rank():
    stage = knockout(4, third_place="no")
    played = play(stage)
    assert [len(past.round.tables) for past in played] == [2, 1]
    assert [one.reached for one in stage.standings(played)][2:] == ["Semi-finals"] * 2


@pytest.mark.parametrize("entries", [2, 3, 5, 8, 13, 64, 100, 200])
def test_everybody_but_the_winner_loses_exactly_once(entries):
    stage = knockout(entries, third_place="no")
    played = play(stage)
    tables = [table for past in played for table in past.round.tables]
    assert len(tables) == entries - 1 == stage.tables_max
    assert len(played) == stage.rounds_max


def test_a_table_level_on_points_goes_by_the_score_and_then_by_the_lot():
    stage = knockout(2)
    made = stage.next_round([])
    assert order_of(stage.standings([level(made, "0.1")])) == [0, 1]
    assert order_of(stage.standings([level(made)])) == [1, 0]  # Entry 1 has the lower lot.


def test_the_opponent_of_one_who_withdrew_goes_on_without_playing():
    stage = knockout(4)
    first = by_seeding(stage.next_round([]))
    final = stage.next_round([first], frozenset({0}))
    assert final.byes == (1,)
    assert pairs_of(final) == {(2, 3)}
    standings = stage.standings([first, by_seeding(final)], frozenset({0}))
    assert order_of(standings) == [1, 0, 2, 3]
    assert standings[1].reached == "Final"
    assert standings[1].is_out


def test_if_both_of_a_table_withdraw_the_next_opponent_goes_on():
    stage = knockout(8)
    first = by_seeding(stage.next_round([]))
    withdrawn = frozenset({0, 3})
    second = stage.next_round([first], withdrawn)
    assert pairs_of(second) == {(1, 2)}
    third = stage.next_round([first, by_seeding(second)], withdrawn)
    assert third.byes == (1, 2)
    assert third.tables == ()
    played = [first, by_seeding(second), PlayedRound(third, ())]
    assert order_of(stage.standings(played, withdrawn))[0] == 1
    assert stage.bracket(played, withdrawn).winner == 1


def test_a_table_that_ended_by_a_walkover_is_read_like_any_other():
    stage = knockout(2)
    made = stage.next_round([])
    played = [PlayedRound(made, (walkover(2, absent=[0]),))]
    assert order_of(stage.standings(played, frozenset({0}))) == [1, 0]


def test_the_bracket_says_where_everybody_goes():
    stage = knockout(5)
    tables = tables_by_key(stage, [])
    assert [slot.kind for slot in tables["0.0"].slots] == ["entry", "bye"]
    assert tables["0.0"].state == "not played"
    assert tables["0.0"].winners_to == ("1.0",)
    assert tables["1.0"].slots[0].entry == 0
    assert tables["1.0"].slots[1].text == "Winner of quarter-final 2"
    assert tables["1.0"].losers_to == "third"
    assert tables["third"].slots[0].text == "Loser of semi-final 1"
    assert [column.title for column in stage.bracket([]).parts[0].columns] == [
        "Quarter-finals",
        "Semi-finals",
        "Final",
    ]


def test_the_bracket_shows_points_and_winners_as_they_come():
    stage = knockout(4)
    made = stage.next_round([])
    half = PlayedRound(made, (None, by_seeding(made).results[1]))
    tables = tables_by_key(stage, [half])
    assert tables["0.0"].state == "playing"
    assert [slot.goes_on for slot in tables["0.0"].slots] == [None, None]
    assert tables["0.1"].state == "decided"
    assert {slot.entry: slot.points for slot in tables["0.1"].slots} == {1: 1, 2: 0}
    assert {slot.entry: slot.goes_on for slot in tables["0.1"].slots} == {1: True, 2: False}
    assert {slot.entry for slot in tables["1.0"].slots} == {None, 1}


def test_an_upset_goes_on_like_a_favourite():
    stage = knockout(4)
    first = won_by(stage.next_round([]), 3)
    assert pairs_of(stage.next_round([first])) == {(1, 3), (0, 2)}


def test_games_for_three_or_more_are_sent_to_heats():
    with pytest.raises(FormatRefused, match="choose heats"):
        Knockout(8, table_sizes=TableSizes(3, 4, 6), lots=range(8))
