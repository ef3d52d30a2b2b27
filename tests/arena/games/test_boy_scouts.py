"""Boy Scouts and its variant to the letter of their rules (docs/games/boy-scouts.md).

"Print 4" is the paragraph of that number in the printed rules, "print, another way" what the
print says about playing with counters.
"""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game import IllegalMove, OptionError, SeatsError
from arena.games import find_game
from arena.rules import rules_page

GAME = find_game("boy-scouts")
COUNTERS = {"variant": "counters"}
few = settings(max_examples=15, deadline=None)
seeds = st.integers(0, 2**32).map(str)
numbers_of_players = st.integers(3, 10)
each_way = pytest.mark.parametrize("options", [{}, COUNTERS], ids=["usual", "counters"])


def a_deal(hands: list[str], *, dealer: int | None = None):
    """The chance of a deal with these hands; seat 0 is Scoutmaster unless a dealer is given.

    What the hands lack is filled up with the rest of the pack, in printed order.
    """
    players = len(hands)
    dealer = players - 1 if dealer is None else dealer
    whole = GAME.pack(players)
    named = " ".join(hands).split()
    rest = iter([card for card in whole if card not in named])
    dealt = [iter(hands[(dealer + 1 + step) % players].split()) for step in range(players)]
    pack = [next(dealt[place % players], None) or next(rest) for place in range(len(whole))]
    return {"dealer": dealer, "pack": pack}


def sit(hands: list[str], *, dealer: int | None = None, **options):
    """A sitting of one deal with these hands."""
    return GAME.sit(len(hands), {"deals": 1, **options}, deals=[a_deal(hands, dealer=dealer)])


def play(sitting, moves: str):
    """Moves divided by commas, or cards and passes divided by blanks."""
    for move in moves.split(", ") if ", " in moves else moves.split():
        sitting.play(move)
    return sitting


def auction(*moves: str, hands: list[str] | None = None, **options):
    """A sitting of the variant, played through the offer and these moves."""
    sitting = sit(THREE if hands is None else hands, variant="counters", **options)
    for move in ("offer", *moves):
        sitting.play(move)
    return sitting


def random_play(players, options, seed):
    """Random moves to the end of three deals; the sitting is yielded before each."""
    rng = random.Random(seed)
    sitting = GAME.sit(players, {"deals": 3, **options}, shuffle_seed=seed)
    while not sitting.over:
        yield sitting
        sitting.play(rng.choice(sitting.legal()))
    yield sitting


def fitting(sitting) -> set[str]:
    return set(sitting.view(0)["fits"])


def laid(sitting) -> list[str]:
    return [event[2] for event in sitting.events if event[0] == "lay"]


THREE = [
    "O1 O2 O3 O4 O5 O6 O7 O8 O9 O10",
    "W1 W2 W3 W4 W5 W6 W7 W8 W9 W10",
    "L1 L2 L3 L4 L5 L6 L7 L8 L9 L10",
]
"""Each seat holds one patrol whole."""

LOW_AND_HIGH = [
    "O1 O2 O3 O4 O5 O6 O7 O8 O9 O10",
    "W1 W2 W3 W4 W5 L1 L2 L3 L4 L5",
    "W6 W7 W8 W9 W10 L6 L7 L8 L9 L10",
]
LOW_AND_HIGH_PLAYED = (
    "O10 pass W10 O9 pass W9 O8 pass W8 O7 pass W7 O6 pass W6 "
    "O5 W5 L10 O4 W4 L9 O3 W3 L8 O2 W2 L7 O1"
)
"""Seat 0 goes out; seat 1 keeps W1 L1 L2 L3 L4 L5, by the print 15 + 15 + 2 + 3 + 4 + 5 = 44,
and seat 2 keeps L6."""


# The cards.


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, [10] * 3),
        (4, [10] * 4),
        (5, [10] * 5),
        (6, [9, 9, 8, 8, 8, 8]),
        (7, [8, 7, 7, 7, 7, 7, 7]),
        (8, [7, 7, 6, 6, 6, 6, 6, 6]),
        (9, [6, 6, 6, 6, 6, 5, 5, 5, 5]),
        (10, [5] * 10),
    ],
)
@each_way
def test_print_2_all_cards_are_dealt_and_the_first_seats_may_get_one_more(players, sizes, options):
    view = GAME.sit(players, options, shuffle_seed="s").view(0)
    from_the_left_of_the_dealer = [(view["dealer"] + 1 + step) % players for step in range(players)]
    assert [view["hands"][seat] for seat in from_the_left_of_the_dealer] == sizes


