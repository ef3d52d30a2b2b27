"""Dan Dare to the letter of its rules (docs/games/dan-dare.md)."""

import random
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game import IllegalMove, SeatsError
from arena.games import find_game

GAME = find_game("dan-dare")
HAND = {2: 11, 3: 8, 4: 6, 5: 6, 6: 4}
DUELS = {2: 11, 3: 10, 4: 10, 5: 7, 6: 10}
"""Tricks of part one, by the number of players."""


def sit(hands: list[str], *, stock: str = "", dealer: int | None = None):
    """A sitting of one deal with these hands; seat 0 leads unless a dealer is given."""
    players = len(hands)
    dealer = players - 1 if dealer is None else dealer
    rows = [hands[(dealer + 1 + step) % players].split() for step in range(players)]
    pack = [card for cards in zip(*rows, strict=True) for card in cards]
    rest = [card for card in GAME.pack(players) if card not in pack and card not in stock.split()]
    deal = {"dealer": dealer, "pack": [*pack, *stock.split(), *rest]}
    return GAME.sit(players, {"deals": 1}, deals=[deal])


def played(sitting, moves: str):
    for move in moves.split():
        sitting.play(move)
    return sitting


def random_play(players, seed, *, deals=1):
    rng = random.Random(seed)
    sitting = GAME.sit(players, {"deals": deals}, shuffle_seed=seed)
    while not sitting.over:
        yield sitting
        sitting.play(rng.choice(sitting.legal()))


TWO = [
    "G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 R1",
    "G11 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11",
]
SIX = [
    "G1 G2 G3 G4",
    "G5 G6 G7 G8",
    "G9 G10 G11 R1",
    "R2 R3 R4 R5",
    "R6 R7 R8 R9",
    "R10 R11 B1 B2",
]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_pack_is_the_four_sets_for_any_number_of_players(players):
    whole = {f"{suit}{number}" for suit in "GRBY" for number in range(1, 12)}
    assert set(GAME.pack(players)) == whole
    assert len(GAME.pack(players)) == 44


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_hands_and_the_stock_without_the_upturned_card(players):
    view = GAME.sit(players, shuffle_seed="s").view(0)
    assert view["hands"] == [HAND[players]] * players
    assert view["stock"] == 44 - players * HAND[players] - 1


@pytest.mark.parametrize("players", [1, 7])
def test_it_is_played_by_2_to_6(players):
    with pytest.raises(SeatsError, match="played by 2 to 6 players"):
        GAME.sit(players, shuffle_seed="s")


@pytest.mark.parametrize(("players", "deals"), [(2, 12), (3, 12), (4, 12), (5, 10), (6, 12)])
def test_a_match_has_twelve_deals_or_ten_with_five_players(players, deals):
    assert GAME.sit(players, shuffle_seed="s").options == {"deals": deals}


def test_the_short_game_of_the_print_is_an_option():
    assert GAME.sit(2, {"deals": 6}, shuffle_seed="s").options == {"deals": 6}


def test_the_top_card_of_the_stock_is_turned_up_for_all_to_see():
    sitting = sit(TWO, stock="B7")
    assert sitting.view(0)["upturned"] == "B7"
    assert sitting.seen(None)[-1] == ("upturn", "B7")


def test_the_player_left_of_the_dealer_leads_the_first_duel():
    assert sit(SIX, dealer=2).view(0)["duel"] == [3, 4]
    assert sit(SIX, dealer=2).turn == 3


def test_the_responder_follows_suit_if_able():
    sitting = played(sit(TWO), "G1")
    assert sitting.legal() == ("G11",)
    sitting = played(sit(TWO), "R1")
    assert set(sitting.legal()) == {f"R{number}" for number in range(2, 12)}


def test_a_void_responder_throws_any_card_away_and_cannot_win_however_high():
    hands = ["G1 G2 G3 G4", "R8 R9 R10 R11", "G9 G10 G11 R1", "R2 R3 R4 R5"]
    sitting = sit([*hands, "R6 R7 Y8 Y9", "Y10 Y11 B1 B2"], stock="B7 B8 B9")
    sitting.play("G1")
    assert set(sitting.legal()) == {"R8", "R9", "R10", "R11"}
    sitting.play("R11")
    assert sitting.seen(None)[-4:] == [
        ("duel", 0, ("G1", "R11")),
        ("claim", 0, "B7"),
        ("draw", 1, "?"),
        ("upturn", "B9"),
    ]


def test_the_winner_takes_the_upturned_card_and_the_loser_the_next_one_unseen():
    sitting = played(sit(TWO, stock="B7 Y9 B8"), "R1 R2")
    assert "B7" in sitting.view(1)["hand"]
    assert "Y9" in sitting.view(0)["hand"]
    assert sitting.view(0)["upturned"] == "B8"
    assert sitting.view(0)["stock"] == 19
    assert sitting.seen(0)[-3:] == [("claim", 1, "B7"), ("draw", 0, "Y9"), ("upturn", "B8")]
    assert sitting.seen(1)[-3:] == [("claim", 1, "B7"), ("draw", 0, "?"), ("upturn", "B8")]


