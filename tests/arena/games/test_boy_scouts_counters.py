"""The variant `counters` of Boy Scouts to the letter of its rules (docs/games/boy-scouts.md).

"Print, another way" is what the printed rules say about playing with counters.
"""

from hypothesis import given

from tests.arena.games.boy_scouts_table import (
    COUNTERS,
    GAME,
    LOW_AND_HIGH,
    LOW_AND_HIGH_PLAYED,
    THREE,
    a_deal,
    auction,
    few,
    numbers_of_players,
    play,
    random_play,
    seeds,
    sit,
)

# Payments and false passes.


def test_print_another_way_each_player_begins_with_100_counters():
    assert sit(THREE, variant="counters").totals == [100, 100, 100]


def test_print_another_way_the_others_pay_the_one_who_goes_out():
    sitting = play(sit(LOW_AND_HIGH, variant="counters"), "keep " + LOW_AND_HIGH_PLAYED)
    assert sitting.over
    assert sitting.totals == [150, 56, 94]
    assert sitting.deals[0].scores == [50, -44, -6]
    assert sitting.events[-5:] == [
        ("left", 1, ("W1", "L1", "L2", "L3", "L4", "L5"), 44),
        ("left", 2, ("L6",), 6),
        ("pay", 1, 0, 44),
        ("pay", 2, 0, 6),
        ("score", (50, -44, -6), (150, 56, 94)),
    ]


def test_print_another_way_a_false_pass_costs_5_counters_to_each_player_at_once():
    sitting = play(sit(THREE, variant="counters"), "keep O1 pass")
    assert sitting.totals == sitting.view(2)["totals"] == [105, 90, 105]
    assert sitting.turn == 2
    assert sitting.seen(None)[-1] == ("false_pass", 1, 5)


def test_who_passes_without_a_card_that_fits_pays_nothing():
    sitting = play(sit(LOW_AND_HIGH, variant="counters"), "keep O10 pass")
    assert sitting.totals == [100, 100, 100]
    assert sitting.seen(None)[-1] == ("pass", 1)


def test_the_first_card_must_be_played():
    assert set(play(sit(THREE, variant="counters"), "keep").legal()) == set(THREE[0].split())
    assert set(auction("bid 7", "drop").legal()) == set(THREE[1].split())


def test_after_the_first_card_a_pass_is_always_offered():
    sitting = play(sit(THREE, variant="counters"), "keep O3")
    assert sitting.legal() == ("W3", "pass")
    assert play(sitting, "W3 pass").legal() == ("O2", "O4", "pass")


def test_after_as_many_passes_in_a_row_as_players_only_those_pass_who_must():
    hands = ["O5", "O1 O2 O3 O9 O10 W3 W8 W9 W10 L10", "O4 O6 W5 L5"]
    sitting = play(sit(hands, variant="counters"), "keep O5 pass pass")
    assert "pass" in sitting.legal()
    sitting.play("pass")
    assert sitting.turn == 1
    assert sitting.legal() == ("pass",)
    sitting.play("pass")
    assert sitting.legal() == ("L5", "O4", "O6", "W5")
    sitting.play("L5")
    assert "pass" in sitting.legal()


# The auction.


def test_the_scoutmaster_offers_or_keeps_the_right_of_first_play():
    sitting = sit(THREE, dealer=0, variant="counters")
    assert sitting.turn == 1
    assert sitting.legal() == ("keep", "offer")
    sitting.play("keep")
    assert sitting.turn == 1
    assert set(sitting.legal()) == set(THREE[1].split())


def test_the_others_bid_from_the_left_of_the_scoutmaster_at_most_what_they_hold():
    sitting = auction(dealer=0)
    assert sitting.turn == 2
    assert set(sitting.legal()) == {"drop", *(f"bid {counters}" for counters in range(1, 101))}


def test_a_bid_is_more_than_the_highest_so_far():
    sitting = auction("bid 97")
    assert sitting.turn == 2
    assert sitting.legal() == ("bid 100", "bid 98", "bid 99", "drop")


def test_the_bidding_goes_round_until_all_but_the_highest_bidder_have_dropped():
    sitting = auction("bid 3", "bid 4", "bid 10")
    assert sitting.turn == 2
    sitting.play("drop")
    assert sitting.turn == 1
    assert set(sitting.legal()) == set(THREE[1].split())


def test_who_has_dropped_is_not_asked_again():
    sitting = auction("drop", "bid 1", "bid 2", "bid 3", hands=["", "", "", ""])
    assert sitting.turn == 3
    assert sitting.view(0)["dropped"] == [1]


def test_the_last_who_has_not_dropped_may_still_make_the_first_bid():
    sitting = auction("drop")
    assert sitting.turn == 2
    sitting.play("bid 1")
    assert sitting.turn == sitting.view(0)["first"] == 2
    assert sitting.totals == [101, 100, 99]


