"""Declarations and calls in Convoy, to the letter of its rules (docs/games/convoy.md)."""

import pytest

from tests.arena.games.convoy_table import (
    DECLARER,
    HEAVE_TO,
    gone_out,
    legal,
    play,
    put_down,
    result,
    sit,
)

# Declaring.


def test_a_declaration_is_offered_in_every_way_it_can_be_written():
    sitting = sit("BC BC BG AA DD DD DC", stock="QB")
    assert sitting.legal() == ("draw",)
    play(sitting, "draw")
    assert legal(sitting, "declare") == [
        "declare BC+AA BC+BG",
        "declare BC+AA BC+BG DD+DC",
        "declare BC+AA DD+DC",
        "declare BC+BG DD+DC",
        "declare DD+DC QB+AA+BG",
        "declare QB+AA+BG",
    ]
    points = sitting.view(0)["declarations"]
    assert list(points) == legal(sitting, "declare")
    assert (points["declare BC+AA BC+BG DD+DC"], points["declare QB+AA+BG"]) == (130, 50)
    assert sitting.view(1)["declarations"] == {}


def test_declared_cards_leave_the_hand_count_their_points_and_are_seen_by_all():
    sitting = sit(DECLARER, stock="HO")
    play(sitting, "draw", "declare BC+BG CR+AA")
    assert sitting.hands[0] == ["DC", "DD", "HO", "SS"]
    assert sitting.seen(None)[-1] == ("declare", 0, ("BC+BG", "CR+AA"), 90)
    view = sitting.view(3)
    assert view["declared"][0] == ["BC+BG", "CR+AA"]
    assert view["declared_points"] == [90, 0, 0, 0]


def test_one_declares_once_a_turn():
    sitting = sit("BC BC BG BG DD DD DC", stock="DC HO DB M1 M2")
    play(sitting, "draw", "declare BC+BG BC+BG")
    assert sitting.legal() == ("discard DC", "discard DD")
    play(sitting, "discard DD")
    put_down(sitting, 3)
    play(sitting, "draw")
    assert not legal(sitting, "declare")


def test_n_never_declares():
    sitting = sit(DECLARER, north=0)
    play(sitting, "draw")
    assert not legal(sitting, "declare")


def test_s_may_declare():
    sitting = sit(DECLARER, north=2)
    play(sitting, "draw")
    assert legal(sitting, "declare")


def test_nothing_is_declared_before_picking():
    sitting = sit("", DECLARER)
    put_down(sitting)
    assert not legal(sitting, "declare")


@pytest.mark.parametrize(
    ("hand", "drawn", "declaration"),
    [
        ("AC AP AP AP AP BC HO", "BG", "AC+AP+AP+AP+AP BC+BG"),
        ("BC BG CR AA DD DC SS", "TO", "BC+BG CR+AA DD+DC SS+TO"),
    ],
    ids=["seven cards", "eight cards"],
)
def test_a_complete_declaration_ends_the_deal(hand, drawn, declaration):
    sitting = sit(hand, stock=drawn)
    play(sitting, "draw", f"declare {declaration}")
    assert sitting.over
    assert ("end", "complete declaration") in sitting.events
    assert not [event for event in sitting.events if event[0] == "out"]


def test_the_eighth_card_kept_in_hand_counts_and_is_penalised():
    sitting = sit("AC AP AP AP AP BC HO", stock="BG", north=1)
    play(sitting, "draw", "declare AC+AP+AP+AP+AP BC+BG")
    shown = result(sitting, 0)
    assert (shown["cards"], shown["held"], shown["declared"]) == (("HO",), 0, 200)
    assert (shown["penalties"], shown["points"]) == (50, 150)
    sitting = sit("QB DC DC BC BG CR AA", stock="SS", north=1)
    play(sitting, "draw", "declare BC+BG CR+AA QB+DC+DC")
    assert result(sitting, 0)["points"] == 140 + 10


