"""David & Goliath to the letter of its rules (docs/games/david-and-goliath.md)."""

import random
from collections import Counter
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game import IllegalMove, SeatsError
from arena.games import find_game
from arena.games.david_and_goliath import Winnings, low_and_high

GAME = find_game("david-and-goliath")


def sit(hands: list[str], *, voids: dict[int, str] | None = None, dealer: int | None = None):
    """A sitting of one deal in which each seat holds these cards; seat 0 leads unless told.

    Hands are filled up to fifteen cards, without the colours in ``voids`` for a seat.
    """
    players = len(hands)
    voids = voids or {}
    dealer = players - 1 if dealer is None else dealer
    named = [hand.split() for hand in hands]
    left = [card for card in GAME.pack(players) if card not in " ".join(hands).split()]
    for seat in sorted(range(players), key=lambda seat: -len(voids.get(seat, ""))):
        fitting = [card for card in left if card[0] not in voids.get(seat, "")]
        named[seat] += fitting[: 15 - len(named[seat])]
        left = [card for card in left if card not in named[seat]]
    rows = [named[(dealer + 1 + step) % players] for step in range(players)]
    pack = [card for cards in zip(*rows, strict=True) for card in cards]
    return GAME.sit(players, {"deals": 1}, deals=[{"dealer": dealer, "pack": pack}])


def credit(cards: list[str]) -> int:
    """The points of these cards, won one after another."""
    winnings = Winnings()
    winnings.add(cards)
    return winnings.points


def played(sitting, moves: str):
    for move in moves.split():
        sitting.play(move)
    return sitting


def test_the_pack_has_three_values_a_player_in_each_of_five_colours():
    for players, highest in [(3, 9), (4, 12), (5, 15), (6, 18)]:
        whole = {f"{colour}{value}" for colour in "RYGBP" for value in range(1, highest + 1)}
        assert set(GAME.pack(players)) == whole
        assert len(GAME.pack(players)) == 15 * players


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_everybody_gets_fifteen_cards(players):
    assert GAME.sit(players, shuffle_seed="s").view(0)["hands"] == [15] * players


@pytest.mark.parametrize("players", [1, 2, 7])
def test_it_is_played_by_3_to_6(players):
    with pytest.raises(SeatsError, match="played by 3 to 6 players"):
        GAME.sit(players, shuffle_seed="s")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_match_has_a_deal_for_each_player_unless_told_otherwise(players):
    assert GAME.sit(players, shuffle_seed="s").options == {"deals": players}
    assert GAME.sit(players, {"deals": 2}, shuffle_seed="s").options == {"deals": 2}


def test_the_player_left_of_the_dealer_leads_any_card():
    sitting = sit(["R1", "R2", "R3"], dealer=0)
    assert sitting.turn == 1
    assert set(sitting.legal()) == set(sitting.view(1)["hand"])


def test_the_print_example_of_five_players_andreas_to_emma():
    """Rulebook, "Course of Play", example: G4 G12 G7 R2 G2."""
    andreas, ben, _, dennis, emma = range(5)
    sitting = sit(["G4", "G12", "G7", "R2", "G2"], voids={dennis: "G"})
    played(sitting, "G4 G12 G7")
    assert sitting.turn == dennis
    assert "R2" in sitting.legal()
    played(sitting, "R2 G2")
    view = sitting.view(andreas)
    assert view["won"] == [[], ["R2", "G2", "G4", "G7"], [], [], ["G12"]]
    assert view["points"] == [0, 2 + 3, 0, 0, 12]
    assert view["events"][-2:] == [
        ("prize", emma, "G12"),
        ("trick", ben, ("G4", "G7", "R2", "G2")),
    ]
    assert sitting.turn == ben


def test_the_print_example_of_scoring_dennis_has_52_points():
    """Rulebook, "Scoring Example": 3 + 8 + 14 + 5 + 22."""
    won = ["R4", "R10", "R11", "Y8", "G5", "G9", "B2", "B3", "B6", "B10", "B12", "P10", "P12"]
    assert credit(won) == 52
    by_colour = [credit([card for card in won if card[0] == colour]) for colour in "RYGBP"]
    assert by_colour == [3, 8, 14, 5, 22]


def test_no_card_of_a_colour_is_no_points():
    assert credit([]) == 0


