"""Heats: tables of n of whom m go on."""

import pytest

from arena.formats.contract import FormatRefused, PlayedRound, TableSizes
from arena.formats.heats import Heats
from arena.formats.sizes import split
from tests.arena.formats.event import by_seeding, order_of, play

UP_TO_SIX = TableSizes(2, 4, 6)
FOUR_OR_MORE = TableSizes(4, 4, 8)
ONLY_FOUR = TableSizes(4, 4, 4)


def heats(entries, sizes=UP_TO_SIX, **options):
    return Heats(entries, table_sizes=sizes, lots=range(entries), options=options)


def sizes_of(made):
    return [len(table.entries) for table in made.tables]


@pytest.mark.parametrize(
    ("entries", "sizes", "tables", "byes"),
    [
        (16, UP_TO_SIX, [4, 4, 4, 4], 0),
        (17, UP_TO_SIX, [5, 4, 4, 4], 0),
        (7, UP_TO_SIX, [4, 3], 0),
        (5, UP_TO_SIX, [5], 0),
        (7, FOUR_OR_MORE, [7], 0),
        (9, FOUR_OR_MORE, [5, 4], 0),
        (9, ONLY_FOUR, [4, 4], 1),
        (7, ONLY_FOUR, [4], 3),
        (3, ONLY_FOUR, [], 3),
    ],
)
def test_tables_are_as_equal_as_the_sizes_allow_and_byes_as_few(entries, sizes, tables, byes):
    assert split(entries, sizes) == (tables, byes)


@pytest.mark.parametrize("entries", range(4, 201))
def test_sizes_differ_by_one_at_most_for_every_number_of_entries(entries):
    for limits in (UP_TO_SIX, FOUR_OR_MORE, TableSizes(3, 3, 4)):
        tables, byes = split(entries, limits)
        assert sum(tables) + byes == entries
        assert all(size in limits for size in tables)
        assert max(tables) - min(tables) <= 1
        assert byes == 0 or entries < 2 * limits.low


def test_sixteen_in_fours_of_whom_two_go_on():
    stage = heats(16)
    played = play(stage)
    assert [past.round.name for past in played] == ["Heats, round 1", "Heats, round 2", "Final"]
    assert [sizes_of(past.round) for past in played] == [[4, 4, 4, 4], [4, 4], [4]]
    assert [sorted(table.entries) for table in played[0].round.tables] == [
        [0, 7, 8, 15],
        [1, 6, 9, 14],
        [2, 5, 10, 13],
        [3, 4, 11, 12],
    ]
    standings = stage.standings(played)
    assert order_of(standings)[:4] == [0, 1, 2, 3]
    assert [one.reached for one in standings][:5] == [
        "Winner",
        "Final",
        "Final",
        "Final",
        "Heats, round 2",
    ]


def test_those_who_come_out_of_one_heat_are_dealt_to_different_tables():
    stage = heats(16)
    played = play(stage)
    for table in played[1].round.tables:
        came_from = [
            number
            for entry in table.entries
            for number, heat in enumerate(played[0].round.tables)
            if entry in heat.entries
        ]
        assert len(set(came_from)) == 4


def test_the_organiser_says_how_many_go_on():
    assert [sizes_of(past.round) for past in play(heats(16, go_on=1))] == [[4, 4, 4, 4], [4]]
    assert heats(16, go_on=1).tables_max == 5
    with pytest.raises(FormatRefused, match="at most 3"):
        heats(16, go_on=4)


def test_more_go_on_than_said_if_the_final_could_not_be_played_otherwise():
    """Of two tables of four one each is no final for a game that needs four."""
    stage = heats(8, FOUR_OR_MORE, go_on=1)
    assert [sizes_of(past.round) for past in play(stage)] == [[4, 4], [4]]


def test_where_somebody_is_left_over_the_top_seeds_have_the_bye():
    stage = heats(9, ONLY_FOUR)
    made = stage.next_round([])
    assert made.byes == (0,)
    assert sizes_of(made) == [4, 4]


