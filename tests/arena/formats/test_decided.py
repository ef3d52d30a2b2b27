"""Tables that are repeated until they are decided: the error is the stated one, over all looks."""

import random
from fractions import Fraction
from functools import cache

import pytest

from arena.formats.contract import TableResult
from arena.formats.decided import ERROR, evidence, is_decided
from arena.formats.points import added, result_of_match

CAP = 20
TABLES = 150


match = cache(result_of_match)


def looks_until_decided(rng, *, entries=2, games=1, draw, go_on=1):
    """Per simulated table: after how many repeats it was called decided, and for whom; None at the cap."""
    found = []
    for _ in range(TABLES):
        repeats: list[TableResult] = []
        for _ in range(CAP):
            repeats.append(
                added([match(tuple(draw(rng, e) for e in range(entries))) for _ in range(games)])
            )
            if is_decided(repeats, games=games, go_on=go_on):
                totals = [sum(one.points[entry] for one in repeats) for entry in range(entries)]
                found.append((len(repeats), totals.index(max(totals))))
                break
        else:
            found.append(None)
    return found


def a_coin(rng, entry):
    return rng.randrange(2)


def share_decided(found):
    return sum(one is not None for one in found) / len(found)


# The bound on the error is 0.05. With 150 tables the share of a test that has exactly 0.05 stays below
# 0.05 + 2.5 x 0.018 = 0.095; the usual 5 % test below, looked at as often, is far beyond.
@pytest.mark.parametrize(("entries", "games", "go_on"), [(2, 1, 1), (2, 5, 1), (4, 1, 2)])
def test_equals_are_hardly_ever_called_decided_however_often_we_look(entries, games, go_on):
    rng = random.Random(f"equals {entries} {games} {go_on}")
    found = looks_until_decided(rng, entries=entries, games=games, draw=a_coin, go_on=go_on)
    assert share_decided(found) <= ERROR + 0.045


def test_looking_again_and_again_at_a_usual_test_would_err_far_more_often():
    """What the betting is for: the same looks at |mean| > 1.96 standard errors."""
    rng = random.Random("usual")
    wrong = 0
    for _ in range(300):
        total = 0
        for look in range(1, CAP + 1):
            total += rng.choice([-1, 1])
            if look >= 4 and abs(total) > 1.96 * look**0.5:
                wrong += 1
                break
    assert wrong / 300 > 3 * ERROR


def test_a_clear_difference_is_soon_decided_and_for_the_better():
    rng = random.Random("clear")
    found = looks_until_decided(
        rng, draw=lambda rng, entry: rng.randrange(10) + (6 if entry == 0 else 0)
    )
    decided = [one for one in found if one is not None]
    assert len(decided) > 0.9 * len(found)
    assert sum(winner == 0 for _, winner in decided) >= 0.97 * len(decided)
    assert sorted(repeats for repeats, _ in decided)[len(decided) // 2] <= 16


def test_a_table_won_every_time_is_decided_after_eight_repeats():
    """The mean of (1 + s)^n over the stakes is 30 for n = 7 and 53 for n = 8; 2 / 0.05 = 40 is needed."""
    once = result_of_match([1, 0])
    assert [is_decided([once] * repeats) for repeats in (0, 1, 7, 8)] == [False, False, False, True]


def test_ties_decide_nothing():
    assert not is_decided([result_of_match([1, 1])] * 100)


def test_a_table_of_whom_all_go_on_is_decided_at_once():
    assert is_decided([result_of_match([1, 0])], go_on=2)


def test_a_smaller_error_takes_longer():
    once = result_of_match([1, 0])
    assert not is_decided([once] * 8, error=0.001)
    with pytest.raises(ValueError, match="probability"):
        is_decided([once], error=0.0)


def test_evidence_is_the_mean_of_bets_worked_by_hand():
    """Two differences of 1 and -1: the mean over the stakes of 1 - s^2, of 1/20 to 19/20."""
    by_hand = sum(1 - (step / 20) ** 2 for step in range(1, 20)) / 19
    assert evidence([Fraction(1), Fraction(-1)]) == pytest.approx(by_hand)
    assert evidence([]) == 1.0
    with pytest.raises(ValueError, match="from -1 to 1"):
        evidence([Fraction(2)])
