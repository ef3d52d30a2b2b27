"""Hands and their two orders."""

import pytest

from arena.cards import Hand, numbered, places_of

PLACES = places_of(numbered("RYBW", range(1, 12)))


def test_a_hand_is_shown_suit_by_suit_in_the_order_of_its_numbers():
    assert Hand(["W1", "R11", "B2", "R2", "Y9", "R10"], PLACES).cards == [
        "R2",
        "R10",
        "R11",
        "Y9",
        "B2",
        "W1",
    ]


def test_the_cards_of_the_led_suit_must_be_played_if_there_are_any():
    hand = Hand(["W1", "R11", "B2", "R2", "Y9", "R10"], PLACES)
    assert hand.following("R") == ("R10", "R11", "R2")
    assert hand.following("W") == ("W1",)


def test_a_leader_and_a_void_player_may_play_all_cards():
    hand = Hand(["W1", "R11", "B2", "R2", "R10"], PLACES)
    assert hand.following(None) == hand.following("Y") == ("B2", "R10", "R11", "R2", "W1")


def test_cards_come_and_go_in_both_orders():
    hand = Hand(["R2", "R11"], PLACES)
    hand.add("R10")
    hand.add("B1")
    hand.remove("R2")
    assert hand.cards == ["R10", "R11", "B1"]
    assert hand.following("R") == ("R10", "R11")
    assert hand.following(None) == ("B1", "R10", "R11")
    with pytest.raises(ValueError, match="not in list"):
        hand.remove("R2")
