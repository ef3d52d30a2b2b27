"""Double knockout."""

import random
from collections import Counter

import pytest

from arena.formats.contract import PlayedRound
from arena.formats.double_knockout import DoubleKnockout
from arena.formats.points import result_of_match
from tests.arena.formats.event import TWO, by_seeding, order_of, pairs_of, play, won_by


def double_knockout(entries, **options):
    return DoubleKnockout(entries, table_sizes=TWO, lots=range(entries), options=options)


def test_four_by_seeding():
    stage = double_knockout(4)
    played = play(stage)
    assert [(past.round.name, pairs_of(past.round)) for past in played] == [
        ("Winners' round 1", {(0, 3), (1, 2)}),
        ("Winners' final and losers' round 1", {(0, 1), (2, 3)}),
        ("Losers' final", {(1, 2)}),
        ("Grand final", {(0, 1)}),
    ]
    assert order_of(stage.standings(played)) == [0, 1, 2, 3]


def test_the_grand_final_is_played_again_if_its_winner_had_lost_before():
    stage = double_knockout(4)
    played = []
    for winners in [(), (), (), (1,)]:
        played.append(won_by(stage.next_round(played), *winners))
    again = stage.next_round(played)
    assert again.name == "Second grand final"
    assert pairs_of(again) == {(0, 1)}
    assert order_of(stage.standings([*played, won_by(again, 0)]))[:2] == [0, 1]
    assert order_of(stage.standings([*played, won_by(again, 1)]))[:2] == [1, 0]
    assert stage.next_round([*played, won_by(again, 1)]) is None


def test_with_a_single_grand_final_its_winner_has_won():
    stage = double_knockout(4, second_final="no")
    played = []
    for winners in [(), (), (), (1,)]:
        played.append(won_by(stage.next_round(played), *winners))
    assert stage.next_round(played) is None
    assert order_of(stage.standings(played))[:2] == [1, 0]
    assert stage.rounds_max == 4


@pytest.mark.parametrize("entries", [3, 4, 5, 6, 7, 8, 12, 16, 33, 64, 200])
def test_everybody_but_the_winner_loses_twice(entries):
    rng = random.Random(entries)

    def by_chance(made):
        return PlayedRound(
            made,
            tuple(result_of_match(rng.choice([[1, 0], [0, 1]])) for _ in made.tables),
        )

    stage = double_knockout(entries)
    played = play(stage, by_chance)
    lost: Counter[int] = Counter()
    for past in played:
        for table, result in zip(past.round.tables, past.results, strict=True):
            lost[table.entries[result.points.index(0)]] += 1
    winner = order_of(stage.standings(played))[0]
    assert lost[winner] <= 1
    assert {lost[entry] for entry in range(entries) if entry != winner} == {2}


@pytest.mark.parametrize("entries", [8, 16, 32, 64])
def test_by_the_seeding_nobody_meets_again_before_the_last_four(entries):
    stage = double_knockout(entries)
    played = play(stage)
    met = Counter(pair for past in played for pair in pairs_of(past.round))
    again = {pair for pair, times in met.items() if times > 1}
    assert all(max(pair) < 4 for pair in again)


def test_the_bracket_has_two_sides_and_a_final():
    bracket = double_knockout(8).bracket([])
    assert [part.title for part in bracket.parts] == [
        "Winners' bracket",
        "Losers' bracket",
        "Grand final",
    ]
    assert [len(column.tables) for column in bracket.parts[0].columns] == [4, 2, 1]
    assert [len(column.tables) for column in bracket.parts[1].columns] == [2, 2, 1, 1]
    first = bracket.parts[0].columns[0].tables[0]
    assert first.losers_to == "l1.0"


def test_a_second_grand_final_that_nobody_needs_is_not_drawn():
    stage = double_knockout(4)
    titles = [column.title for column in stage.bracket(play(stage)).parts[2].columns]
    assert titles == ["Grand final"]
    before = [column.title for column in stage.bracket([]).parts[2].columns]
    assert before == ["Grand final", "Second grand final"]


def test_if_all_in_the_losers_bracket_withdraw_the_final_goes_to_who_is_left():
    stage = double_knockout(8)
    first = by_seeding(stage.next_round([]))
    withdrawn = frozenset({4, 5, 6, 7})
    played = play_on(stage, [first], withdrawn)
    assert order_of(stage.standings(played, withdrawn))[:2] == [0, 1]


def play_on(stage, played, withdrawn):
    while (made := stage.next_round(played, withdrawn)) is not None:
        played.append(by_seeding(made))
    return played
