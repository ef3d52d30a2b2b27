"""Boy Scouts to the letter of its rules (docs/games/boy-scouts.md).

"Print 4" is the paragraph of that number in the printed rules.
"""

import random
import re

import pytest
from hypothesis import given

from arena.game import IllegalMove, OptionError, SeatsError
from arena.rules import rules_page
from tests.arena.games.boy_scouts_table import (
    GAME,
    LOW_AND_HIGH,
    LOW_AND_HIGH_PLAYED,
    THREE,
    a_deal,
    each_way,
    few,
    fitting,
    laid,
    numbers_of_players,
    play,
    random_play,
    seeds,
    sit,
)

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
def test_in_the_usual_play_only_one_player_scores_in_a_deal(players, seed):
    *_, sitting = random_play(players, {}, seed)
    for deal in sitting.deals:
        kept = [event[2] for event in deal.events if event[0] == "left"]
        numbers = [int(card[1:]) for cards in kept for card in cards]
        assert sorted(deal.scores)[:-1] == [0] * (players - 1)
        assert max(deal.scores) == sum(15 if number == 1 else number for number in numbers)
