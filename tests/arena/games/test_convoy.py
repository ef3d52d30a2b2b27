"""Convoy to the letter of its rules (docs/games/convoy.md)."""

import ast
import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.events import seen_from
from arena.game import IllegalMove, OptionError, SeatsError
from arena.games import find_game
from arena.rules import rules_page

GAME = find_game("convoy")

# Hands that are worth something and can neither call nor declare.
DULL = ("BC CR DD SS SP AP AP", "BC CR DD SS SP AP AP", "BC CR DD SS SP AP MI")
HEAVE_TO = "SS SS TO TO MI MI DD"


def sit(*hands, stock="", dealer=None, north=1, reshuffle=None, players=None, **options):
    """A sitting of one deal with these hands of seats 0, 1, ...; seat 0 begins.

    Cards that are not named are dealt as the pack has them.
    """
    players = players or max(4, len(hands))
    dealer = players - 1 if dealer is None else dealer
    rest = Counter(GAME.pack(players))
    named = [hand.split() for hand in hands] + [[] for _ in range(players - len(hands))]
    rest.subtract(card for hand in named for card in hand)
    rest.subtract(stock.split())
    assert min(rest.values()) >= 0, "there are not so many of a card"
    others = [card for card, count in rest.items() for _ in range(count)]
    for hand in named:
        while len(hand) < 7:
            hand.append(others.pop())
    leader = (dealer + 1) % players
    in_turn = [named[(leader + step) % players] for step in range(players)]
    packets = [hand[part] for part in (slice(3), slice(3, 4), slice(4, 7)) for hand in in_turn]
    pack = [card for packet in packets for card in packet] + stock.split() + others
    deal = {
        "dealer": dealer,
        "pack": pack,
        "compass": north,
        "reshuffle": reshuffle or list(GAME.pack(players)),
    }
    return GAME.sit(players, {"deals": 1, **options}, deals=[deal])


def play(sitting, *moves):
    for move in moves:
        sitting.play(move)


def put_down(sitting, times=1):
    """The print: "if the picked card does not suit his purpose he puts that down instead"."""
    for _ in range(times):
        sitting.play("draw")
        sitting.play(f"discard {sitting.events[-1][2]}")


def take_turns(sitting, turns):
    """Turns without a draw: the pile's top card is taken and another card put there."""
    for _ in range(turns):
        sitting.play("take")
        sitting.play(legal(sitting, "discard")[0])


def legal(sitting, *words):
    """The legal moves that begin with one of these words."""
    return [move for move in sitting.legal() if move.split()[0] in words]


def result(sitting, seat):
    """What a seat has shown at the end of the deal, by name."""
    fields = GAME.kinds["show"].fields
    (event,) = [event for event in sitting.events if event[:2] == ("show", seat)]
    return dict(zip(fields, event[1:], strict=True))


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


def offered(card="M1"):
    """Seat 1 has offered a card to seat 3 of four."""
    sitting = sit("", f"{card} BC BC CR CR DD DD", "", "AP AP AP BO BO SP SS", north=3)
    put_down(sitting)
    play(sitting, f"offer {card}")
    return sitting


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


# Declaring.

DECLARER = "BC BG CR AA DD DC SS"


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


def gone_out():
    """Seat 0 of four has laid down its last cards in its second turn."""
    sitting = sit(DECLARER, stock="TO HO DB M1 MI")
    play(sitting, "draw", "declare BC+BG CR+AA", "discard TO")
    put_down(sitting, 3)
    play(sitting, "draw", "declare DD+DC SS+MI")
    return sitting


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


# Scoring.


def ended_by_heave_to(*others, caller=HEAVE_TO, north=1, **options):
    """Seat 0 has called heave-to before its first pick; ``others`` are the hands of 1, 2 and 3."""
    sitting = sit(caller, *others, north=north, **options)
    play(sitting, "heave-to")
    return sitting