@pytest.mark.parametrize(
    ("players", "patrols"), [(3, "OWL"), (4, "OWLF"), (5, "OWLFB"), (6, "OWLFB"), (10, "OWLFB")]
)
def test_print_2_as_many_patrols_as_players_but_five_at_most(players, patrols):
    whole = {f"{patrol}{number}" for patrol in patrols for number in range(1, 11)}
    assert len(GAME.pack(players)) == len(whole)
    assert set(GAME.pack(players)) == whole


def test_the_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer():
    pack = list(GAME.pack(3))
    sitting = GAME.sit(3, {"deals": 1}, deals=[{"dealer": 1, "pack": pack}])
    assert [sitting.view(seat)["hand"] for seat in (2, 0, 1)] == [
        pack[0::3],
        pack[1::3],
        pack[2::3],
    ]


def test_the_hand_is_shown_patrol_by_patrol_from_the_leader_up():
    sitting = sit(["B1 F10 F9 L4 W2 O10 O2 O1 F2 B10", "", "", "", ""])
    assert sitting.view(0)["hand"] == [
        "O1",
        "O2",
        "O10",
        "W2",
        "L4",
        "F2",
        "F9",
        "F10",
        "B1",
        "B10",
    ]


@pytest.mark.parametrize("players", [2, 11, 0, True, "4"])
def test_it_is_played_by_3_to_10(players):
    with pytest.raises(SeatsError, match="played by 3 to 10 players"):
        GAME.sit(players, shuffle_seed="s")


# The usual play.


def test_print_4_the_player_left_of_the_dealer_is_scoutmaster_and_plays_any_card():
    sitting = sit(THREE, dealer=0)
    assert sitting.turn == sitting.view(0)["scoutmaster"] == sitting.view(0)["first"] == 1
    assert set(sitting.legal()) == set(THREE[1].split())


def test_print_4_after_owl_3_fit_owl_4_owl_2_and_the_other_3s():
    assert fitting(play(sit(THREE), "O3")) == {"O4", "O2", "W3", "L3"}


def test_print_4_after_owl_3_and_owl_4_fit_owl_5_owl_2_and_the_other_3s():
    sitting = play(sit(["O3", "O4", ""]), "O3 O4")
    assert fitting(sitting) == {"O5", "O2", "W3", "L3"}


def test_print_4_after_a_lead_of_wolf_10_fit_wolf_9_and_the_other_10s():
    sitting = play(sit(["W10", "", "", "", ""]), "W10")
    assert fitting(sitting) == {"W9", "O10", "L10", "F10", "B10"}


def test_after_a_lead_of_a_leader_fit_the_2_and_the_other_leaders():
    assert fitting(play(sit(THREE), "O1")) == {"O2", "W1", "L1"}


def test_print_4_a_player_lays_only_cards_that_fit_and_must_if_there_is_one():
    sitting = play(sit(["O3", "O2 O4 W3 O5 L2 L4", ""]), "O3")
    assert sitting.turn == 1
    assert sitting.legal() == ("O2", "O4", "W3")
    for move in ("O5", "L2", "pass"):
        with pytest.raises(IllegalMove):
            sitting.play(move)


def test_print_4_a_player_without_a_proper_card_passes_and_the_next_one_plays():
    sitting = play(sit(LOW_AND_HIGH), "O10")
    assert sitting.legal() == ("pass",)
    sitting.play("pass")
    assert sitting.turn == 2
    assert sitting.legal() == ("L10", "W10")


def test_print_4_a_new_patrol_is_built_up_and_down_like_the_first():
    sitting = play(sit(["O3", "W3", "W4"]), "O3 W3 W4")
    assert fitting(sitting) == {"O2", "O4", "W2", "W5", "L3"}


def test_print_5_the_diagram():
    """Owl 1 to 5, Wolf 2 to 4 and Lion 3 to 6 on the table, begun with a 4, as the print draws it."""
    sitting = sit(["O4 W3 O1", "O3 O2 L6", "W4 L5", "L4 W2", "O5 L3"])
    play(sitting, "O4 O3 W4 L4 O5 W3 O2 L5 W2 L3 O1 L6")
    view = sitting.view(0)
    assert view["layout"] == {"O": [1, 5], "W": [2, 4], "L": [3, 6]}
    assert view["start"] == 4
    assert set(view["fits"]) == {"O6", "W5", "W1", "L7", "L2", "F4", "B4"}


