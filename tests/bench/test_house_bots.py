"""The comparison of house bots (bench/house_bots.py)."""

import pytest

from arena.games import find_game
from bench.house_bots import bot_code, compare, given_options, interval, row

DAVY = find_game("davy-crockett")


def differences(pair, *, players=4, matches=3):
    compared = compare(DAVY, pair, matches=matches, players=players, options={"deals": 1})
    return compared.differences


def test_a_bot_is_as_strong_as_itself_on_the_same_cards():
    assert differences(["simple", "simple"]) == [0, 0, 0]


def test_the_pair_the_other_way_round_has_the_opposite_difference():
    forth, back = differences(["cautious", "simple"]), differences(["simple", "cautious"])
    assert any(forth)
    assert forth == [-difference for difference in back]


@pytest.mark.parametrize("players", [3, 5])
def test_an_odd_table_is_no_advantage_to_the_bot_that_has_more_seats(players):
    assert differences(["simple", "simple"], players=players) == pytest.approx([0, 0, 0])


def test_the_interval_of_a_mean_is_1_96_standard_errors_to_either_side():
    mean, half = interval([1, 2, 3, 4, 5])
    assert (mean, half) == (3, pytest.approx(1.96 * (2.5 / 5) ** 0.5))


def test_a_row_says_who_is_stronger_only_where_the_interval_leaves_no_doubt():
    compared = compare(DAVY, ["simple", "random"], matches=2, players=2, options={"deals": 1})
    assert "| stronger |" in row("g", "ab", compared._replace(differences=[2.0, 2.1]))
    assert "| weaker |" in row("g", "ab", compared._replace(differences=[-2.0, -2.1]))
    assert "| undecided |" in row("g", "ab", compared._replace(differences=[-2.0, 2.1]))


def test_options_are_numbers_or_words():
    assert given_options(["variant=counters", "deals=3"]) == {"variant": "counters", "deals": 3}
    assert given_options([]) == {"deals": 1}


def test_a_file_can_be_compared_too(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("def choose_move(view):\n    return view['legal'][0]\n", encoding="utf-8")
    assert len(differences([str(mine), "simple"])) == 3


def test_a_bot_that_breaks_ends_the_comparison(tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text("def choose_move(view):\n    return 'pass'\n", encoding="utf-8")
    with pytest.raises(RuntimeError, match="mine.py in davy-crockett: choose_move returned 'pass'"):
        differences([str(mine), "simple"])


def test_a_bot_that_does_not_play_the_game_is_refused_with_what_to_do():
    with pytest.raises(SystemExit, match="nobody doesn't play davy-crockett; give a house bot"):
        bot_code("nobody", DAVY)
