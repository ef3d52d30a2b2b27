"""The cheapest perfect matching of a graph: Edmonds' algorithm with a heap of events.

J. Edmonds, Maximum matching and a polyhedron with 0,1-vertices (1965), as a primal-dual method:
every vertex has a price, and an edge costs at least the prices of its two ends. Edges that cost no more are tight,
and only these are matched, so a matching of all vertices by tight edges is a cheapest one: the prices
prove it. From each unmatched vertex a tree of tight edges grows, prices changing so that more of
them become tight, until it reaches another unmatched vertex. An odd circle of tight edges is shrunk
to one node, a *blossom*, which has a price of its own that edges inside it must pay twice.

Prices are not changed one by one. The search has a clock: a node on an even level of the tree (outer)
gains what the clock moves, on an odd level (inner) it loses it, and a heap holds the moments at which an edge becomes tight
or a blossom has nothing left to lose. A moment that has been overtaken is noticed when its turn comes.

Costs are whole numbers of any size, and so exact. Internally they are doubled, which keeps all prices whole.
"""

import heapq
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

Edges = Sequence[Mapping[int, int]]
"""Per vertex, its neighbours and what the edge costs; each edge stands at both ends."""

_FREE: Final = 0
_OUTER: Final = 1
_INNER: Final = -1
"""Levels of the tree; the number is how prices move with the clock."""