def test_the_cards_of_a_duel_are_out_of_the_deal():
    sitting = played(sit(TWO), "R1 R2")
    assert sitting.view(0)["out"] == ["R1", "R2"]
    assert sitting.view(0)["hands"] == [11, 11]
    assert sitting.view(0)["tricks"] == [0, 0]


def test_two_players_alternate_in_leading_whoever_won():
    sitting = played(sit(TWO, stock="B7 B8"), "R1 R2")
    assert sitting.turn == 1
    assert sitting.view(0)["duel"] == [1, 0]


def test_the_responder_leads_the_next_duel_against_the_player_on_his_left():
    sitting = played(sit(SIX), "G1 G5")
    assert (sitting.turn, sitting.view(0)["duel"]) == (1, [1, 2])
    sitting.play("G6")
    assert (sitting.turn, sitting.view(0)["duel"]) == (2, [1, 2])


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@given(seed=st.integers(0, 2**32).map(str))
@settings(max_examples=10, deadline=None)
def test_part_one_lasts_as_long_as_the_stock_and_then_the_dealer_leads(players, seed):
    for sitting in random_play(players, seed):
        view = sitting.view(sitting.turn)
        duels = [event for event in sitting.events if event[0] == "duel"]
        if view["part"] == 2:
            assert len(duels) == DUELS[players]
            assert view["hands"] == [HAND[players]] * players
            assert (view["upturned"], view["stock"], view["duel"]) == (None, 0, None)
            assert sitting.turn == sitting.dealer
            break
        duellist = (sitting.dealer + 1 + len(duels)) % players
        assert view["duel"] == [duellist, (duellist + 1) % players]
        assert view["stock"] == 44 - players * HAND[players] - 2 * len(duels) - 1


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@given(seed=st.integers(0, 2**32).map(str))
@settings(max_examples=10, deadline=None)
def test_every_trick_of_part_two_is_a_point_and_all_play_to_it(players, seed):
    for sitting in random_play(players, seed):  # noqa: B007
        pass
    tricks = [event for event in sitting.deals[0].events if event[0] == "trick"]
    assert {len(cards) for _, _, cards in tricks} == {players}
    assert sum(sitting.totals) == len(tricks) == HAND[players]
    assert sitting.totals == [
        sum(winner == seat for _, winner, _ in tricks) for seat in range(players)
    ]


def at_part_two():
    """Two players who duel by rote: seat 0 wins all with the air, seat 1 gets the rest."""
    upturned = [f"B{number}" for number in range(1, 12)]
    unseen = [f"Y{number}" for number in range(1, 12)]
    stock = " ".join(card for pair in zip(upturned, unseen, strict=True) for card in pair)
    hands = [
        " ".join(f"G{number}" for number in range(1, 12)),
        " ".join(f"R{number}" for number in range(1, 12)),
    ]
    sitting = sit(hands, stock=stock)
    for number in range(1, 12):
        one, other = (f"G{number}", f"R{number}") if number % 2 else (f"R{number}", f"G{number}")
        played(sitting, f"{one} {other}")
    return sitting


def test_in_part_two_the_dealer_leads_and_the_hands_are_what_was_gathered():
    sitting = at_part_two()
    assert sitting.turn == sitting.dealer == 1
    view = sitting.view(0)
    assert (view["part"], view["upturned"], view["stock"]) == (2, None, 0)
    # The leader wins every duel, since neither can follow: seat 0 the odd ones, seat 1 the even.
    assert view["hand"] == ["B1", "B3", "B5", "B7", "B9", "B11", "Y2", "Y4", "Y6", "Y8", "Y10"]
    assert view["out"][:4] == ["G1", "R1", "R2", "G2"]


def test_in_part_two_the_highest_of_the_led_set_wins_and_leads_next():
    sitting = at_part_two()
    played(sitting, "B2 B3")
    assert sitting.turn == 0
    view = sitting.view(0)
    assert view["tricks"] == [1, 0]
    assert view["out"][-2:] == ["B2", "B3"]
    assert sitting.seen(None)[-1] == ("trick", 0, ("B2", "B3"))
    played(sitting, "Y10 Y11")
    assert sitting.turn == 1


def test_in_part_two_suit_is_followed_by_who_can():
    sitting = played(at_part_two(), "B2")
    assert set(sitting.legal()) == {"B1", "B3", "B5", "B7", "B9", "B11"}


def test_an_illegal_move_changes_nothing():
    sitting = played(sit(TWO), "G1")
    before = deepcopy(sitting.view(1))
    for move in ("R2", "G1", "", "g11", "pass"):
        with pytest.raises(IllegalMove, match="not one of the legal moves: G11"):
            sitting.play(move)
    assert sitting.view(1) == before


def test_the_hand_is_shown_set_by_set_in_the_order_of_its_numbers():
    hand = "G2 G10 R1 R9 R11 B3 B10 Y1 Y2 Y4 Y11"
    other = "G1 G3 G4 G5 G6 G7 G8 G9 G11 R2 R3"
    assert sit([hand, other]).view(0)["hand"] == hand.split()
