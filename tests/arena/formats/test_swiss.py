"""The Swiss system as a stage."""

import random
from collections import Counter
from itertools import combinations

import pytest

from arena.formats.contract import FormatRefused, PlayedRound, TableSizes
from arena.formats.points import result_of_match
from arena.formats.swiss import Swiss
from tests.arena.formats.event import TWO, by_seeding, order_of, pairs_of, play


def swiss(entries, *, sizes=TWO, **options):
    return Swiss(entries, table_sizes=sizes, lots=range(entries), options=options)


def by_chance(rng):
    def each(made):
        return PlayedRound(
            made,
            tuple(
                result_of_match([rng.randrange(4) for _ in table.entries]) for table in made.tables
            ),
        )

    return each


def test_eight_entries_by_seeding_play_as_the_book_says():
    """Upper half against lower half of each score group, round after round."""
    stage = swiss(8)
    played = play(stage)
    assert [pairs_of(past.round) for past in played[:2]] == [
        {(0, 4), (1, 5), (2, 6), (3, 7)},
        {(0, 2), (1, 3), (4, 6), (5, 7)},
    ]
    assert (0, 1) in pairs_of(played[2].round)
    assert order_of(stage.standings(played))[0] == 0


@pytest.mark.parametrize(("entries", "rounds"), [(2, 1), (3, 2), (8, 3), (9, 4), (64, 6), (200, 8)])
def test_without_a_choice_there_are_as_many_rounds_as_in_a_knockout(entries, rounds):
    assert swiss(entries).rounds_max == rounds


@pytest.mark.parametrize("entries", [2, 3, 6, 7, 10, 11, 16])
def test_with_all_the_rounds_there_are_it_becomes_a_round_robin(entries):
    """Nobody meets again though every pair has to meet: what can be avoided is avoided to the end."""
    rng = random.Random(entries)
    stage = swiss(entries, rounds=max(1, entries // 2))
    played = play(stage, by_chance(rng))
    meetings = Counter(pair for past in played for pair in pairs_of(past.round))
    assert set(meetings.values()) == {1}
    byes = Counter(bye for past in played for bye in past.round.byes)
    assert set(byes.values()) <= {1}


def test_a_bye_is_worth_a_win():
    stage = Swiss(3, table_sizes=TWO, lots=range(3), games=5)
    (first, *_) = play(stage)
    assert first.round.byes == (2,)
    assert stage.standings([first])[0].points == 5


def test_more_rounds_than_opponents_are_refused():
    assert swiss(6, rounds=5).rounds_max == 5
    with pytest.raises(FormatRefused, match="at most 5 rounds"):
        swiss(6, rounds=6)
    assert swiss(5, rounds=5).rounds_max == 5


@pytest.mark.parametrize("entries", [4, 9, 12, 30, 61])
def test_at_tables_of_four_few_meet_again_and_seats_are_even(entries):
    stage = swiss(entries, sizes=TableSizes(3, 4, 5), rounds=5)
    played = play(stage, by_chance(random.Random(entries)))
    meetings = Counter(
        pair
        for past in played
        for table in past.round.tables
        for pair in combinations(sorted(table.entries), 2)
    )
    again = sum(times - 1 for times in meetings.values())
    everything = sum(meetings.values())
    possible = entries * (entries - 1) // 2
    # What numbers alone force to be repeated, and one in twelve beside.
    assert again <= max(0, everything - possible) + everything / 12
    seats = Counter(
        (entry, seat)
        for past in played
        for table in past.round.tables
        for seat, entry in enumerate(table.entries[:3])
    )
    assert max(seats.values()) <= 3


def test_the_first_round_at_tables_of_four_deals_the_seeds_out():
    made = swiss(12, sizes=TableSizes(4, 4, 4)).next_round([])
    assert [sorted(table.entries) for table in made.tables] == [
        [0, 3, 6, 9],
        [1, 4, 7, 10],
        [2, 5, 8, 11],
    ]


def test_the_leaders_meet_at_tables_of_four():
    stage = swiss(16, sizes=TableSizes(4, 4, 4))
    first = by_seeding(stage.next_round([]))
    second = stage.next_round([first])
    assert pairs_of(second) >= {(0, 1, 2, 3)}


def test_who_withdraws_is_paired_no_more_and_keeps_its_points():
    stage = swiss(8)
    played = [by_seeding(stage.next_round([]))]
    withdrawn = frozenset({0})
    second = stage.next_round(played, withdrawn)
    assert 0 not in {entry for table in second.tables for entry in table.entries}
    assert len(second.byes) == 1
    played.append(by_seeding(second))
    standing = next(one for one in stage.standings(played, withdrawn) if one.entry == 0)
    assert standing.points == 1
    assert standing.is_out
