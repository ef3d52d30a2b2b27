"""Round robins of tables of two against FIDE's Berger tables."""

from collections import Counter

import pytest

from arena.formats.berger import berger_round

# FIDE Handbook C.05, annex 1 (as printed by Chris Fox, c.w.fox.tripod.com/chess/berger.html): who has the first seat
# stands first.
BERGER = {
    4: """1-4 2-3 | 4-3 1-2 | 2-4 3-1""",
    6: """1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 |
          3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 |
           10-7 8-6 9-5 1-4 2-3 | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 |
           4-10 5-3 6-2 7-1 8-9 | 10-9 1-8 2-7 3-6 4-5 | 5-10 6-4 7-3 8-2 9-1""",
    12: """1-12 2-11 3-10 4-9 5-8 6-7 | 12-7 8-6 9-5 10-4 11-3 1-2 |
           2-12 3-1 4-11 5-10 6-9 7-8 | 12-8 9-7 10-6 11-5 1-4 2-3""",
}


@pytest.mark.parametrize("entries", BERGER)
def test_rounds_and_seats_are_those_of_the_berger_table(entries):
    for number, text in enumerate(BERGER[entries].split("|")):
        expected = [tuple(int(one) - 1 for one in pair.split("-")) for pair in text.split()]
        assert sorted(berger_round(entries, number)) == sorted(expected)


def test_with_an_odd_number_the_highest_number_is_the_bye():
    for number, text in enumerate(BERGER[8].split("|")):
        alone = next(pair for pair in text.split() if "8" in pair.split("-"))
        bye = int(alone.replace("8", "").strip("-")) - 1
        assert [pair[0] for pair in berger_round(7, number) if pair[1] is None] == [bye]


@pytest.mark.parametrize("entries", [*range(2, 40), 99, 100, 199, 200])
def test_everybody_meets_everybody_once_with_even_seats(entries):
    rounds = entries - 1 + entries % 2
    met: Counter[frozenset[int]] = Counter()
    first: Counter[int] = Counter()
    for number in range(rounds):
        pairs = berger_round(entries, number)
        there = [entry for pair in pairs for entry in pair if entry is not None]
        assert sorted(there) == list(range(entries))
        for one, other in pairs:
            if other is not None:
                met[frozenset((one, other))] += 1
                first[one] += 1
    assert set(met.values()) == {1}
    assert len(met) == entries * (entries - 1) // 2
    assert all(abs(2 * first[entry] - (entries - 1)) <= 1 for entry in range(entries))


def test_in_the_second_cycle_the_seats_change():
    for number in range(7):
        once, again = berger_round(8, number), berger_round(8, number + 7)
        assert [(second, first) for first, second in once] == again