def test_held_points_less_penalties():
    sitting = ended_by_heave_to(
        "BC BG CR SP DC DC AC", "AP AP AP BO BO M1 HO", "DD SS SS BC CR M2 MI"
    )
    assert result(sitting, 1)["held"] == 50 + 20 + 10 + 20
    assert result(sitting, 1)["penalties"] == 30
    assert result(sitting, 2)["held"] == 30 + 30 + 10
    assert result(sitting, 2)["penalties"] == 20 + 100
    assert result(sitting, 3)["held"] == 20 + 30 + 10 + 30 + 20
    assert result(sitting, 3)["penalties"] == 10 + 50


def test_a_called_heave_to_counts_200_and_its_four_weapons_bear_no_penalty():
    sitting = ended_by_heave_to(*DULL[:2])
    shown = result(sitting, 0)
    assert shown["cards"] == ("DD", "MI", "MI", "SS", "SS", "TO", "TO")
    assert shown["combinations"] == ("SS+SS+MI+MI+TO+TO", "DD")
    assert (shown["held"], shown["penalties"], shown["points"]) == (220, 0, 220)


def test_a_weapon_beside_a_called_heave_to_bears_its_penalty():
    sitting = ended_by_heave_to(caller="SS SS TO TO MI MI MI")
    assert (result(sitting, 0)["held"], result(sitting, 0)["penalties"]) == (200, 10)


def test_a_third_submarine_beside_a_called_heave_to_counts_as_usual():
    sitting = sit("SS SS SS TO TO MI MI", stock="TO")
    play(sitting, "draw", "heave-to")
    assert (result(sitting, 0)["held"], result(sitting, 0)["penalties"]) == (230, 10)


CARRIER = "AC AP AP AP AP BC BG"
"""Held points 200."""


def test_a_heave_to_fails_if_somebody_holds_more():
    sitting = ended_by_heave_to("", CARRIER, caller="SS SS TO TO MI MI BO", north=1)
    assert result(sitting, 0)["held"] == 200, "equal is not higher"
    sitting = ended_by_heave_to("", "AC AP AP AP AP DB HO", north=1)
    assert ("fail", 0, 2, 300) in sitting.events
    assert result(sitting, 0)["combinations"] == ()
    assert (result(sitting, 0)["held"], result(sitting, 0)["penalties"]) == (0, 0)
    assert result(sitting, 2)["points"] == 300 - 50


def test_penalties_are_not_looked_at_when_a_heave_to_is_compared():
    hand = "AC AP AP AP AP BC BG"
    sitting = ended_by_heave_to("", hand, caller="SS SS TO TO MI MI MI")
    assert result(sitting, 2)["points"] == 190
    assert result(sitting, 0)["points"] == 190


def test_the_callers_double_counts_when_a_heave_to_is_compared():
    sitting = ended_by_heave_to("", "AC AP AP AP AP BC BC", caller="SS SS TO TO MI MI DB")
    assert (result(sitting, 0)["times"], result(sitting, 0)["points"]) == (2, 400)


def test_ns_convoy_is_higher_than_a_heave_to():
    sitting = ended_by_heave_to("M1 M2 M3 M4 HO BC CR", north=1)
    assert ("fail", 0, 1, 550) in sitting.events
    assert result(sitting, 0)["points"] == 0


def test_declared_points_survive_a_failed_heave_to():
    sitting = sit(
        "BC BC BG BG SS SS TO",
        "M1 M2 M3 M4 M5 M6 CR",
        stock="TO HO",
        north=1,
    )
    play(sitting, "draw", "declare BC+BG BC+BG", "discard SS")
    # The deal goes on long enough for the caller to collect six cards again.
    sitting._gain(0, "SS")
    sitting._gain(0, "MI")
    sitting._gain(0, "MI")
    sitting._gain(1, "HO")
    sitting.turn = sitting.player = 0
    sitting._legal = None
    play(sitting, "heave-to")
    assert (result(sitting, 0)["held"], result(sitting, 0)["points"]) == (0, 100)


def test_declared_points_of_others_are_not_looked_at_when_a_heave_to_is_compared():
    sitting = sit("AC AP AP AP AP M1 CR", HEAVE_TO, stock="BG", north=3)
    play(sitting, "draw", "declare AC+AP+AP+AP+AP", "discard M1")
    play(sitting, "heave-to")
    assert result(sitting, 0)["declared"] == 150
    assert result(sitting, 1)["held"] == 220