def test_an_offer_is_binding_and_the_turn_goes_on_from_the_left_of_the_buyer():
    sitting = auction("bid 5", "bid 30", "drop")
    assert sitting.totals == sitting.view(1)["totals"] == [130, 100, 70]
    assert sitting.turn == 2
    assert sitting.events[-1] == ("sale", 0, 2, 30)
    sitting.play("L1")
    assert sitting.turn == 0
    assert play(sitting, "O1").turn == 1


def test_without_a_bid_the_scoutmaster_plays_first():
    sitting = auction("drop", "drop")
    assert sitting.turn == 0
    assert sitting.totals == [100, 100, 100]
    assert sitting.events[-1] == ("unsold", 0)
    assert set(sitting.legal()) == set(THREE[0].split())


def test_who_cannot_outbid_is_dropped_without_being_asked():
    sitting = auction("bid 100")
    assert sitting.turn == 1
    assert sitting.view(0)["dropped"] == [2]
    assert [event[0] for event in sitting.events[-3:]] == ["offer", "bid", "sale"]
    assert sitting.deals[0].moves == [(0, "offer"), (1, "bid 100")]


def test_the_score_of_a_deal_is_the_change_of_counters_with_sale_and_fines():
    """Seat 0 sells for 20; seat 1, the buyer, lays O10 in vain and passes falsely once."""
    hands = [LOW_AND_HIGH[2], LOW_AND_HIGH[0], LOW_AND_HIGH[1]]
    sitting = auction("bid 20", "drop", hands=hands)
    play(sitting, "O10 pass W10 pass pass W9 O9 pass W8")
    assert sitting.totals == [125, 70, 105]
    play(sitting, "O8 pass W7 O7 pass W6 O6 W5 L10 O5 W4 L9 O4 W3 L8 O3 W2 L7 O2 W1 L6")
    assert sitting.over
    # Seat 1 keeps O1, seat 2 keeps L1 to L5.
    assert sitting.deals[0].scores == [125 - 100 + 15 + 29, 70 - 100 - 15, 105 - 100 - 29]
    assert sitting.totals == [169, 55, 76]


TWO_DEALS = {"deals": 2, **COUNTERS}


def test_who_holds_less_than_nothing_cannot_bid():
    """In the first deal seats 1 and 2 pass nine times falsely and keep 69 each: -14."""
    sitting = GAME.sit(3, TWO_DEALS, deals=[a_deal(THREE)] * 2)
    play(sitting, "keep O1 " + "".join(f"pass pass O{number} " for number in range(2, 11)))
    assert sitting.totals == [328, -14, -14]
    sitting.play("offer")
    assert sitting.turn == 0
    assert sitting.events[-2:] == [("offer", 0), ("unsold", 0)]
    assert set(sitting.legal()) == set(THREE[0].split())


def test_who_holds_no_counter_cannot_bid():
    """Seat 1 pays 15 for the first play and 50 for false passes, gets 5, keeps W6 to W10."""
    sitting = GAME.sit(3, TWO_DEALS, deals=[a_deal(THREE)] * 2)
    play(
        sitting, "offer, bid 15, drop, W1, L1, O1, W2, pass, O2, W3, L2, O3, W4, L3, O4, W5, L4, O5"
    )
    play(sitting, "pass L5 O6 pass L6 O7 pass L7 O8 pass L8 O9 pass L9 O10")
    assert sitting.deal == 1
    assert sitting.totals[1] == 0
    sitting.play("offer")
    assert sitting.turn == 2
    assert sitting.view(0)["dropped"] == [1]


def test_the_view_of_an_auction():
    view = auction("bid 5", hands=["", "", "", ""]).view(2)
    assert view["phase"] == "auction"
    assert (view["bid"], view["bidder"], view["dropped"]) == (5, 1, [])
    assert (view["scoutmaster"], view["first"], view["start"]) == (0, 0, None)
    assert sit(THREE, variant="counters").view(0)["phase"] == "offer"
    assert auction("bid 5", "drop").view(0)["phase"] == "play"


# Laws.


@given(seed=seeds, players=numbers_of_players)
@few
def test_counters_are_never_created_or_lost(players, seed):
    for sitting in random_play(players, COUNTERS, seed):
        assert sum(sitting.totals) == 100 * players
        assert sitting.over or sum(sitting.view(0)["totals"]) == 100 * players
    assert all(sum(deal.scores) == 0 for deal in sitting.deals)


@given(seed=seeds, players=numbers_of_players)
@few
def test_a_bid_is_more_than_the_last_and_never_more_than_the_bidder_holds(players, seed):
    for sitting in random_play(players, COUNTERS, seed):
        if sitting.over or sitting.view(0)["phase"] != "auction":
            continue
        highest = max([event[2] for event in sitting.events if event[0] == "bid"], default=0)
        bids = sorted(int(move[4:]) for move in sitting.legal() if move != "drop")
        assert bids == list(range(highest + 1, sitting.totals[sitting.turn] + 1))
        assert bids
        assert sitting.turn not in sitting.view(0)["dropped"]
