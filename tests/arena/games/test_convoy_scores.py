"""What a deal of Convoy counts, to the letter of its rules (docs/games/convoy.md)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.events import seen_from
from arena.game import OptionError
from tests.arena.games.convoy_table import (
    DULL,
    GAME,
    HEAVE_TO,
    play,
    put_down,
    random_play,
    result,
    sit,
)


def ended_by_heave_to(*others, caller=HEAVE_TO, north=1, **options):
    """Seat 0 has called heave-to before its first pick; ``others`` are the hands of 1, 2 and 3."""
    sitting = sit(caller, *others, north=north, **options)
    play(sitting, "heave-to")
    return sitting


def test_held_points_less_penalties():
    sitting = ended_by_heave_to(
        "BC BG CR SP DC DC AC", "AP AP AP BO BO M1 HO", "DD SS SS BC CR M2 MI"
    )
    assert result(sitting, 1)["held"] == 50 + 20 + 10 + 20
    assert result(sitting, 1)["penalties"] == 30
    assert result(sitting, 2)["held"] == 30 + 30 + 10
    assert result(sitting, 2)["penalties"] == 20 + 100
    assert result(sitting, 3)["held"] == 20 + 30 + 10 + 30 + 20
    assert result(sitting, 3)["penalties"] == 10 + 50


def test_a_called_heave_to_counts_200_and_its_four_weapons_bear_no_penalty():
    sitting = ended_by_heave_to(*DULL[:2])
    shown = result(sitting, 0)
    assert shown["cards"] == ("DD", "MI", "MI", "SS", "SS", "TO", "TO")
    assert shown["combinations"] == ("SS+SS+MI+MI+TO+TO", "DD")
    assert (shown["held"], shown["penalties"], shown["points"]) == (220, 0, 220)


def test_a_weapon_beside_a_called_heave_to_bears_its_penalty():
    sitting = ended_by_heave_to(caller="SS SS TO TO MI MI MI")
    assert (result(sitting, 0)["held"], result(sitting, 0)["penalties"]) == (200, 10)


def test_a_third_submarine_beside_a_called_heave_to_counts_as_usual():
    sitting = sit("SS SS SS TO TO MI MI", stock="TO")
    play(sitting, "draw", "heave-to")
    assert (result(sitting, 0)["held"], result(sitting, 0)["penalties"]) == (230, 10)


CARRIER = "AC AP AP AP AP BC BG"
"""Held points 200."""


def test_a_heave_to_fails_if_somebody_holds_more():
    sitting = ended_by_heave_to("", CARRIER, caller="SS SS TO TO MI MI BO", north=1)
    assert result(sitting, 0)["held"] == 200, "equal is not higher"
    sitting = ended_by_heave_to("", "AC AP AP AP AP DB HO", north=1)
    assert ("fail", 0, 2, 300) in sitting.events
    assert result(sitting, 0)["combinations"] == ()
    assert (result(sitting, 0)["held"], result(sitting, 0)["penalties"]) == (0, 0)
    assert result(sitting, 2)["points"] == 300 - 50


def test_penalties_are_not_looked_at_when_a_heave_to_is_compared():
    hand = "AC AP AP AP AP BC BG"
    sitting = ended_by_heave_to("", hand, caller="SS SS TO TO MI MI MI")
    assert result(sitting, 2)["points"] == 190
    assert result(sitting, 0)["points"] == 190


def test_the_callers_double_counts_when_a_heave_to_is_compared():
    sitting = ended_by_heave_to("", "AC AP AP AP AP BC BC", caller="SS SS TO TO MI MI DB")
    assert (result(sitting, 0)["times"], result(sitting, 0)["points"]) == (2, 400)


def test_ns_convoy_is_higher_than_a_heave_to():
    sitting = ended_by_heave_to("M1 M2 M3 M4 HO BC CR", north=1)
    assert ("fail", 0, 1, 550) in sitting.events
    assert result(sitting, 0)["points"] == 0


def test_declared_points_survive_a_failed_heave_to():
    sitting = sit(
        "BC BC BG BG SS SS TO",
        "M1 M2 M3 M4 M5 M6 CR",
        stock="TO HO",
        north=1,
    )
    play(sitting, "draw", "declare BC+BG BC+BG", "discard SS")
    # The deal goes on long enough for the caller to collect six cards again.
    sitting._gain(0, "SS")
    sitting._gain(0, "MI")
    sitting._gain(0, "MI")
    sitting._gain(1, "HO")
    sitting.turn = sitting.player = 0
    sitting._legal = None
    play(sitting, "heave-to")
    assert (result(sitting, 0)["held"], result(sitting, 0)["points"]) == (0, 100)


def test_declared_points_of_others_are_not_looked_at_when_a_heave_to_is_compared():
    sitting = sit("AC AP AP AP AP M1 CR", HEAVE_TO, stock="BG", north=3)
    play(sitting, "draw", "declare AC+AP+AP+AP+AP", "discard M1")
    play(sitting, "heave-to")
    assert result(sitting, 0)["declared"] == 150
    assert result(sitting, 1)["held"] == 220


def test_n_counts_a_convoy_that_was_not_called():
    sitting = ended_by_heave_to("M2 M3 M4 M5 HO BC M6", north=1)
    assert result(sitting, 1)["held"] == 500 + 20 + 30
    assert result(sitting, 1)["penalties"] == 0


def test_a_called_convoy_ends_the_deal_and_is_halved_with_s():
    sitting = sit("M1 M2 M3 M4 HO BC BG", "", "DD DC M5 SS CR CR CR", north=0)
    play(sitting, "convoy")
    assert result(sitting, 0)["points"] == 500 + 50 - 10
    assert result(sitting, 2)["points"] == 30 + 10 + 60 - 10 - 50
    assert ("pool", 0, 2, 580, 290) in sitting.events
    assert sitting.totals[0] == sitting.totals[2] == 290


def test_an_uncalled_heave_to_counts_by_the_table():
    sitting = sit("M1 M2 M3 M4 HO BC BG", HEAVE_TO, north=0)
    play(sitting, "convoy")
    assert result(sitting, 1)["held"] == 30 + 30 + 20
    assert result(sitting, 1)["penalties"] == 40


def test_double_doubles_held_and_declared_points_but_not_penalties():
    sitting = sit("AC AP AP AP AP BC DB", stock="BO", north=1)
    play(sitting, "draw", "declare AC+AP+AP+AP+AP", "discard BC")
    for _ in range(3):
        put_down(sitting)
    play(sitting, "draw")
    sitting._score(why="the test ends it")
    shown = result(sitting, 0)
    assert shown["times"] == 2
    assert shown["points"] == 2 * (shown["held"] + 150) - shown["penalties"]
    assert shown["penalties"] >= 10


def test_double_is_counted_before_pooling_and_for_its_holder_only():
    sitting = sit("M1 M2 M3 M4 HO DB BC", "", "CR CR CR DD DD DD M5", north=0)
    play(sitting, "convoy")
    assert result(sitting, 0)["points"] == 2 * 530
    assert result(sitting, 2)["times"] == 1
    assert sitting.totals[0] == (2 * 530 + 120 - 50) // 2


def test_everything_is_public_when_a_deal_ends():
    sitting = ended_by_heave_to(*DULL[:2])
    for event in sitting.events:
        if event[0] in ("end", "show", "pool", "fail"):
            assert seen_from(event, None, GAME.kinds) == event
    assert sitting.history[0] == sitting.events
    assert ("hand", 0, tuple(sorted(HEAVE_TO.split()))) in sitting.view(3)["history"][0]


def test_a_match_ends_when_a_total_reaches_the_goal_at_the_end_of_a_deal():
    assert GAME.sit(4, shuffle_seed="s").options == {"deals": 16, "game": 1000}
    sitting = GAME.sit(4, {"game": 1}, shuffle_seed="goal")
    while not sitting.over:
        assert max(sitting.totals) < 1
        sitting.play(sitting.legal()[0])
    assert max(sitting.totals) >= 1
    with pytest.raises(OptionError):
        GAME.sit(4, {"game": 100_001}, shuffle_seed="s")


def test_the_view_tells_what_the_own_hand_is_worth():
    sitting = sit("BC BG CR SP DC M1 DB", "M1 M2 M3 M4 HO BC BG", north=1, players=5)
    view = sitting.view(0)
    assert view["hand"] == ["BC", "BG", "CR", "DB", "DC", "M1", "SP"]
    assert (view["value"], view["penalties"], view["doubled"]) == (80, 70, True)
    assert view["combinations"] == ["BC+BG", "CR", "SP"]
    view = sitting.view(1)
    assert (view["value"], view["penalties"], view["doubled"]) == (550, 10, False)
    assert view["combinations"] == ["BC+BG", "M1+M2+M3+M4+HO"]


@given(players=st.integers(4, 8), seed=st.integers(0, 2**32).map(str))
@settings(max_examples=20, deadline=None)
def test_n_and_s_score_the_same_and_nothing_is_lost_in_pooling(players, seed):
    sitting = None
    for sitting in random_play(players, seed):  # noqa: B007
        pass
    (scores,) = [deal.scores for deal in sitting.deals]
    assert scores[sitting.north] == scores[sitting.south]
    assert sum(scores) == sum(result(sitting, seat)["points"] for seat in range(players))