def test_n_counts_a_convoy_that_was_not_called():
    sitting = ended_by_heave_to("M2 M3 M4 M5 HO BC M6", north=1)
    assert result(sitting, 1)["held"] == 500 + 20 + 30
    assert result(sitting, 1)["penalties"] == 0


def test_a_called_convoy_ends_the_deal_and_is_halved_with_s():
    sitting = sit("M1 M2 M3 M4 HO BC BG", "", "DD DC M5 SS CR CR CR", north=0)
    play(sitting, "convoy")
    assert result(sitting, 0)["points"] == 500 + 50 - 10
    assert result(sitting, 2)["points"] == 30 + 10 + 60 - 10 - 50
    assert ("pool", 0, 2, 580, 290) in sitting.events
    assert sitting.totals[0] == sitting.totals[2] == 290


def test_an_uncalled_heave_to_counts_by_the_table():
    sitting = sit("M1 M2 M3 M4 HO BC BG", HEAVE_TO, north=0)
    play(sitting, "convoy")
    assert result(sitting, 1)["held"] == 30 + 30 + 20
    assert result(sitting, 1)["penalties"] == 40


def test_double_doubles_held_and_declared_points_but_not_penalties():
    sitting = sit("AC AP AP AP AP BC DB", stock="BO", north=1)
    play(sitting, "draw", "declare AC+AP+AP+AP+AP", "discard BC")
    for _ in range(3):
        put_down(sitting)
    play(sitting, "draw")
    sitting._score(why="the test ends it")
    shown = result(sitting, 0)
    assert shown["times"] == 2
    assert shown["points"] == 2 * (shown["held"] + 150) - shown["penalties"]
    assert shown["penalties"] >= 10


def test_double_is_counted_before_pooling_and_for_its_holder_only():
    sitting = sit("M1 M2 M3 M4 HO DB BC", "", "CR CR CR DD DD DD M5", north=0)
    play(sitting, "convoy")
    assert result(sitting, 0)["points"] == 2 * 530
    assert result(sitting, 2)["times"] == 1
    assert sitting.totals[0] == (2 * 530 + 120 - 50) // 2


def test_everything_is_public_when_a_deal_ends():
    sitting = ended_by_heave_to(*DULL[:2])
    for event in sitting.events:
        if event[0] in ("end", "show", "pool", "fail"):
            assert seen_from(event, None, GAME.kinds) == event
    assert sitting.history[0] == sitting.events
    assert ("hand", 0, tuple(sorted(HEAVE_TO.split()))) in sitting.view(3)["history"][0]


def test_a_match_ends_when_a_total_reaches_the_goal_at_the_end_of_a_deal():
    assert GAME.sit(4, shuffle_seed="s").options == {"deals": 16, "game": 1000}
    sitting = GAME.sit(4, {"game": 1}, shuffle_seed="goal")
    while not sitting.over:
        assert max(sitting.totals) < 1
        sitting.play(sitting.legal()[0])
    assert max(sitting.totals) >= 1
    with pytest.raises(OptionError):
        GAME.sit(4, {"game": 100_001}, shuffle_seed="s")


# Laws.


def random_play(players, seed, options=None):
    rng = random.Random(seed)
    sitting = GAME.sit(players, options or {"deals": 1}, shuffle_seed=seed)
    while not sitting.over:
        yield sitting
        sitting.play(rng.choice(sitting.legal()))


@given(players=st.integers(4, 8), seed=st.integers(0, 2**32).map(str))
@settings(max_examples=20, deadline=None)
def test_no_card_is_made_or_lost(players, seed):
    for sitting in random_play(players, seed):
        laid = [card for names in sitting.declared for name in names for card in name.split("+")]
        held = [card for hand in sitting.hands for card in hand]
        assert Counter(held + laid + sitting.stock + sitting.pile) == Counter(GAME.pack(players))


@given(players=st.integers(4, 8), seed=st.integers(0, 2**32).map(str))
@settings(max_examples=20, deadline=None)
def test_n_and_s_score_the_same_and_nothing_is_lost_in_pooling(players, seed):
    sitting = None
    for sitting in random_play(players, seed):  # noqa: B007
        pass
    (scores,) = [deal.scores for deal in sitting.deals]
    assert scores[sitting.north] == scores[sitting.south]
    assert sum(scores) == sum(result(sitting, seat)["points"] for seat in range(players))