def test_print_5_a_player_lays_only_one_card_in_a_turn():
    sitting = play(sit(["O3 O4", "O2", ""]), "O3")
    assert sitting.turn == 1
    assert play(sitting, "O2").turn == 2


def test_print_6_the_deal_ends_as_soon_as_a_player_has_no_card_left():
    """Leaders count 15: 44 of seat 1 and 6 of seat 2 for seat 0."""
    sitting = play(sit(LOW_AND_HIGH), LOW_AND_HIGH_PLAYED)
    assert sitting.over
    assert sitting.totals == [50, 0, 0]


def test_the_end_of_a_deal_shows_what_the_others_still_held():
    sitting = play(sit(LOW_AND_HIGH), LOW_AND_HIGH_PLAYED)
    assert sitting.events[-4:] == [
        ("out", 0),
        ("left", 1, ("W1", "L1", "L2", "L3", "L4", "L5"), 44),
        ("left", 2, ("L6",), 6),
        ("score", (50, 0, 0), (50, 0, 0)),
    ]


@pytest.mark.parametrize("players", range(3, 11))
@each_way
def test_a_match_has_two_deals_a_player(players, options):
    sitting = GAME.sit(players, options, shuffle_seed="s")
    assert sitting.options == {"deals": 2 * players, **options}
    while not sitting.over:
        sitting.play(sitting.legal()[0])
    assert len(sitting.deals) == 2 * players


@pytest.mark.parametrize(("game", "deals"), [(50, 1), (51, 2)])
def test_the_match_also_ends_when_a_total_reaches_game(game, deals):
    given = [a_deal(LOW_AND_HIGH)] * 2
    sitting = GAME.sit(3, {"deals": 2, "game": game}, deals=given)
    play(sitting, LOW_AND_HIGH_PLAYED)
    assert sitting.over == (deals == 1)


@pytest.mark.parametrize("game", [0, 100_001, True, "50", 50.0])
def test_game_is_a_whole_number_from_1_to_100000(game):
    with pytest.raises(OptionError, match="whole number from 1 to 100000"):
        GAME.sit(3, {"game": game}, shuffle_seed="s")


@pytest.mark.parametrize("variant", ["usual", "", None, "Counters", 1])
def test_the_only_variant_is_counters(variant):
    with pytest.raises(OptionError, match="variant must be one of counters"):
        GAME.sit(3, {"variant": variant}, shuffle_seed="s")


def test_the_variant_has_no_option_game():
    with pytest.raises(OptionError, match="the variant counters has no option game"):
        GAME.sit(3, {"variant": "counters", "game": 100}, shuffle_seed="s")


# What a seat sees.


def test_a_seat_sees_no_other_hand():
    sitting = sit(THREE)
    assert sitting.view(1)["events"][1:] == [
        ("hand", 0, ("?",) * 10),
        ("hand", 1, tuple(THREE[1].split())),
        ("hand", 2, ("?",) * 10),
    ]
    assert sitting.seen(None)[1:] == [("hand", seat, ("?",) * 10) for seat in range(3)]


def test_the_view_of_a_seat_that_has_just_passed():
    sitting = play(sit(LOW_AND_HIGH), "O10 pass")
    view = sitting.view(1)
    del view["events"], view["history"]
    assert view == {
        "game": "boy-scouts",
        "options": {"deals": 1},
        "players": 3,
        "seat": 1,
        "dealer": 2,
        "deal": 0,
        "totals": [0, 0, 0],
        "legal": [],
        "hand": LOW_AND_HIGH[1].split(),
        "worth": 58,
        "playable": [],
        "start": 10,
        "layout": {"O": [10, 10]},
        "fits": ["L10", "O9", "W10"],
        "hands": [9, 10, 10],
        "scoutmaster": 0,
        "first": 0,
        "passes": 1,
        "phase": "play",
    }


def test_before_the_first_card_every_card_fits():
    view = sit(THREE).view(1)
    assert view["fits"] == sorted(GAME.pack(3))
    assert view["playable"] == sorted(view["hand"])
    assert view["start"] is None
    assert view["layout"] == {}


