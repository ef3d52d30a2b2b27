"""Tie-breaks against published examples.

M. Held, Exercises in Tie-Breaking, rev. 2403220900 (for FIDE Handbook C.07 as of 2023), exercises 1 to 4, 11, 12, 14,
25 and 26: three events with byes asked for (H), byes that the pairing gave (U), absences (Z) and games won and lost without
play (+, -), and the answers. The results and answers stand, machine-readable, in the tests of
github.com/OttoMilvang/TieBreakServer (tests/fixtures/held_*.trf, test_fide_held_individual_exercises.py).
"""

from fractions import Fraction

import pytest

from arena.formats.tie_breaks import (
    BUCHHOLZ,
    HALF,
    HEAD_TO_HEAD,
    LOT,
    SCORE_DIFFERENCE,
    Met,
    Unplayed,
    adjusted_points,
    buchholz,
    head_to_head,
    points_of,
    ranked,
    score_difference,
    sonneborn_berger,
)

# One line per player in the order of their numbers; per round the opponent and the result.
SWISS_OF_5_ROUNDS = """
9 1  13 = 2 =  15 1 4 =
10 1 7 1  1 =  16 1 3 =
11 = 6 1  8 1  4 =  2 =
12 1 0 H  13 1 3 =  1 =
13 0 15 0 11 1 7 =  10 1
14 0 3 0  0 U  10 1 8 1
15 1 2 0  16 0 5 =  11 0
16 = 14 1 3 0  13 1 6 0
1 0  10 0 0 H  11 - 0 U
2 0  9 1  15 0 6 0  5 0
3 =  16 0 5 0  9 +  7 1
4 0  0 U  14 + 0 Z  0 Z
5 1  1 =  4 0  8 0  14 0
6 1  8 0  12 - 0 Z  13 1
7 0  5 1  10 1 1 0  16 0
8 =  11 1 7 1  2 0  15 1
"""
SWISS_OF_9_ROUNDS = """
9 1  13 = 2 =  15 1 4 =  6 =  3 =  16 = 8 1
10 1 7 1  1 =  16 1 3 1  4 =  6 0  15 = 5 =
11 = 6 1  8 1  4 =  2 0  16 1 1 =  14 1 10 1
12 1 0 H  13 1 3 =  1 =  2 =  16 = 6 =  15 1
13 0 15 0 11 1 7 =  10 1 14 0 9 1  8 0  2 =
14 0 3 0  0 U  10 1 8 1  1 =  2 1  4 =  16 1
15 1 2 0  16 0 5 =  11 0 10 0 13 1 9 1  14 1
16 = 14 1 3 0  13 1 6 0  11 = 15 = 5 1  1 0
1 0  10 0 0 H  11 - 0 U  13 1 5 0  7 0  12 =
2 0  9 1  15 0 6 0  5 0  7 1  12 1 11 1 3 0
3 =  16 0 5 0  9 +  7 1  8 =  14 0 10 0 13 =
4 0  0 U  14 + 0 Z  0 Z  15 0 10 0 13 = 9 =
5 1  1 =  4 0  8 0  14 0 9 0  7 0  12 = 11 =
6 1  8 0  12 - 0 Z  13 1 5 1  11 1 3 0  7 0
7 0  5 1  10 1 1 0  16 0 12 1 8 =  2 =  4 0
8 =  11 1 7 1  2 0  15 1 3 0  4 =  1 =  6 0
"""
# In a round robin what was not played counts as if it had been: the game of 5 and 6 was won without play.
ROUND_ROBIN = """
5 = 2 1 3 1 4 0 6 1
6 1 1 0 5 1 3 = 4 1
4 1 6 1 1 0 2 = 5 1
3 0 5 0 6 = 1 1 2 0
1 = 4 1 2 0 6 0 3 0
2 0 3 0 4 = 5 1 1 0
"""
WORTH = {"1": 1, "=": HALF, "0": 0, "H": HALF, "U": 1, "+": 1, "-": 0, "Z": 0}


def read(text: str) -> list[list[Met | Unplayed]]:
    sheet: list[list[Met | Unplayed]] = []
    for line in text.strip().splitlines():
        words = line.split()
        rounds: list[Met | Unplayed] = []
        for opponent, result in zip(words[::2], words[1::2], strict=True):
            worth = Fraction(WORTH[result])
            rounds.append(
                Met(worth, (int(opponent) - 1,), (worth,))
                if result in "1=0"
                else Unplayed(worth, is_absence=result == "Z")
            )
        sheet.append(rounds)
    return sheet


def numbers(text: str) -> list[Fraction]:
    return [Fraction(number) for number in text.split()]


def test_points_of_the_published_event():
    assert points_of(read(SWISS_OF_5_ROUNDS)) == numbers(
        "3.5 4 3.5 3.5 2.5 3 1.5 2.5 1.5 1 2.5 2 1.5 2 2 3.5"
    )


def test_buchholz_of_the_published_event():
    """Of exercise 1 to 4 and the table of all 16; byes, absences and defaults among them."""
    assert buchholz(read(SWISS_OF_5_ROUNDS), games=1) == numbers(
        "12.5 13 15.5 15 8.5 12 14.5 13.5 9 13 13.5 11.5 14 11 12 12.5"
    )


def test_sonneborn_berger_of_the_published_event():
    assert sonneborn_berger(read(SWISS_OF_5_ROUNDS), games=1) == numbers(
        "8 9.5 10.5 9.75 4.25 6.5 3.25 5.25 2.25 1.5 5.75 4 4.25 4.5 3.5 7.25"
    )