def test_an_illegal_move_changes_nothing():
    sitting = offered()
    before = [list(hand) for hand in sitting.hands]
    for move in ("give M1", "give", "draw", "take", "declare", "heave-to", "refuse "):
        with pytest.raises(IllegalMove, match="not one of the legal moves: give AP"):
            sitting.play(move)
    assert sitting.hands == before
    assert sitting.turn == 3


def test_the_view_tells_what_the_own_hand_is_worth():
    sitting = sit("BC BG CR SP DC M1 DB", "M1 M2 M3 M4 HO BC BG", north=1, players=5)
    view = sitting.view(0)
    assert view["hand"] == ["BC", "BG", "CR", "DB", "DC", "M1", "SP"]
    assert (view["value"], view["penalties"], view["doubled"]) == (80, 70, True)
    assert view["combinations"] == ["BC+BG", "CR", "SP"]
    view = sitting.view(1)
    assert (view["value"], view["penalties"], view["doubled"]) == (550, 10, False)
    assert view["combinations"] == ["BC+BG", "M1+M2+M3+M4+HO"]


# The page for bot authors.


def worked_deal():
    """The deal that docs/games/convoy.md tells, up to Ben's exchange."""
    sitting = sit(
        "AP BG BO DC M6 SP SS",
        "AA AP DC M2 M5 SS TO",
        "AP AP BC CR CR M1 TO",
        "BG DD HO M3 MI MI SS",
        stock="DD SP SS M4",
        dealer=1,
        north=3,
    )
    play(sitting, "draw", "discard M1", "take")
    assert "discard M1" not in sitting.legal()
    play(sitting, "discard BG", "draw", "discard M6", "offer M2", "give DD")
    return sitting


def test_the_worked_deal_of_the_page_is_scored_as_the_page_says():
    sitting = worked_deal()
    play(sitting, "declare DD+DC SS+TO", "done", "draw", "discard AP", "draw", "convoy")
    shown = [result(sitting, seat) for seat in range(4)]
    assert [seat["held"] for seat in shown] == [60, 10, 130, 530]
    assert [seat["declared"] for seat in shown] == [0, 60, 0, 0]
    assert [seat["penalties"] for seat in shown] == [30, 60, 10, 20]
    assert [seat["points"] for seat in shown] == [30, 10, 120, 510]
    assert sitting.totals == [30, 260, 120, 260]


def blocks_of_python(page):
    return [block.partition("```")[0] for block in page.split("```python\n")[1:]]


def test_the_view_on_the_page_is_the_view_of_the_worked_deal():
    (told,) = [block for block in blocks_of_python(rules_page(GAME)) if '"legal": [' in block]
    told = ast.literal_eval(told.replace("...", '"..."'))
    view = worked_deal().view(1)
    assert told.keys() - {"clock"} == view.keys()
    for field in view.keys() - {"options", "events"}:
        assert told[field] == view[field], field
    assert [tuple(event) for event in told["events"][-2:]] == view["events"][-2:]


def test_every_field_and_every_event_is_on_the_page():
    page = rules_page(GAME)
    fields = page.partition("## The view")[2].partition("### Events")[0]
    for field in sit().view(0):
        assert f"| `{field}`" in fields or f" `{field}`" in fields, field
    for name, kind in GAME.kinds.items():
        assert f'["{name}", {", ".join(kind.fields)}]' in page, name


def test_the_bot_on_the_page_never_makes_an_illegal_move():
    (code,) = [block for block in blocks_of_python(rules_page(GAME)) if "choose_move" in block]
    bot = {}
    exec(code, bot)
    for players in (4, 5, 8):
        rng = random.Random(players)
        sitting = GAME.sit(players, {"deals": 1}, shuffle_seed="page")
        while not sitting.over:
            if sitting.turn == 0 and len(sitting.legal()) > 1:
                sitting.play(bot["choose_move"](sitting.view(0)))
            else:
                sitting.play(rng.choice(sitting.legal()))