@pytest.mark.parametrize("sizes", [UP_TO_SIX, FOUR_OR_MORE, ONLY_FOUR, TableSizes(3, 3, 3)])
@pytest.mark.parametrize("entries", [*range(4, 40), 99, 200])
def test_heats_end_in_one_final_that_everybody_can_reach(entries, sizes):
    stage = heats(entries, sizes)
    played = play(stage)
    assert len(played) == stage.rounds_max
    assert played[-1].round.name == "Final"
    assert len(played[-1].round.tables) == 1
    assert sum(len(past.round.tables) for past in played) == stage.tables_max
    assert order_of(stage.standings(played))[0] == 0
    first = played[0].round
    assert sorted([*first.byes, *(e for t in first.tables for e in t.entries)]) == list(
        range(entries)
    )


def test_a_place_of_one_who_withdrew_is_not_filled():
    stage = heats(16)
    first = by_seeding(stage.next_round([]))
    second = stage.next_round([first], frozenset({0, 1}))
    assert sizes_of(second) == [3, 3]


def test_if_too_few_are_left_for_a_table_the_last_results_decide():
    stage = heats(8, ONLY_FOUR)
    first = by_seeding(stage.next_round([]))
    withdrawn = frozenset({0})
    assert stage.next_round([first], withdrawn) is None
    standings = stage.standings([first], withdrawn)
    assert sorted(order_of(standings)[:4]) == [0, 1, 2, 3]
    assert [one.reached for one in standings].count("Winner") == 1


def tables_of(bracket):
    return [table for column in bracket.parts[0].columns for table in column.tables]


def test_the_bracket_shows_places_to_come_and_where_they_lead():
    bracket = heats(16).bracket([])
    assert [column.title for column in bracket.parts[0].columns] == [
        "Heats, round 1",
        "Heats, round 2",
        "Final",
    ]
    first, *_ = tables_of(bracket)
    assert first.title == "Heat 1"
    assert len(first.winners_to) == 2
    later = bracket.parts[0].columns[1].tables[0]
    assert {slot.text for slot in later.slots} <= {
        f"{place} of heat {number}" for place in ("1st", "2nd") for number in range(1, 5)
    }


def test_the_bracket_shows_who_goes_on_as_results_come():
    stage = heats(8)
    made = stage.next_round([])
    half = PlayedRound(made, (by_seeding(made).results[0], None))
    tables = tables_of(stage.bracket([half]))
    assert {slot.entry: slot.goes_on for slot in tables[0].slots} == {
        0: True, 3: True, 4: False, 7: False,
    }  # fmt: skip
    assert tables[1].state == "playing"
    final = tables[2]
    assert {slot.entry for slot in final.slots} == {0, 3, None}
    assert {slot.text for slot in final.slots if slot.entry is None} == {
        "1st of heat 2",
        "2nd of heat 2",
    }
    assert tables[0].winners_to == tables[1].winners_to == (final.key,)


@pytest.mark.parametrize("leaver", [0, 1])
def test_of_two_finalists_the_one_who_stays_has_won(leaver):
    """Both won their heats; too few are left for a table, so there is no final."""
    stage = heats(4, TableSizes(2, 2, 2))
    played = play(stage, withdrawn=frozenset())[:1]
    withdrawn = frozenset({leaver})
    assert stage.next_round(played, withdrawn) is None
    standings = stage.standings(played, withdrawn)
    assert (standings[0].entry, standings[0].reached) == (1 - leaver, "Winner")
    assert standings[1].entry == leaver
    assert stage.bracket(played, withdrawn).winner == 1 - leaver


@pytest.mark.parametrize(("go_on", "winners"), [(1, 1), (2, 2), (3, 2)])
def test_a_table_is_told_how_many_of_it_win_even_where_that_is_fewer_than_was_said(go_on, winners):
    """Of seven in [4, 3] not all three of the smaller table can go on."""
    stage = heats(7, go_on=go_on)
    first = stage.next_round([])
    assert sizes_of(first) == [4, 3]
    assert stage.winners(first) == winners
    assert [stage.winners(past.round) for past in play(stage)][-1] == 1
