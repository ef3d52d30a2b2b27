"""Convoy to the letter of its rules (docs/games/convoy.md): set-up, turns, and how a deal ends."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game import IllegalMove, SeatsError
from tests.arena.games.convoy_table import (
    DECLARER,
    DULL,
    GAME,
    HEAVE_TO,
    gone_out,
    legal,
    offered,
    play,
    put_down,
    random_play,
    sit,
    take_turns,
)

# Cards and set-up.


def test_a_pack_has_49_cards():
    three = ["BC", "CR", "DD", "SP", "BG", "AA", "TO", "MI", "BO", "DC"]
    one = ["AC", "QB", "M1", "M2", "M3", "M4", "M5", "M6", "HO", "DB"]
    assert Counter(GAME.pack(4)) == Counter([*one, *3 * three, *4 * ["SS"], *5 * ["AP"]])
    assert len(GAME.pack(4)) == 49


@pytest.mark.parametrize("players", [5, 6, 7, 8])
def test_more_than_four_players_take_two_packs_less_one_home_and_one_double(players):
    one = Counter(GAME.pack(4))
    assert Counter(GAME.pack(players)) == one + one - Counter(["HO", "DB"])
    assert len(GAME.pack(players)) == 96


@pytest.mark.parametrize("players", [3, 9])
def test_it_is_played_by_4_to_8(players):
    with pytest.raises(SeatsError, match="played by 4 to 8 players"):
        GAME.sit(players, shuffle_seed="s")


def test_seven_cards_are_dealt_in_packets_of_three_one_and_three_from_the_dealers_left():
    pack = GAME.pack(4)
    deal = {"dealer": 1, "pack": pack, "compass": 0, "reshuffle": pack}
    hands = GAME.sit(4, {"deals": 1}, deals=[deal]).hands
    for place, seat in enumerate((2, 3, 0, 1)):
        packets = (
            *pack[3 * place : 3 * place + 3],
            pack[12 + place],
            *pack[16 + 3 * place : 19 + 3 * place],
        )
        assert hands[seat] == sorted(packets)


def test_what_is_left_is_the_stock():
    assert [GAME.sit(n, shuffle_seed="s").view(0)["stock"] for n in range(4, 9)] == [
        *(49 - 28, 96 - 35, 96 - 42, 96 - 49, 96 - 56)
    ]


@pytest.mark.parametrize(
    ("players", "north", "south"),
    [(4, 0, 2), (4, 3, 1), (5, 0, 2), (5, 4, 1), (7, 5, 1), (8, 6, 2)],
)
def test_the_compass_finds_the_partners(players, north, south):
    sitting = sit(players=players, north=north)
    assert sitting.events[1] == ("compass", north, south)
    view = sitting.view(0)
    assert (view["north"], view["south"]) == (north, south)


def test_with_an_even_number_everybody_has_an_opposite():
    sitting = sit(players=6, north=2)
    assert [sitting.view(seat)["opposite"] for seat in range(6)] == [3, 4, 5, 0, 1, 2]


def test_with_an_odd_number_only_n_and_s_have_an_opposite():
    sitting = sit(players=7, north=5)
    opposites = [sitting.view(seat)["opposite"] for seat in range(7)]
    assert opposites == [None, 5, None, None, None, 1, None]


def test_dealer_and_compass_are_drawn_anew_for_every_deal():
    sitting = GAME.sit(8, {"game": 100_000}, shuffle_seed="anew")
    while not sitting.over:
        sitting.play(sitting.legal()[-1])
    shuffles = [deal.shuffle for deal in sitting.deals]
    assert len(shuffles) == 16
    pairs = [(one.dealer, two.dealer) for one, two in pairwise(shuffles)]
    assert any(two != (one + 1) % 8 for one, two in pairs)
    assert len({(shuffle.compass - shuffle.dealer) % 8 for shuffle in shuffles}) > 2


def test_the_player_left_of_the_dealer_begins():
    assert sit(dealer=2).turn == 3


# Picking.


def test_the_very_first_pick_of_a_deal_is_a_draw():
    sitting = sit(*DULL)
    assert sitting.legal() == ("draw",)
    assert sitting.view(0)["must_draw"]


def test_a_call_may_come_before_the_very_first_pick():
    assert sit(HEAVE_TO).legal() == ("draw", "heave-to")
    assert sit("M1 M2 M3 M4 HO BC CR", north=0).legal() == ("convoy", "draw")


def test_later_one_may_draw_take_or_offer_each_code_once():
    sitting = sit("", "AP AP BC BC DD SS SS")
    put_down(sitting)
    assert sitting.legal() == ("draw", "offer AP", "offer BC", "offer DD", "offer SS", "take")


def test_what_is_drawn_is_unseen_by_others():
    sitting = sit(stock="QB")
    play(sitting, "draw")
    assert sitting.seen(0)[-1] == ("draw", 0, "QB")
    assert sitting.seen(1)[-1] == sitting.seen(None)[-1] == ("draw", 0, "?")


def test_the_top_of_the_pile_is_taken_and_seen_by_all():
    sitting = sit(stock="QB BO")
    put_down(sitting, 2)
    assert sitting.view(2)["pile"] == ["QB", "BO"]
    play(sitting, "take")
    assert sitting.seen(None)[-1] == ("take", 2, "BO")
    assert "BO" in sitting.hands[2]
    assert sitting.view(0)["pile"] == ["QB"]


def test_a_card_of_the_code_just_taken_may_not_be_discarded():
    sitting = sit("", "BO BC CR DD SS SP AP", stock="BO")
    put_down(sitting)
    play(sitting, "take")
    assert legal(sitting, "discard") == [
        f"discard {code}" for code in ("AP", "BC", "CR", "DD", "SP", "SS")
    ]


def test_the_code_just_taken_may_be_discarded_if_the_hand_holds_nothing_else():
    sitting = sit("BC BG CR AA DD DC SS", stock="TO HO DB TO")
    play(sitting, "draw", "declare BC+BG CR+AA DD+DC", "discard SS")
    put_down(sitting, 3)
    assert sitting.hands[0] == ["TO"]
    play(sitting, "take")
    assert sitting.hands[0] == ["TO", "TO"]
    assert sitting.legal() == ("discard TO",)


def test_a_drawn_card_may_be_put_down_at_once():
    sitting = sit(*DULL, stock="QB")
    play(sitting, "draw", "discard QB")
    assert sitting.turn == 1
    assert sitting.events[-1] == ("discard", 0, "QB")


# Offers.


def test_an_offer_is_answered_by_the_opposite_player_with_refuse_or_any_card():
    sitting = offered()
    assert sitting.turn == 3
    assert sitting.legal() == ("give AP", "give BO", "give SP", "give SS", "refuse")
    view = sitting.view(3)
    assert (view["turn"], view["phase"]) == (1, "answer")


def test_the_offered_card_is_known_to_the_one_who_offers_alone():
    sitting = offered()
    assert sitting.seen(1)[-1] == ("offer", 1, 3, "M1")
    for other in (0, 2, 3, None):
        assert sitting.seen(other)[-1] == ("offer", 1, 3, "?")


def test_a_refused_card_stays_unknown_and_the_refusal_is_seen_by_all():
    sitting = offered()
    play(sitting, "refuse")
    assert sitting.seen(3)[-2:] == [("offer", 1, 3, "?"), ("refuse", 3, 1)]
    assert sitting.seen(None)[-1] == ("refuse", 3, 1)


def test_a_refused_offer_leaves_draw_or_take():
    sitting = offered()
    play(sitting, "refuse")
    assert sitting.turn == 1
    assert sitting.legal() == ("draw", "take")
    assert sitting.view(1)["refused"] == [1]
    assert not sitting.view(1)["may_offer"]


def test_who_was_refused_may_not_offer_again_before_somebody_draws():
    sitting = offered()
    play(sitting, "refuse")
    take_turns(sitting, 1)
    for _ in range(3):
        assert legal(sitting, "offer")
        take_turns(sitting, 1)
    assert sitting.turn == 1
    assert not legal(sitting, "offer")
    take_turns(sitting, 1)
    put_down(sitting)
    take_turns(sitting, 2)
    assert sitting.turn == 1
    assert legal(sitting, "offer")


def test_the_own_draw_lets_one_offer_again_in_the_next_turn():
    sitting = offered()
    play(sitting, "refuse")
    put_down(sitting)
    assert sitting.view(1)["refused"] == []
    assert sitting.view(1)["may_offer"]


def test_an_exchange_is_known_to_the_two_players_only():
    """The print: if S finds himself with a Merchantman in his hand he naturally passes same to N."""
    sitting = offered()
    play(sitting, "give SS")
    assert "M1" in sitting.hands[3]
    assert "SS" in sitting.hands[1]
    for knower in (1, 3):
        assert sitting.seen(knower)[-1] == ("exchange", 1, 3, "M1", "SS")
    for other in (0, 2, None):
        assert sitting.seen(other)[-1] == ("exchange", 1, 3, "?", "?")


def test_after_an_exchange_nothing_is_discarded():
    sitting = offered()
    play(sitting, "give BO")
    assert sitting.turn == 1
    assert sitting.legal() == ("done",)
    play(sitting, "done")
    assert sitting.turn == 2
    assert [len(hand) for hand in sitting.hands] == [7, 7, 7, 7]


def test_equal_cards_may_be_exchanged():
    sitting = sit("", "AP BC BC CR CR DD DD", "", "AP AP AP BO BO SP SS", north=3)
    put_down(sitting)
    play(sitting, "offer AP", "give AP", "done")
    assert sitting.hands[1] == ["AP", "BC", "BC", "CR", "CR", "DD", "DD"]


def test_after_an_exchange_one_may_declare_before_done():
    sitting = sit("", "M1 BC BG CR SS DD SP", "", "AA AP AP BO BO M2 M3", north=3)
    put_down(sitting)
    play(sitting, "offer M1", "give AA")
    assert sitting.legal() == ("declare BC+AA CR+BG", "declare BC+BG CR+AA", "done")
    play(sitting, "declare BC+AA CR+BG")
    assert sitting.legal() == ("done",)


def test_who_has_no_opposite_cannot_offer():
    sitting = sit(players=5, north=4)
    put_down(sitting, 2)
    assert sitting.turn == 2
    assert not legal(sitting, "offer")
    put_down(sitting, 2)
    assert sitting.turn == 4
    assert legal(sitting, "offer")


# That a deal ends.


@pytest.mark.parametrize("players", [4, 5])
def test_after_2n_turns_without_a_draw_the_next_player_must_draw(players):
    sitting = sit(players=players, stock="SP")
    put_down(sitting)
    take_turns(sitting, 2 * players - 1)
    assert {"draw", "take"} <= set(sitting.legal())
    take_turns(sitting, 1)
    assert sitting.view(0)["turns_without_draw"] == 2 * players
    assert sitting.view(0)["must_draw"]
    assert [move for move in sitting.legal() if move not in ("heave-to", "convoy")] == ["draw"]
    put_down(sitting)
    assert sitting.view(0)["turns_without_draw"] == 0
    assert "take" in sitting.legal()


def test_an_exchange_is_a_turn_without_a_draw():
    sitting = sit()
    put_down(sitting)
    for turn in range(8):
        assert sitting.view(0)["turns_without_draw"] == turn
        code = sitting.hands[sitting.turn][0]
        play(sitting, f"offer {code}")
        play(sitting, f"give {sitting.hands[sitting.turn][0]}", "done")
    assert sitting.legal() == ("draw",)


def test_only_turns_that_are_taken_count():
    sitting = gone_out()
    put_down(sitting)
    take_turns(sitting, 7)
    assert "take" in sitting.legal()
    take_turns(sitting, 1)
    assert sitting.legal() == ("draw",)


# Two rounds.


def test_when_the_stock_is_used_up_the_pile_is_shuffled_by_the_list_and_becomes_the_stock():
    order = list(reversed(GAME.pack(4)))
    sitting = sit(reshuffle=order)
    put_down(sitting, 20)
    assert (sitting.view(0)["round"], sitting.view(0)["stock"]) == (1, 1)
    play(sitting, "draw")
    assert (sitting.view(0)["round"], sitting.view(0)["stock"]) == (1, 0)
    play(sitting, f"discard {sitting.events[-1][2]}")
    pile = [event[2] for event in sitting.events if event[0] == "discard"]
    assert sitting.events[-1] == ("reshuffle", tuple(sorted(pile)))
    assert (sitting.view(0)["round"], sitting.view(0)["stock"]) == (2, 21)
    assert sitting.view(0)["pile"] == []
    assert "take" not in sitting.legal()
    expected, left = [], Counter(pile)
    for code in order:
        if left[code]:
            left[code] -= 1
            expected.append(code)
    put_down(sitting, 21)
    assert [event[2] for event in sitting.events if event[0] == "draw"][21:] == expected


def test_when_the_stock_is_used_up_a_second_time_the_deal_ends_after_that_turn():
    sitting = sit()
    put_down(sitting, 41)
    play(sitting, "draw")
    assert not sitting.over
    play(sitting, legal(sitting, "discard")[0])
    assert sitting.over
    assert ("end", "the second round is over") in sitting.events


def test_the_deal_ends_where_there_is_nothing_to_reshuffle():
    """The last card is drawn, the hand is laid down whole, and no card lies face up."""
    sitting = sit(DECLARER, stock="TO HO DB M1 MI")
    play(sitting, "draw", "declare BC+BG CR+AA", "discard TO")
    put_down(sitting, 3)
    # Nobody can play so that the pile is empty then without a very long deal.
    sitting.stock = ["MI"]
    sitting.pile = []
    play(sitting, "draw", "declare DD+DC SS+MI")
    assert sitting.over
    assert ("end", "there is nothing to reshuffle") in sitting.events


# Laws.


@given(players=st.integers(4, 8), seed=st.integers(0, 2**32).map(str))
@settings(max_examples=20, deadline=None)
def test_no_card_is_made_or_lost(players, seed):
    for sitting in random_play(players, seed):
        laid = [card for names in sitting.declared for name in names for card in name.split("+")]
        held = [card for hand in sitting.hands for card in hand]
        assert Counter(held + laid + sitting.stock + sitting.pile) == Counter(GAME.pack(players))


def test_an_illegal_move_changes_nothing():
    sitting = offered()
    before = [list(hand) for hand in sitting.hands]
    for move in ("give M1", "give", "draw", "take", "declare", "heave-to", "refuse "):
        with pytest.raises(IllegalMove, match="not one of the legal moves: give AP"):
            sitting.play(move)
    assert sitting.hands == before
    assert sitting.turn == 3