def test_a_hand_emptied_by_a_declaration_ends_the_turn_and_its_player_is_out():
    sitting = gone_out()
    assert sitting.events[-2:] == [
        ("declare", 0, ("DD+DC", "SS+MI"), 60),
        ("out", 0),
    ]
    assert not sitting.over
    assert sitting.turn == 1
    assert sitting.view(2)["out"] == [True, False, False, False]


def test_who_is_out_is_skipped():
    sitting = gone_out()
    put_down(sitting, 3)
    assert sitting.turn == 1


def test_nothing_can_be_offered_to_who_is_out():
    sitting = gone_out()
    put_down(sitting)
    assert sitting.turn == 2
    assert not legal(sitting, "offer")
    assert not sitting.view(2)["may_offer"]
    put_down(sitting)
    assert legal(sitting, "offer")


def test_who_discards_the_last_card_is_out():
    sitting = sit("BC BG CR AA QB SS DC", stock="AP HO DB M1 DC")
    play(sitting, "draw", "declare BC+BG CR+AA", "discard AP")
    put_down(sitting, 3)
    play(sitting, "draw", "declare QB+DC+DC", "discard SS")
    assert sitting.events[-1] == ("out", 0)
    assert sitting.turn == 1


def test_if_only_n_is_left_n_plays_on_alone():
    sitting = sit(
        DECLARER,
        "AC QB M1 M2 M3 M4 M5",
        DECLARER,
        DECLARER,
        stock="HO DB M6 AP MI SP MI MI",
        north=1,
    )
    drawn = ["HO", "DB", "M6", "AP"]
    for seat in range(4):
        if seat == 1:
            put_down(sitting)
        else:
            play(sitting, "draw", "declare BC+BG CR+AA", f"discard {drawn[seat]}")
    for seat in range(4):
        if seat == 1:
            put_down(sitting)
        else:
            play(sitting, "draw", "declare DD+DC SS+MI")
    for _ in range(3):
        assert sitting.turn == 1
        put_down(sitting)
    assert sitting.view(1)["out"] == [True, False, True, True]


# Calls.


def test_heave_to_is_called_before_or_after_the_pick_but_not_while_answering():
    sitting = sit("", "M1 BC BC CR CR DD DD", "", HEAVE_TO, north=1)
    put_down(sitting)
    play(sitting, "offer M1")
    assert "heave-to" not in sitting.legal()
    play(sitting, "refuse", "draw", f"discard {sitting.hands[1][0]}")
    put_down(sitting)
    assert "heave-to" in sitting.legal()
    play(sitting, "draw")
    assert "heave-to" in sitting.legal()
    play(sitting, "heave-to")
    assert sitting.over


def test_convoy_is_not_called_while_answering():
    sitting = sit("", "AP BC BC CR CR DD DD", "", "M1 M2 M3 M4 HO SS SP", north=3)
    put_down(sitting)
    play(sitting, "offer AP")
    assert "convoy" not in sitting.legal()


def test_a_call_may_come_after_an_exchange_and_after_a_refusal():
    sitting = sit("", "MI BC SS SS TO TO MI", "", "M1 M2 M3 M4 HO SS SP", north=0)
    put_down(sitting)
    play(sitting, "offer BC")
    play(sitting, "refuse")
    assert sitting.legal() == ("draw", "heave-to", "take")
    sitting = sit("", "BC DD SS SS TO TO MI", "", "MI M2 M3 M4 HO SS SP", north=0)
    put_down(sitting)
    play(sitting, "offer BC", "give MI")
    assert "heave-to" in sitting.legal()
    assert "done" in sitting.legal()


def test_only_n_calls_convoy_and_n_never_calls_heave_to():
    assert sit("M1 M2 M3 M4 HO BC CR", north=1).legal() == ("draw",)
    assert sit(HEAVE_TO, north=0).legal() == ("draw",)


def test_convoy_needs_home():
    assert sit("M1 M2 M3 M4 M5 M6 BC", north=0).legal() == ("draw",)
