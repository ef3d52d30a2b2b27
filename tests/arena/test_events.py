"""Secrecy: how an event looks from each seat."""

import pytest

from arena.events import HIDDEN, Kind, seen_from

KINDS = {
    "play": Kind(("seat", "card"), "{seat} plays {card}"),
    "draw": Kind(("seat", "card"), "{seat} draws {card}", private=("card",)),
    "hand": Kind(("seat", "cards"), "{seat} gets {cards}", private=("cards",)),
    "swap": Kind(
        ("seat", "to", "card"),
        "{seat} gives {to} {card}",
        seats=("seat", "to"),
        private=("card",),
        knowers=("seat", "to"),
    ),
}


@pytest.mark.parametrize("seat", [0, 1, None])
def test_an_open_event_looks_the_same_to_all(seat):
    assert seen_from(("play", 1, "R5"), seat, KINDS) == ("play", 1, "R5")


def test_a_drawn_card_is_seen_by_the_seat_that_drew_it_alone():
    event = ("draw", 2, "R5")
    assert seen_from(event, 2, KINDS) == event
    for other in (0, 1, 3, None):
        assert seen_from(event, other, KINDS) == ("draw", 2, HIDDEN)


def test_of_a_hidden_hand_the_number_of_cards_is_seen():
    assert seen_from(("hand", 0, ("R1", "R2")), 1, KINDS) == ("hand", 0, (HIDDEN, HIDDEN))


def test_both_who_exchange_cards_know_them():
    event = ("swap", 0, 2, "R5")
    assert [seen_from(event, seat, KINDS)[3] for seat in (0, 1, 2, None)] == ["R5", "?", "R5", "?"]


@pytest.mark.parametrize("event", [("draw", 2), ("draw", 2, "R5", "R6")])
@pytest.mark.parametrize("seat", [1, 2])
def test_an_event_of_another_shape_than_its_kind_is_not_shown_by_accident(event, seat):
    with pytest.raises(ValueError, match="an event of kind draw has the fields seat, card"):
        seen_from(event, seat, KINDS)


def test_an_undeclared_kind_is_not_shown_by_accident():
    with pytest.raises(KeyError):
        seen_from(("peek", 0, "R5"), 1, KINDS)