def example_on_the_rules_page(containing: str) -> str:
    (found,) = [
        code
        for code in re.findall(r"```python\n(.*?)```", rules_page(GAME), re.DOTALL)
        if containing in code
    ]
    return found


def test_the_view_on_the_rules_page_is_a_true_one():
    hands = ["O4 W3 O1", "O3 O2 L6", "W4 L5 O7 O8 O9 W5 W6 L2 L9 B10", "L4 W2", "O5 L3"]
    sitting = play(sit(hands), "O4 O3 W4 L4 O5 W3 O2 L5 W2 L3 O1 L6")
    shown = eval(example_on_the_rules_page('"legal"'))  # our own page
    view = sitting.view(2)
    assert set(shown) == {*view, "clock"}
    for field in set(view) - {"options", "events"}:
        assert shown[field] == view[field], field


@given(seed=seeds, players=numbers_of_players)
@each_way
@few
def test_the_bot_on_the_rules_page_makes_no_illegal_move(players, options, seed):
    bot: dict = {}
    exec(example_on_the_rules_page("def choose_move"), bot)  # our own page
    sitting = GAME.sit(players, {"deals": 1, **options}, shuffle_seed=seed)
    rng = random.Random(seed)
    while sitting.turn is not None:
        move = bot["choose_move"](sitting.view(sitting.turn))
        assert move in sitting.legal()
        # Somebody else's moves, mostly, so that the bot comes into every situation.
        sitting.play(move if rng.random() < 0.3 else rng.choice(sitting.legal()))


# The variant: payments and false passes.


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


# The variant: the auction.


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


def layout_by_the_print(cards: list[str]) -> tuple[dict[str, list[int]], set[str]]:
    """From the cards laid, in order: the ends of the patrols, and what may be laid next."""
    patrols: dict[str, list[int]] = {}
    for card in cards:
        patrols.setdefault(card[0], []).append(int(card[1:]))
    ends = {patrol: [min(numbers), max(numbers)] for patrol, numbers in patrols.items()}
    return ends, {
        f"{patrol}{number}"
        for patrol in "OWLFB"
        for number in range(1, 11)
        if (
            number in (ends[patrol][0] - 1, ends[patrol][1] + 1)
            if patrol in ends
            else number == int(cards[0][1:])
        )
    }


@given(seed=seeds, players=numbers_of_players)
@each_way
@few
def test_patrols_have_no_gap_and_grow_at_their_ends(players, options, seed):
    for sitting in random_play(players, options, seed):
        cards = laid(sitting)
        if sitting.over or not cards:
            continue
        view = sitting.view(sitting.turn)
        ends, fits = layout_by_the_print(cards)
        assert view["layout"] == ends
        assert len(cards) == sum(high - low + 1 for low, high in ends.values())
        assert set(view["fits"]) == fits & set(GAME.pack(players))
        assert view["playable"] == sorted(set(view["hand"]) & fits)
        assert set(view["playable"]) == set(view["legal"]) - {"pass"}


@given(seed=seeds, players=numbers_of_players)
@each_way
@few
def test_every_card_is_in_a_hand_or_in_the_layout(players, options, seed):
    for sitting in random_play(players, options, seed):
        if not sitting.over:
            held = [card for seat in range(players) for card in sitting.view(seat)["hand"]]
            assert sorted(held + laid(sitting)) == sorted(GAME.pack(players))


@given(seed=seeds, players=numbers_of_players)
@few
def test_counters_are_never_created_or_lost(players, seed):
    for sitting in random_play(players, COUNTERS, seed):
        assert sum(sitting.totals) == 100 * players
        assert sitting.over or sum(sitting.view(0)["totals"]) == 100 * players
    assert all(sum(deal.scores) == 0 for deal in sitting.deals)


@given(seed=seeds, players=numbers_of_players)
@few
def test_in_the_usual_play_only_one_player_scores_in_a_deal(players, seed):
    *_, sitting = random_play(players, {}, seed)
    for deal in sitting.deals:
        kept = [event[2] for event in deal.events if event[0] == "left"]
        numbers = [int(card[1:]) for cards in kept for card in cards]
        assert sorted(deal.scores)[:-1] == [0] * (players - 1)
        assert max(deal.scores) == sum(15 if number == 1 else number for number in numbers)


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
