"""The cheapest perfect matching, against networkx and against trying everything."""

import networkx as nx
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.formats.blossom import CheapestMatching


@st.composite
def graphs(draw, low=1, high=7):
    """Graphs of ``2 * low`` to ``2 * high`` vertices, sparse and dense, with costs small and huge."""
    count = 2 * draw(st.integers(low, high))
    highest = draw(st.sampled_from([1, 3, 40, 10**30]))
    density = draw(st.integers(1, 10))
    edges = [{} for _ in range(count)]
    rng = draw(st.randoms(use_true_random=False))
    for one in range(count):
        for other in range(one):
            if rng.randrange(10) < density:
                edges[one][other] = edges[other][one] = rng.randrange(highest + 1)
    return edges


def cost_of(edges, mates):
    return sum(edges[one][other] for one, other in enumerate(mates)) // 2


def cheapest(edges, free=None):
    """By trying everything; None if there is no perfect matching."""
    free = frozenset(range(len(edges))) if free is None else free
    if not free:
        return 0
    one = min(free)
    found = [
        cost + rest
        for other, cost in edges[one].items()
        if other in free and (rest := cheapest(edges, free - {one, other})) is not None
    ]
    return min(found, default=None)


@settings(max_examples=80, deadline=None)
@given(graphs(high=4))
def test_it_is_as_cheap_as_the_best_of_all(edges):
    matching = CheapestMatching(edges)
    best = cheapest(edges)
    assert matching.is_perfect == (best is not None)
    if best is not None:
        assert [matching.mates[other] for other in matching.mates] == list(range(len(edges)))
        assert cost_of(edges, matching.mates) == best


@settings(max_examples=40, deadline=None)
@given(graphs(low=5, high=20))
def test_it_is_as_cheap_as_that_of_networkx(edges):
    graph = nx.Graph()
    graph.add_nodes_from(range(len(edges)))
    for one, of in enumerate(edges):
        graph.add_weighted_edges_from((one, other, cost) for other, cost in of.items())
    reference = nx.min_weight_matching(graph)
    matching = CheapestMatching(edges)
    assert matching.is_perfect == (2 * len(reference) == len(edges))
    if matching.is_perfect:
        assert cost_of(edges, matching.mates) == sum(edges[one][two] for one, two in reference)


@settings(max_examples=40, deadline=None)
@given(graphs(), st.randoms(use_true_random=False))
def test_its_prices_tell_which_edges_left_out_would_matter(edges, rng):
    """What the prices call too dear for every edge left out is a cheapest matching of all."""
    kept = [dict(of) for of in edges]
    left_out = [(a, b) for a, of in enumerate(edges) for b in of if a < b and rng.random() < 0.5]
    for a, b in left_out:
        del kept[a][b], kept[b][a]
    few = CheapestMatching(kept)
    if few.is_perfect and not any(few.is_too_cheap(a, b, edges[a][b]) for a, b in left_out):
        assert cost_of(edges, few.mates) == cost_of(edges, CheapestMatching(edges).mates)


def test_an_odd_number_of_vertices_has_no_perfect_matching():
    triangle = [{1: 1, 2: 1}, {0: 1, 2: 1}, {0: 1, 1: 1}]
    assert not CheapestMatching(triangle).is_perfect
    assert not CheapestMatching([{}]).is_perfect
