"""Convoy's combinations, against the print's score card and against trying everything."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.melds import declarations, holds_convoy, holds_heave_to, tally, worth

# The score card once more, in another shape than the code's: ship, partners, points.
SCORE_CARD = [
    ("BC", "BG", 50),
    ("BC", "AA", 50),
    ("CR", "BG", 40),
    ("CR", "AA", 40),
    ("DD", "DC", 30),
    ("SS", "TO", 30),
    ("SS", "MI", 30),
    ("SP", "BO", 30),
    ("AP", "BO", 30),
    ("AC", "AP AP AP AP", 150),
    ("QB", "AA AA", 50),
    ("QB", "AA BG", 50),
    ("QB", "BG BG", 50),
    ("QB", "DC DC", 50),
]
IN_NORTH = [
    ("M1", "M2 M3 M4", 150),
    ("M2", "M3 M4 M5", 150),
    ("M3", "M4 M5 M6", 150),
    ("M1", "M2 M3 M4 HO", 500),
    ("M2", "M3 M4 M5 HO", 500),
    ("M3", "M4 M5 M6 HO", 500),
]
SINGLE = {"BC": 30, "CR": 20, "DD": 20, "SS": 10, "SP": 10, "AP": 10, "AC": 20, "QB": 10}
MERCHANTMEN = ["M1", "M2", "M3", "M4", "M5", "M6"]
CODES = [*SINGLE, *MERCHANTMEN, "HO", "DB", "BG", "AA", "TO", "MI", "BO", "DC"]
COPIES = {"SS": 8, "AP": 10, "HO": 1, "DB": 1, "AC": 2, "QB": 2, **dict.fromkeys(MERCHANTMEN, 2)}
GUNNERS = ["BC", "CR", "QB", "DD", "BG", "AA", "DC"]


def hands(codes, *, cards):
    """Hands that two packs allow."""
    return (
        st.lists(st.sampled_from(codes), max_size=cards)
        .map(sorted)
        .filter(
            lambda hand: all(count <= COPIES.get(card, 6) for card, count in Counter(hand).items())
        )
    )


# Hands of all codes, and hands in which many cards compete for the same partners.
any_hand = (
    hands(CODES, cards=8)
    | hands(GUNNERS, cards=8)
    | hands(["AC", "AP", "AP", "SP", "BO", "SS", "TO", "MI"], cards=8)
    | hands([*MERCHANTMEN, "HO"], cards=8)
)
thorough = settings(max_examples=150, deadline=None)


def ways(hand, card_of_combinations):
    """Every way to put the cards into combinations, a list of (ship, partners, points) each.

    By trying for the first card all cards that it could go with; slow and plain.
    """
    if not hand:
        yield []
        return
    first, others = hand[0], hand[1:]
    yield from ways(others, card_of_combinations)
    for ship, partners, points in card_of_combinations:
        wanted = Counter([ship, *partners.split()])
        for chosen in combinations(range(len(others)), wanted.total() - 1):
            if Counter([first, *(others[place] for place in chosen)]) == wanted:
                rest = [card for place, card in enumerate(others) if place not in chosen]
                for more in ways(rest, card_of_combinations):
                    yield [(ship, partners, points), *more]


def best_by_trying(hand, *, north):
    single = SINGLE | (dict.fromkeys(MERCHANTMEN, 20) if north else {})
    best = 0
    for way in ways(hand, SCORE_CARD + (IN_NORTH if north else [])):
        left = Counter(hand)
        for ship, partners, _ in way:
            left.subtract([ship, *partners.split()])
        alone = sum(single.get(card, 0) * count for card, count in left.items())
        best = max(best, alone + sum(points for _, _, points in way))
    return best


@given(hand=any_hand, north=st.booleans())
@thorough
def test_the_best_total_is_the_best_of_all_that_can_be_tried(hand, north):
    assert worth(tally(hand), north=north).points == best_by_trying(hand, north=north)


@given(hand=any_hand)
@thorough
def test_every_declaration_is_found_and_none_twice(hand):
    expected = {}
    for way in ways(hand, SCORE_CARD):
        names = sorted("+".join([ship, *sorted(partners.split())]) for ship, partners, _ in way)
        if sum(name.count("+") + 1 for name in names) >= 3:
            expected[f"declare {' '.join(names)}"] = sum(points for _, _, points in way)
    assert declarations(tally(hand)) == expected


@given(hand=any_hand, north=st.booleans())
@thorough
def test_what_the_points_are_counted_for_are_cards_of_the_hand_and_make_the_points(hand, north):
    own = worth(tally(hand), north=north)
    used = Counter(card for name in own.combinations for card in name.split("+"))
    assert not used - Counter(hand)
    assert own.points == sum(
        worth(tally(name.split("+")), north=north).points for name in own.combinations
    )


def points(cards, *, north=False):
    return worth(tally(cards.split()), north=north).points


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("BC", 30),
        ("BC BG", 50),
        ("BC AA", 50),
        ("CR", 20),
        ("CR BG", 40),
        ("CR AA", 40),
        ("DD", 20),
        ("DD DC", 30),
        ("SS", 10),
        ("SS TO", 30),
        ("SS MI", 30),
        ("SP", 10),
        ("SP BO", 30),
        ("AP", 10),
        ("AP BO", 30),
        ("AC", 20),
        ("AC AP AP AP AP", 150),
        ("QB", 10),
        ("QB BG BG", 50),
        ("QB AA AA", 50),
        ("QB AA BG", 50),
        ("QB DC DC", 50),
    ],
)
def test_the_score_card_of_the_print(cards, expected):
    assert points(cards) == expected


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("M2", 20),
        ("M1 M2 M3 M4", 150),
        ("M2 M3 M4 M5", 150),
        ("M3 M4 M5 M6", 150),
        ("M1 M2 M3 M4 HO", 500),
        ("M2 M3 M4 M5 HO", 500),
        ("M3 M4 M5 M6 HO", 500),
        ("M1 M2 M3 M5 HO", 80),
        ("M1 M2 M3 M4 M5 M6 HO", 540),
        ("M1 M2 M3 M3 M4 M4 M5 M6", 300),
        ("HO", 0),
    ],
)
def test_merchantmen_count_for_n_only(cards, expected):
    assert points(cards, north=True) == expected
    assert points(cards) == 0


def test_weapons_home_and_double_count_nothing_by_themselves():
    assert points("BG AA TO MI BO DC HO DB", north=True) == 0


def test_one_gun_serves_one_ship_and_the_better_one():
    assert points("BC CR BG") == 70
    assert points("BC CR QB AA AA") == 100


def test_the_q_boat_leaves_a_depth_charge_to_the_destroyers_where_that_is_more():
    assert points("QB DD DC DC") == 70
    assert points("QB DD DD DC DC") == 90


def test_an_airplane_takes_the_bomb_that_the_carrier_does_not_need():
    assert points("AC AP AP AP AP AP BO") == 180
    assert points("AC AP AP AP AP BO") == 150


@pytest.mark.parametrize(
    ("cards", "penalty"),
    [("BG AA TO MI BO DC", 60), ("BG BG", 20), ("BC BG", 10), ("DB", 0), ("BC DD SS", 0)],
)
def test_weapons_in_hand_bear_a_penalty_each_even_beside_their_ship(cards, penalty):
    assert worth(tally(cards.split()), north=False).penalties == penalty
    assert worth(tally(cards.split()), north=True).penalties == penalty


def test_merchantmen_and_home_bear_their_penalty_in_any_hand_but_ns():
    cards = tally(["M1", "M1", "M6", "HO"])
    assert worth(cards, north=False).penalties == 200
    assert worth(cards, north=True).penalties == 0


def test_a_declaration_has_three_cards_or_more():
    """The print: Q Boat and 2; 2 scoring and 2; Aircraft Carrier and 4; 3 scoring and 3."""
    assert declarations(tally(["BC", "BG"])) == {}
    assert declarations(tally(["QB", "DC", "DC"])) == {"declare QB+DC+DC": 50}
    assert declarations(tally(["BC", "BG", "DD", "DC"])) == {"declare BC+BG DD+DC": 80}
    assert declarations(tally(["AC", "AP", "AP", "AP", "AP"])) == {"declare AC+AP+AP+AP+AP": 150}
    assert declarations(tally(["BC", "BG", "DD", "DC", "SS", "TO"])) == {
        "declare BC+BG DD+DC": 80,
        "declare BC+BG DD+DC SS+TO": 110,
        "declare BC+BG SS+TO": 80,
        "declare DD+DC SS+TO": 60,
    }


def test_scoring_cards_alone_cannot_be_declared():
    """The print, in these words."""
    assert declarations(tally(["BC", "BC", "CR", "DD", "SS", "SP", "AP", "AC"])) == {}


def test_merchantmen_are_never_declared():
    assert declarations(tally(["M1", "M2", "M3", "M4", "HO"])) == {}


def test_the_same_cards_can_go_down_in_different_ways():
    assert declarations(tally(["AA", "BC", "BG", "CR"])) == {
        "declare BC+AA CR+BG": 90,
        "declare BC+BG CR+AA": 90,
    }


def test_the_mine_is_no_merchantman():
    assert points("SS MI") == 30
    assert declarations(tally(["SS", "MI", "SS", "TO"])) == {"declare SS+MI SS+TO": 60}


def test_a_convoy_is_four_in_sequence_and_home():
    for cards in ("M1 M2 M3 M4 HO", "M2 M3 M4 M5 HO", "M3 M4 M5 M6 HO BC"):
        assert holds_convoy(tally(cards.split()))
    for cards in ("M1 M2 M3 M4", "M1 M2 M4 M5 HO", "M1 M2 M3 M3 HO"):
        assert not holds_convoy(tally(cards.split()))


def test_a_heave_to_is_two_submarines_two_torpedoes_and_two_mines():
    for cards in ("SS SS TO TO MI MI", "SS SS SS TO TO MI MI MI"):
        assert holds_heave_to(tally(cards.split()))
    for cards in ("SS SS TO TO TO MI", "SS TO TO MI MI", "BC SS SS MI MI TO"):
        assert not holds_heave_to(tally(cards.split()))
