"""Round robin as a stage, at tables of two and of more."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from arena.formats.contract import FormatRefused, PlayedRound, TableSizes
from arena.formats.points import walkover
from arena.formats.round_robin import RoundRobin
from tests.arena.formats.event import TWO, by_seeding, order_of, play

THREE, FOUR = TableSizes(3, 3, 3), TableSizes(4, 4, 4)


def round_robin(entries, sizes=TWO, **options):
    return RoundRobin(entries, table_sizes=sizes, lots=range(entries), options=options)


def meetings(played):
    return Counter(
        pair
        for past in played
        for table in past.round.tables
        for pair in combinations(sorted(table.entries), 2)
    )


def seats(played):
    return Counter(
        (entry, seat)
        for past in played
        for table in past.round.tables
        for seat, entry in enumerate(table.entries)
    )


def uneven(counts, keys):
    values = [counts[key] for key in keys]
    return max(values) - min(values)


@pytest.mark.parametrize(
    ("entries", "rounds"), [(2, 1), (5, 5), (6, 5), (10, 9), (101, 101), (200, 199)]
)
def test_at_tables_of_two_everybody_meets_once(entries, rounds):
    stage = round_robin(entries)
    played = play(stage)
    assert len(played) == rounds == stage.rounds_max
    assert set(meetings(played).values()) == {1}
    assert len(meetings(played)) == comb(entries, 2) == stage.tables_max
    assert order_of(stage.standings(played)) == list(range(entries))


def test_in_two_cycles_everybody_has_each_seat_against_each():
    played = play(round_robin(6, cycles=2))
    assert set(meetings(played).values()) == {2}
    assert uneven(seats(played), [(entry, seat) for entry in range(6) for seat in range(2)]) == 0


@pytest.mark.parametrize(
    ("entries", "sizes"), [(4, THREE), (5, THREE), (6, FOUR), (7, THREE), (8, FOUR), (10, THREE)]
)
def test_every_set_meets_equally_often_where_that_is_affordable(entries, sizes):
    stage = round_robin(entries, sizes)
    played = play(stage)
    size = sizes.preferred
    sets = Counter(frozenset(table.entries) for past in played for table in past.round.tables)
    assert set(sets.values()) == {1}
    assert len(sets) == comb(entries, size) == stage.tables_max
    assert set(meetings(played).values()) == {comb(entries - 2, size - 2)}
    keys = [(entry, seat) for entry in range(entries) for seat in range(size)]
    assert uneven(seats(played), keys) <= 2
    least = -(-comb(entries, size) // (entries // size))
    assert len(played) <= 1.25 * least + 2


@pytest.mark.parametrize(
    ("entries", "sizes", "bound"),
    [
        (13, FOUR, 1),
        (16, FOUR, 2),
        (21, TableSizes(3, 4, 5), 2),
        (25, TableSizes(5, 5, 5), 2),
        (40, FOUR, 2),
        (48, TableSizes(3, 3, 3), 2),
    ],
)
def test_beyond_that_pairs_meet_nearly_equally_often(entries, sizes, bound):
    """After as many rounds as whole designs take, nobody meets anybody more than ``bound`` + 1 times."""
    stage = round_robin(entries, sizes, rounds=-(-(entries - 1) // (sizes.preferred - 1)))
    played = play(stage)
    met = meetings(played)
    assert max(met.values()) <= bound + 1
    pairs = comb(entries, 2)
    missing = pairs - len(met)
    # Of all pairs at most so many have not met; a design at random leaves out 37 %.
    assert missing <= 0.3 * pairs
    counts = Counter(entry for past in played for t in past.round.tables for entry in t.entries)
    assert uneven(counts, range(entries)) <= 1
    keys = [(entry, seat) for entry in range(entries) for seat in range(sizes.low)]
    assert uneven(seats(played), keys) <= 3


def test_without_a_choice_there_are_rounds_for_everybody_to_have_met_everybody():
    assert round_robin(40, FOUR).rounds_max == 13
    assert round_robin(40, FOUR, cycles=2).rounds_max == 26


def test_who_leaves_before_half_of_its_tables_counts_for_nobody():
    """FIDE C.05: entry 3 beats 0 in the first of three rounds, and leaves."""
    stage = round_robin(4)
    first = stage.next_round([])
    assert {frozenset(table.entries) for table in first.tables} == {
        frozenset({0, 3}),
        frozenset({1, 2}),
    }
    played = [PlayedRound(first, tuple(
        walkover(2, absent=[seat for seat, entry in enumerate(table.entries) if entry in (0, 2)])
        for table in first.tables
    ))]  # fmt: skip
    withdrawn = frozenset({3})
    while (made := stage.next_round(played, withdrawn)) is not None:
        assert len(made.tables) == len(made.byes) == 1
        played.append(by_seeding(made))
    standings = stage.standings(played, withdrawn)
    assert {one.entry: one.points for one in standings} == {0: 2, 1: 1, 2: 0, 3: 0}
    assert order_of(standings)[-1] == 3


def test_who_leaves_later_loses_what_is_left():
    """Entry 0 wins two of three tables and leaves: both wins stand, the third is its opponent's."""
    stage = round_robin(4)
    played = [by_seeding(stage.next_round([]))]
    played.append(by_seeding(stage.next_round(played)))
    withdrawn = frozenset({0})
    third = stage.next_round(played, withdrawn)
    (opponent,) = third.byes
    played.append(by_seeding(third))
    points = {one.entry: one.points for one in stage.standings(played, withdrawn)}
    before = {one.entry: one.points for one in stage.standings(played[:2])}
    assert points[0] == before[0] == 2
    assert points[opponent] == before[opponent] + 1


def test_at_larger_tables_the_others_play_on_with_one_less():
    stage = round_robin(6, TableSizes(3, 4, 4))
    played = [by_seeding(stage.next_round([]))]
    withdrawn = frozenset({0})
    played = play_on(stage, played, withdrawn)
    assert all(len(t.entries) in (3, 4) for past in played for t in past.round.tables)
    standings = stage.standings(played, withdrawn)
    assert len({one.tables for one in standings if one.entry}) <= 2


def test_who_wins_once_at_a_larger_table_and_leaves_has_not_won_the_stage():
    """Per table played, entry 0 would be the best for good with its only win."""
    stage = round_robin(8, TableSizes(3, 4, 4))
    played = [by_seeding(stage.next_round([]))]
    withdrawn = frozenset({0})
    standings = stage.standings(play_on(stage, played, withdrawn), withdrawn)
    assert order_of(standings)[0] == 1
    assert order_of(standings).index(0) > 4


def play_on(stage, played, withdrawn):
    while (made := stage.next_round(played, withdrawn)) is not None:
        played.append(by_seeding(made))
    return played


def test_the_cross_table_has_everybody_against_everybody():
    stage = round_robin(4)
    played = play(stage)
    cross = stage.cross_table(played)
    assert cross.entries == (0, 1, 2, 3)
    assert cross.cells == (
        (None, 1, 1, 1),
        (0, None, 1, 1),
        (0, 0, None, 1),
        (0, 0, 0, None),
    )
    assert stage.cross_table([]).cells[0] == (None,) * 4


def test_rounds_can_only_be_chosen_at_larger_tables():
    with pytest.raises(FormatRefused, match="leave out the rounds"):
        round_robin(6, rounds=3)
    assert round_robin(8, FOUR, rounds=3).rounds_max == 3