def test_a_player_who_holds_the_led_colour_must_follow():
    sitting = sit(["R1", "R2 R9", "R3"], voids={2: "R"})
    sitting.play("R1")
    assert sitting.legal()
    assert all(card[0] == "R" for card in sitting.legal())


def test_a_void_player_may_throw_any_card_and_win_with_it():
    sitting = played(sit(["R5", "R4", "P9"], voids={2: "R"}), "R5 R4")
    assert set(sitting.legal()) == set(sitting.view(2)["hand"])
    sitting.play("P9")
    assert sitting.turn == 2
    assert sitting.view(0)["won"] == [[], ["P9"], ["R4", "R5"]]


def test_of_equal_highest_cards_the_one_played_last_is_high():
    sitting = played(sit(["R9", "R4", "P9"], voids={2: "R"}), "R9 R4 P9")
    assert sitting.view(0)["won"] == [[], ["P9"], ["R4", "R9"]]


def test_of_equal_lowest_cards_the_one_played_last_is_low():
    sitting = played(sit(["R1", "R9", "P1"], voids={2: "R"}), "R1 R9 P1")
    assert sitting.view(0)["won"] == [[], ["R1", "P1"], ["R9"]]


def test_when_all_are_equal_the_last_is_high_and_the_last_but_one_low():
    """Rulebook, "Course of Play", the note on very rare cases."""
    sitting = played(sit(["R5", "Y5", "G5"], voids={1: "R", 2: "R"}), "R5 Y5 G5")
    assert sitting.view(0)["won"] == [[], ["G5"], ["R5", "Y5"]]
    assert sitting.turn == 2


@given(st.lists(st.integers(1, 18), min_size=3, max_size=6))
def test_low_and_high_are_two_cards_with_nothing_beyond_them(numbers):
    trick = [(seat, f"R{value}") for seat, value in enumerate(numbers)]
    low, high = low_and_high(trick)
    assert low != high
    assert numbers[low] == min(numbers)
    assert numbers[high] == max(numbers)
    assert max(numbers) not in numbers[high + 1 :]
    if len(set(numbers)) > 1:
        assert min(numbers) not in numbers[low + 1 :]


def test_two_cards_of_a_colour_count_their_values_and_the_third_makes_each_count_one():
    assert credit(["R8", "R9"]) == 17
    assert credit(["R7", "R8", "R9"]) == 3


def test_the_view_shows_the_table():
    sitting = sit(["R5 P9", "R4", "R9"], dealer=2)
    sitting.play("R5")
    view = sitting.view(1)
    assert view["trick"] == [[0, "R5"]]
    assert view["led"] == "R"
    assert view["hands"] == [14, 15, 15]
    assert view["won"] == [[], [], []]
    assert view["points"] == [0, 0, 0]


def test_the_hand_is_shown_colour_by_colour_in_the_order_of_its_numbers():
    hand = "R2 R10 Y1 Y3 Y12 G4 B1 B2 B11 P5 P6 P7 P8 P9 P10"
    assert sit([hand, "", "", ""]).view(0)["hand"] == hand.split()


def test_an_illegal_move_changes_nothing():
    sitting = sit(["R1", "R2", "R3"], voids={1: "P"})
    sitting.play("R1")
    before = deepcopy(sitting.view(1))
    for move in ("P1", "R1", "", "r2", "pass"):
        with pytest.raises(IllegalMove):
            sitting.play(move)
    assert sitting.view(1) == before


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@given(seed=st.integers(0, 2**32).map(str))
@settings(max_examples=10, deadline=None)
def test_every_card_is_won_once_and_the_scores_are_counted_from_the_cards_won(players, seed):
    rng = random.Random(seed)
    sitting = GAME.sit(players, {"deals": 1}, shuffle_seed=seed)
    while not sitting.over:
        sitting.play(rng.choice(sitting.legal()))
    won = [[] for _ in range(players)]
    for kind, *values in sitting.deals[0].events:
        if kind == "prize":
            won[values[0]].append(values[1])
        elif kind == "trick":
            won[values[0]].extend(values[1])
    assert Counter(card for cards in won for card in cards) == Counter(GAME.pack(players))
    assert sitting.deals[0].scores == [counted(cards) for cards in won]


def counted(cards):
    """Rulebook, "End of the Game": 1 or 2 of a colour their values, 3 or more one point each."""
    held = Counter(card[0] for card in cards)
    return sum(int(card[1:]) if held[card[0]] < 3 else 1 for card in cards)
