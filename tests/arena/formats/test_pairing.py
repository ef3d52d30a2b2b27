"""One round of the Swiss system: which criterion goes before which."""

import random
from fractions import Fraction

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.formats.pairing import Contender, pairs_and_bye


def contenders(*points, byes=()):
    return [Contender(entry, Fraction(won), int(entry in byes)) for entry, won in enumerate(points)]


def test_the_first_round_is_that_of_the_published_event():
    """16 players in Held's Exercises in Tie-Breaking (see test_tie_breaks.py): 1-9, 2-10, ... 8-16."""
    pairs, bye = pairs_and_bye(contenders(*[0] * 16), {})
    assert pairs == [(seed, seed + 8) for seed in range(8)]
    assert bye is None


def test_the_upper_half_of_a_score_group_meets_the_lower_half():
    pairs, _ = pairs_and_bye(contenders(1, 1, 1, 1, 0, 0, 0, 0), {})
    assert pairs == [(0, 2), (1, 3), (4, 6), (5, 7)]


def test_nobody_meets_again_while_there_is_another_way():
    """1 and 2 lead alone, but have met: both go down."""
    pairs, _ = pairs_and_bye(contenders(2, 2, 1, 1, 0, 0), {(0, 1): 1})
    assert (0, 1) not in pairs
    assert {frozenset(pair) for pair in pairs[:2]} <= {
        frozenset(pair) for pair in [(0, 2), (1, 3), (0, 3), (1, 2)]
    }


def test_a_meeting_is_repeated_where_nothing_else_is_left():
    everybody = {(a, b): 1 for b in range(4) for a in range(b)}
    pairs, _ = pairs_and_bye(contenders(2, 1, 1, 0), everybody)
    assert len(pairs) == 2
    pairs, _ = pairs_and_bye(contenders(2, 1, 1, 0), everybody | {(0, 1): 2, (2, 3): 2, (1, 2): 2})
    assert pairs == [(0, 2), (1, 3)]


def test_the_bye_goes_to_the_lowest():
    assert pairs_and_bye(contenders(2, 1, 1, 1, 0), {})[1] == 4
    assert pairs_and_bye(contenders(1, 1, 1), {})[1] == 2


def test_the_bye_goes_to_the_lowest_who_had_none():
    assert pairs_and_bye(contenders(2, 1, 1, 1, 0, byes={4, 3}), {})[1] == 2


def test_a_bye_goes_higher_rather_than_letting_two_meet_again():
    """If 5 had the bye the other four could only meet again."""
    met = {(a, b): 1 for b in range(4) for a in range(b)}
    assert pairs_and_bye(contenders(2, 1, 1, 1, 0), met)[1] != 4


def test_opponents_are_as_near_in_points_as_can_be():
    """3, 2, 2, 0: neighbours would be a gap of 1 and of 2; no other way is nearer."""
    pairs, _ = pairs_and_bye(contenders(3, 2, 2, 0), {})
    assert sorted(pairs) in ([(0, 1), (2, 3)], [(0, 2), (1, 3)])
    pairs, _ = pairs_and_bye(contenders(3, 3, 1, 1), {(0, 1): 1})
    assert (2, 3) not in pairs


def test_two_alone_meet_and_one_alone_has_the_bye():
    assert pairs_and_bye(contenders(1, 0), {(0, 1): 3}) == ([(0, 1)], None)
    assert pairs_and_bye(contenders(1), {}) == ([], 0)


@settings(max_examples=15, deadline=None)
@given(st.integers(2, 26), st.integers(0, 2**32))
def test_no_pair_meets_again_unless_networkx_finds_no_other_way_either(count, seed):
    rng = random.Random(seed)
    points = sorted((Fraction(rng.randrange(7), 2) for _ in range(count)), reverse=True)
    met = {
        (a, b): 1 for b in range(count) for a in range(b) if rng.random() < rng.choice([0.3, 0.9])
    }
    pairs, bye = pairs_and_bye([Contender(e, points[e], 0) for e in range(count)], met)
    assert sorted([entry for pair in pairs for entry in pair] + [bye] * (bye is not None)) == list(
        range(count)
    )
    fresh = nx.Graph()
    fresh.add_nodes_from(range(count))
    fresh.add_edges_from((a, b) for b in range(count) for a in range(b) if (a, b) not in met)
    again = sum(tuple(sorted(pair)) in met for pair in pairs)
    most = len(nx.max_weight_matching(fresh, maxcardinality=True))
    assert again == max(0, count // 2 - most)