class CheapestMatching:
    """Solves one graph; ``mates`` has the answer, and ``is_too_cheap`` judges edges left out."""

    def __init__(self, edges: Edges) -> None:
        count = len(edges)
        self._edges = [[(other, 2 * cost) for other, cost in sorted(of.items())] for of in edges]
        self._cost = [dict(of) for of in self._edges]
        self.mates = [-1] * count
        self._price = [0] * count
        self._level = [_FREE] * count
        self._since = [0] * count
        # Nodes: the vertices, then the blossoms.
        self._parent = [-1] * count
        self._base = list(range(count))
        self._kids: list[list[int]] = [[] for _ in range(count)]
        self._links: list[list[tuple[int, int]]] = [[] for _ in range(count)]
        self._blossom_price = [0] * count
        self._outermost = list(range(count))
        # Of outermost nodes in the tree:
        self._node_level = [_FREE] * count
        self._node_since = [0] * count
        self._via: list[tuple[int, int]] = [(-1, -1)] * count
        self._clock = 0
        self._moments: list[tuple[int, int, int]] = []
        self._touched: set[int] = set()
        self.is_perfect = self._solve()

    def is_too_cheap(self, a: int, b: int, cost: int) -> bool:
        """Whether an edge that was left out could make the matching cheaper."""
        gain = self._price[a] + self._price[b] - 2 * cost
        if gain <= 0:
            return False
        around = set(self._around(a))
        return gain > 2 * sum(
            self._blossom_price[node] for node in self._around(b) if node in around
        )

    def prices(self) -> list[int]:
        """Twice the price of each vertex: two ends whose sum is at most twice the cost are fine."""
        return list(self._price)

    def _around(self, vertex: int) -> Iterator[int]:
        node = self._parent[vertex]
        while node >= 0:
            yield node
            node = self._parent[node]

    def _solve(self) -> bool:
        if any(not of for of in self._edges):
            return False
        self._start_with_the_obvious()
        return all(
            self.mates[vertex] >= 0 or self._search(vertex) for vertex in range(len(self.mates))
        )

    def _start_with_the_obvious(self) -> None:
        """Prices that no edge undercuts, and the tight edges that can be had at once."""
        price, mates = self._price, self.mates
        for vertex, of in enumerate(self._edges):
            price[vertex] = min(cost for _, cost in of) // 2
        for vertex, of in enumerate(self._edges):
            if mates[vertex] >= 0:
                continue
            slack = min(cost - price[vertex] - price[other] for other, cost in of)
            price[vertex] += slack
            for other, cost in of:
                if mates[other] < 0 and cost == price[vertex] + price[other]:
                    mates[vertex], mates[other] = other, vertex
                    break

    # Reading prices while the clock runs.

    def _slack(self, a: int, b: int) -> int:
        """What is left until the edge is tight; the ends are in different outermost nodes."""
        clock = self._clock
        return (
            self._cost[a][b]
            - self._price[a]
            - self._level[a] * (clock - self._since[a])
            - self._price[b]
            - self._level[b] * (clock - self._since[b])
        )

    def _set_level(self, node: int, level: int) -> None:
        """Settle the prices of an outermost node and let them move in a new way from now."""
        clock = self._clock
        for vertex in self._leaves(node):
            self._price[vertex] += self._level[vertex] * (clock - self._since[vertex])
            self._level[vertex] = level
            self._since[vertex] = clock
        self._settle_blossom(node)
        self._node_level[node] = level
        self._touched.add(node)

    def _settle_blossom(self, node: int) -> None:
        if node >= len(self.mates):
            moved = self._node_level[node] * (self._clock - self._node_since[node])
            self._blossom_price[node] += moved
        self._node_since[node] = self._clock

    def _leaves(self, node: int) -> Iterator[int]:
        if node < len(self.mates):
            yield node
        else:
            for kid in self._kids[node]:
                yield from self._leaves(kid)

    # The search.

    def _search(self, root: int) -> bool:
        """Grow a tree from an unmatched vertex until a path to another; False if there is none."""
        self._clock = 0
        self._moments = []
        self._touched = set()
        found = False
        self._make_outer(self._outermost[root], via=(-1, -1))
        while self._moments and not found:
            moment, a, b = heapq.heappop(self._moments)
            self._clock = max(self._clock, moment)
            if b < 0:
                self._expand_if_due(a)
            else:
                found = self._look_at(a, b)
        self._settle_all()
        return found

    def _look_at(self, a: int, b: int) -> bool:
        """The edge from an outer vertex may be tight now; True if that ended the search."""
        here, there = self._outermost[a], self._outermost[b]
        level = self._node_level[there]
        if here == there or level == _INNER:
            return False
        slack = self._slack(a, b)
        if slack > 0:
            wait = slack // 2 if level == _OUTER else slack
            heapq.heappush(self._moments, (self._clock + wait, a, b))
        elif level == _OUTER:
            self._shrink(a, b)
        elif self.mates[self._base[there]] < 0:
            self._augment(a, b)
            return True
        else:
            self._grow(a, b)
        return False

    def _make_outer(self, node: int, *, via: tuple[int, int]) -> None:
        self._via[node] = via
        self._set_level(node, _OUTER)
        for vertex in self._leaves(node):
            self._watch(vertex)

    def _watch(self, vertex: int) -> None:
        """Put down when the edges of a vertex that became outer will be tight."""
        for other, _ in self._edges[vertex]:
            there = self._outermost[other]
            level = self._node_level[there]
            if there == self._outermost[vertex] or level == _INNER:
                continue
            slack = self._slack(vertex, other)
            wait = slack // 2 if level == _OUTER else slack
            heapq.heappush(self._moments, (self._clock + wait, vertex, other))

    def _make_inner(self, node: int, *, via: tuple[int, int]) -> None:
        self._via[node] = via
        self._set_level(node, _INNER)
        if node >= len(self.mates):
            due = self._clock + self._blossom_price[node]
            heapq.heappush(self._moments, (due, node, -1))

    def _grow(self, a: int, b: int) -> None:
        inner = self._outermost[b]
        self._make_inner(inner, via=(a, b))
        base = self._base[inner]
        mate = self.mates[base]
        self._make_outer(self._outermost[mate], via=(base, mate))

    def _path_to_root(self, node: int) -> list[int]:
        path = [node]
        while self._via[node][0] >= 0:
            node = self._outermost[self._via[node][0]]
            path.append(node)
        return path

    def _shrink(self, a: int, b: int) -> None:
        """Two outer nodes have a tight edge: they and their paths to a common node are a blossom."""
        one, two = self._path_to_root(self._outermost[a]), self._path_to_root(self._outermost[b])
        common = next(node for node in one if node in set(two))
        left, right = one[: one.index(common)], two[: two.index(common)]
        # Round the circle: from the common node down to a, over the edge, and up from b.
        kids = [common, *reversed(left), *right]
        links = [self._via[node] for node in reversed(left)]
        links.append((a, b))
        links += [(near, far) for far, near in (self._via[node] for node in right)]
        blossom = len(self._parent)
        self._parent.append(-1)
        self._base.append(self._base[common])
        self._kids.append(kids)
        self._links.append(links)
        self._blossom_price.append(0)
        self._node_level.append(_FREE)
        self._node_since.append(self._clock)
        self._via.append((-1, -1))
        became_outer = [
            vertex
            for kid in kids
            if self._node_level[kid] == _INNER
            for vertex in self._leaves(kid)
        ]
        for kid in kids:
            self._settle_blossom(kid)
            self._node_level[kid] = _FREE
            self._touched.discard(kid)
            self._parent[kid] = blossom
        for vertex in self._leaves(blossom):
            self._outermost[vertex] = blossom
        self._via[blossom] = self._via[common]
        self._set_level(blossom, _OUTER)
        for vertex in became_outer:
            self._watch(vertex)

    def _expand_if_due(self, blossom: int) -> None:
        """An inner blossom that has nothing left to lose falls apart; its path stays in the tree."""
        if self._parent[blossom] >= 0 or self._node_level[blossom] != _INNER:
            return
        if not self._kids[blossom]:
            return
        left = self._blossom_price[blossom] - (self._clock - self._node_since[blossom])
        if left > 0:
            heapq.heappush(self._moments, (self._clock + left, blossom, -1))
            return
        kids, links = self._kids[blossom], self._links[blossom]
        enters = self._via[blossom]
        entered = self._kid_with(blossom, enters[1])
        self._dissolve(blossom, _INNER)
        path, steps = _even_way(kids, links, entered)
        via = enters
        for position, kid in enumerate(path):
            if position % 2:
                self._make_outer(kid, via=via)
            else:
                self._make_inner(kid, via=via)
            if position < len(steps):
                via = steps[position]
        in_tree = set(path)
        for kid in kids:
            if kid not in in_tree:
                self._set_free(kid)

    def _set_free(self, node: int) -> None:
        self._set_level(node, _FREE)
        for vertex in self._leaves(node):
            for other, _ in self._edges[vertex]:
                if self._level[other] == _OUTER:
                    moment = self._clock + self._slack(other, vertex)
                    heapq.heappush(self._moments, (moment, other, vertex))

    def _dissolve(self, blossom: int, level: int) -> None:
        """Make the parts of a blossom outermost, with the level that it had."""
        self._touched.discard(blossom)
        self._blossom_price[blossom] = 0
        self._node_level[blossom] = _FREE
        for kid in self._kids[blossom]:
            self._parent[kid] = -1
            self._node_level[kid] = level
            self._node_since[kid] = self._clock
            self._touched.add(kid)
            for vertex in self._leaves(kid):
                self._outermost[vertex] = kid
        self._kids[blossom] = []

    def _kid_with(self, blossom: int, vertex: int) -> int:
        node = vertex
        while self._parent[node] != blossom:
            node = self._parent[node]
        return self._kids[blossom].index(node)

    # Changing the matching.

    def _augment(self, a: int, b: int) -> None:
        """Match over a tight edge to an unmatched node, and shift the matching along the path."""
        self._rebase(self._outermost[b], b)
        self.mates[b] = a
        while True:
            outer = self._outermost[a]
            above = self._via[outer]
            self._rebase(outer, a)
            self.mates[a] = b
            if above[0] < 0:
                return
            inner = self._outermost[above[0]]
            a, b = self._via[inner]
            self._rebase(inner, b)
            self.mates[b] = a

    def _rebase(self, node: int, vertex: int) -> None:
        """Shift the matching inside a node so that the vertex is the one to be matched outside."""
        if node < len(self.mates):
            return
        entered = self._kid_with(node, vertex)
        kids, links = self._kids[node], self._links[node]
        self._rebase(kids[entered], vertex)
        path, steps = _even_way(kids, links, entered)
        for position in range(1, len(path), 2):
            near, far = steps[position]
            self._rebase(path[position], near)
            self._rebase(path[position + 1], far)
            self.mates[near], self.mates[far] = far, near
        self._kids[node] = kids[entered:] + kids[:entered]
        self._links[node] = links[entered:] + links[:entered]
        self._base[node] = vertex

    def _settle_all(self) -> None:
        """Stop the clock; blossoms without a price are of no more use."""
        nodes = list(self._touched)
        for node in nodes:
            self._set_level(node, _FREE)
        while nodes:
            node = nodes.pop()
            if node >= len(self.mates) and not self._blossom_price[node] and self._kids[node]:
                nodes += self._kids[node]
                self._dissolve(node, _FREE)


def _even_way(
    kids: list[int], links: list[tuple[int, int]], start: int
) -> tuple[list[int], list[tuple[int, int]]]:
    """The way round a blossom from a part to its base by an even number of links.

    The first link, and every second, is matched. Returns the parts, and the links in the
    direction of the way.
    """
    if start % 2:
        path = [*kids[start:], kids[0]]
        return path, links[start:]
    path = kids[start::-1]
    return path, [(far, near) for near, far in reversed(links[:start])]
