"""Davy Crockett to the letter of its rules (docs/games/davy-crockett.md)."""

from copy import deepcopy

import pytest

from arena.game import IllegalMove, SeatsError
from arena.games import find_game

GAME = find_game("davy-crockett")


def sit(hands: list[str], *, stock: str = "", dealer: int | None = None):
    """A sitting of one deal with these hands; seat 0 leads unless a dealer is given."""
    players = len(hands)
    dealer = players - 1 if dealer is None else dealer
    leader = (dealer + 1) % players
    rows = [hands[(leader + step) % players].split() for step in range(players)]
    pack = [card for cards in zip(*rows, strict=True) for card in cards]
    rest = [card for card in GAME.pack(players) if card not in pack and card not in stock.split()]
    deal = {"dealer": dealer, "pack": [*pack, *stock.split(), *rest]}
    return GAME.sit(players, {"deals": 1}, deals=[deal])


TWO = ["R1 R2 R11 Y5 Y6 B1 B2", "R3 Y1 Y2 B3 B4 B5 B6"]


@pytest.mark.parametrize(
    ("players", "cards", "removed"),
    [
        (2, 44, set()),
        (3, 42, {"R1", "B1"}),
        (4, 44, set()),
        (5, 40, {"R1", "Y1", "B1", "W1"}),
        (6, 42, {"R1", "B1"}),
    ],
)
def test_the_pack_of_each_number_of_players(players, cards, removed):
    whole = {f"{suit}{number}" for suit in "RYBW" for number in range(1, 12)}
    pack = GAME.pack(players)
    assert len(pack) == cards
    assert set(pack) == whole - removed


@pytest.mark.parametrize(("players", "hand", "draws"), [(2, 7, 15), (3, 7, 7), (4, 7, 4)])
def test_the_stock_comes_out_even(players, hand, draws):
    view = GAME.sit(players, shuffle_seed="s").view(0)
    assert view["hands"] == [hand] * players
    assert view["stock"] == players * draws


@pytest.mark.parametrize(("players", "hand"), [(5, 8), (6, 7)])
def test_five_and_six_players_have_no_stock(players, hand):
    view = GAME.sit(players, shuffle_seed="s").view(0)
    assert view["hands"] == [hand] * players
    assert view["stock"] == 0


@pytest.mark.parametrize("players", [1, 7, 0, True, "4", pytest.param(10**5000, id="huge")])
def test_it_is_played_by_2_to_6(players):
    with pytest.raises(SeatsError, match="played by 2 to 6 players"):
        GAME.sit(players, shuffle_seed="s")


def test_the_player_left_of_the_dealer_leads():
    assert sit(TWO, dealer=0).turn == 1
    assert sit(TWO, dealer=1).turn == 0


def test_the_leader_may_lead_any_card():
    assert set(sit(TWO).legal()) == set(TWO[0].split())


def test_a_player_who_holds_the_led_suit_must_follow():
    sitting = sit(TWO)
    sitting.play("Y5")
    assert sitting.legal() == ("Y1", "Y2")


def test_a_void_player_may_throw_any_card():
    sitting = sit(["R1 R2 R11 Y5 Y6 B1 B2", "W3 Y1 Y2 B3 B4 B5 B6"])
    sitting.play("R1")
    assert set(sitting.legal()) == {"W3", "Y1", "Y2", "B3", "B4", "B5", "B6"}


def test_a_card_of_another_suit_cannot_win():
    sitting = sit(["R1 R2 R11 Y5 Y6 B1 B2", "W11 Y1 Y2 B3 B4 B5 B6"])
    sitting.play("R1")
    sitting.play("W11")
    assert sitting.turn == 0
    assert sitting.view(0)["points"] == [1, 0]


def test_the_highest_of_the_led_suit_wins_and_leads_next():
    sitting = sit(TWO)
    sitting.play("Y5")
    sitting.play("Y2")
    assert sitting.turn == 0
    sitting.play("R2")
    sitting.play("R3")
    assert sitting.turn == 1


def test_eleven_is_higher_than_nine():
    sitting = sit(["R9 R2 W1 Y5 Y6 B1 B2", "R11 Y1 Y2 B3 B4 B5 B6"])
    sitting.play("R9")
    sitting.play("R11")
    assert sitting.turn == 1
    assert sitting.view(0)["points"] == [0, 2]


def test_after_a_trick_the_winner_draws_first_and_unseen_by_others():
    sitting = sit(TWO, stock="R4 W9")
    sitting.play("R1")
    sitting.play("R3")
    assert sitting.view(1)["hand"] == ["R4", "Y1", "Y2", "B3", "B4", "B5", "B6"]
    assert sitting.view(0)["hand"] == ["R2", "R11", "Y5", "Y6", "B1", "B2", "W9"]
    assert sitting.view(0)["events"][-2:] == [("draw", 1, "?"), ("draw", 0, "W9")]
    assert sitting.seen(None)[-2:] == [("draw", 1, "?"), ("draw", 0, "?")]


def test_every_deal_is_worth_16_and_a_match_has_six():
    sitting = GAME.sit(3, shuffle_seed="s")
    while not sitting.over:
        sitting.play(sitting.legal()[0])
    assert [sum(deal.scores) for deal in sitting.deals] == [16] * 6
    assert sum(sitting.totals) == 96


def test_an_illegal_move_changes_nothing():
    sitting = sit(TWO)
    sitting.play("Y5")
    before = deepcopy(sitting.view(1))
    for move in ("R3", "Y5", "", "y1", "pass"):
        with pytest.raises(IllegalMove, match="not one of the legal moves: Y1, Y2"):
            sitting.play(move)
    assert sitting.view(1) == before
    assert sitting.turn == 1


def test_the_view_shows_the_trick_the_led_suit_and_the_tricks_won():
    sitting = sit(TWO)
    sitting.play("Y5")
    view = sitting.view(1)
    assert view["trick"] == [[0, "Y5"]]
    assert view["led"] == "Y"
    assert view["legal"] == ["Y1", "Y2"]
    sitting.play("Y1")
    view = sitting.view(0)
    assert (view["trick"], view["led"], view["tricks"]) == ([], None, [1, 0])
    assert view["stock"] == 28


def test_the_hand_is_shown_suit_by_suit_in_the_order_of_its_numbers():
    assert sit(TWO).view(0)["hand"] == ["R1", "R2", "R11", "Y5", "Y6", "B1", "B2"]


def test_who_is_not_to_move_has_no_legal_moves():
    assert sit(TWO).view(1)["legal"] == []