def test_sonneborn_berger_of_the_published_round_robin():
    assert sonneborn_berger(read(ROUND_ROBIN), games=1) == numbers("9.25 6.25 6.25 4.25 3.25 2.25")


def ranks_by(sheet, breaks) -> list[int]:
    own = points_of(sheet)
    keys = list(zip(own, breaks, strict=True))
    return [1 + sum(other > key for other in keys) for key in keys]


def test_direct_encounter_of_the_published_round_robin():
    sheet = read(ROUND_ROBIN)
    breaks = head_to_head(sheet, points_of(sheet), games=1)
    assert ranks_by(sheet, breaks) == [1, 2, 2, 6, 5, 4]


def test_direct_encounter_of_the_published_swiss_system_of_nine_rounds():
    """Four are level, and all have met; three are level, and the meeting that is missing could change the order."""
    sheet = read(SWISS_OF_9_ROUNDS)
    breaks = head_to_head(sheet, points_of(sheet), games=1)
    published = {
        1: 3,
        2: 5,
        3: 1,
        4: 3,
        5: 9,
        6: 2,
        7: 6,
        8: 6,
        9: 14,
        10: 9,
        11: 13,
        12: 14,
        13: 16,
    }
    ranks = ranks_by(sheet, breaks)
    assert {number: ranks[number - 1] for number in published} == published


def test_sonneborn_berger_of_a_double_round_robin_in_sensei_s_library():
    """senseis.xmp.net, "Sonneborn-Berger": four players, twice against each other; 11, 9, 6 and 4."""
    won = {
        "A": "B C D C", "B": "C D A D", "C": "D B D", "D": "A",
    }  # fmt: skip
    order = "ABCD"
    beaten = {one: [order.index(other) for other in won[one].split()] for one in order}
    sheet = [
        [
            *(Met(Fraction(1), (other,), (Fraction(1),)) for other in beaten[one]),
            *(
                Met(Fraction(0), (order.index(other),), (Fraction(0),))
                for other in order
                for _ in range(beaten[other].count(order.index(one)))
            ),
        ]
        for one in order
    ]
    assert points_of(sheet) == [4, 4, 3, 1]
    assert sonneborn_berger(sheet, games=1) == [11, 9, 6, 4]


def test_an_opponent_who_left_counts_as_if_it_had_tied_from_then_on():
    sheet = read("2 1 0 Z 0 Z\n1 0 0 U 0 U\n")
    assert adjusted_points(sheet, games=1) == [2, 2]
    assert buchholz(sheet, games=1)[1] == 2 + 2 + 2


def test_at_larger_tables_the_mean_of_the_opponents_counts():
    """Three at a table with 1, 1/2 and 0: as opponents they count as half of the sum."""
    third = [
        [Met(Fraction(1), (1, 2), (Fraction(1), Fraction(1)))],
        [Met(HALF, (0, 2), (Fraction(0), Fraction(1)))],
        [Met(Fraction(0), (0, 1), (Fraction(0), Fraction(0)))],
    ]
    assert buchholz(third, games=1) == [Fraction(1, 4), HALF, Fraction(3, 4)]
    assert sonneborn_berger(third, games=1) == [Fraction(1, 4), 0, 0]


@pytest.mark.parametrize("games", [1, 5])
def test_a_table_of_several_games_counts_like_one_game_with_the_same_share(games):
    def sheet(worth: int) -> list[list[Met | Unplayed]]:
        return [
            [Met(Fraction(worth), (1,), (Fraction(worth),))],
            [Met(Fraction(0), (0,), (Fraction(0),))],
        ]

    assert sonneborn_berger(sheet(games), games=games) == [0, 0]
    assert buchholz(sheet(games), games=games) == [0, games]


def test_the_tie_breaks_count_in_their_order_and_the_lot_is_the_last():
    """Two who tied in everything: the better score first, and level scores by the lot."""

    def level(score: str) -> list[list[Met | Unplayed]]:
        return [
            [Met(HALF, (1,), (HALF,), Fraction(score))],
            [Met(HALF, (0,), (HALF,), -Fraction(score))],
        ]

    breaks = (HEAD_TO_HEAD, BUCHHOLZ, SCORE_DIFFERENCE, LOT)
    by_score = ranked(level("-0.25"), breaks, games=1, lots=[0, 1])
    assert [one.entry for one in by_score] == [1, 0]
    assert score_difference(level("-0.25")) == [Fraction(-1, 4), Fraction(1, 4)]
    by_lot = ranked(level("0"), breaks, games=1, lots=[1, 0])
    assert [one.entry for one in by_lot] == [1, 0]
    assert [one.tie_breaks[-1] for one in by_lot] == [1, 2]


def test_three_in_a_circle_are_not_told_apart_by_their_encounters():
    sheet = read("2 1 3 0\n1 0 3 1\n1 1 2 0\n")
    assert head_to_head(sheet, points_of(sheet), games=1) == [0, 0, 0]


def test_who_has_beaten_all_of_those_level_is_first_even_if_others_have_not_met():
    """Article 6.2: the meeting of 2 and 3 is missing, but neither could overtake 1."""
    sheet = read("2 1 3 1 4 0\n1 0 4 1 5 1\n1 0 4 1 5 1\n2 0 3 0 1 1\n2 0 3 0 0 Z\n")
    assert head_to_head(sheet, points_of(sheet), games=1)[:3] == [2, 0, 0]
