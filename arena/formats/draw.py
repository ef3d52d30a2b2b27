"""A draw: tables of two that are known before anybody plays, and where their winners and losers go.

Both kinds of knockout are a draw. What was played is laid over it: a node of the draw is a table of the round
that belongs to its step if both were there, a walkover if one was, and nothing if nobody was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from arena.formats.contract import (
    Bracket,
    BracketPart,
    BracketTable,
    Column,
    PlayedRound,
    Round,
    Slot,
    Standing,
    Table,
    TableResult,
    TableState,
    TieBreak,
    Withdrawn,
    require_over,
)
from arena.formats.tie_breaks import LOT, NOTHING

POINTS_THERE = TieBreak(
    "points_there", "Points there", "Of those who came equally far: the points of the last table."
)
SCORE_THERE = TieBreak(
    "score_there", "Score there", "Then the score difference of the last table, as a share."
)
TIE_BREAKS = (POINTS_THERE, SCORE_THERE, LOT)


@dataclass(frozen=True, slots=True)
class Source:
    """Who sits there: a seed, or who won or lost at another node."""

    kind: Literal["seed", "winner", "loser"]
    seed: int = -1
    key: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    key: str
    title: str
    """"Semi-final 1"; empty for a node that is just one of many."""
    step: int
    """The number of the round in which it is played."""
    part: str
    column: str
    sources: tuple[Source, Source]
    place: int | None = None
    """The place that its winner gets; the loser gets the next. None where one plays on, or is out."""
    only_after: str = ""
    """Key of a node: this one is played only if there the second named won."""


@dataclass(slots=True)
class Outcome:
    """What is known of a node."""

    entries: list[int | None]
    """Per source; None is nobody, or nobody yet."""
    is_known: list[bool]
    """Per source."""
    is_settled: bool = False
    winner: int | None = None
    loser: int | None = None
    state: TableState = "to come"
    table: int | None = None
    result: dict[int, tuple[Fraction, Fraction]] = field(default_factory=dict)
    """Points and score difference per entry, once played."""


def better_first(table: Table, result: TableResult, lots: Sequence[int]) -> list[int]:
    """Entries of a table from best to worst: by points, score difference, and then the lot."""
    order = sorted(
        range(len(table.entries)),
        key=lambda index: (
            -result.points[index],
            -result.scores[index],
            lots[table.entries[index]],
        ),
    )
    return [table.entries[index] for index in order]


class Draw:
    """A draw for a number of entries; ``nodes`` in the order of their steps."""

    def __init__(self, nodes: Iterable[Node], *, entries: int, lots: Sequence[int]) -> None:
        self.nodes = sorted(nodes, key=lambda node: node.step)
        self.entries = entries
        self.lots = lots
        self.steps = self.nodes[-1].step + 1

    def next_round(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn, names: Mapping[int, str]
    ) -> Round | None:
        require_over(played)
        step = len(played)
        if step >= self.steps:
            return None
        outcomes = self.outcomes(played, withdrawn)
        tables: list[Table] = []
        byes: list[int] = []
        for node in self.nodes:
            if node.step != step:
                continue
            there = [
                entry
                for entry in outcomes[node.key].entries
                if entry is not None and entry not in withdrawn
            ]
            if len(there) == 2:
                tables.append(Table((min(there), max(there)), node.title))
            else:
                byes += there
        is_something_open = any(
            outcome.entries != [None, None] and not outcome.is_settled
            for outcome in outcomes.values()
        )
        if not tables and not byes and not is_something_open:
            return None
        return Round(step, names[step], tuple(tables), tuple(sorted(byes)))

    def outcomes(self, played: Sequence[PlayedRound], withdrawn: Withdrawn) -> dict[str, Outcome]:
        """What is known of every node. A walkover to come is taken as given."""
        outcomes: dict[str, Outcome] = {}
        for node in self.nodes:
            known = [self._who(source, outcomes) for source in node.sources]
            outcome = Outcome([entry for entry, _ in known], [is_known for _, is_known in known])
            if node.only_after and not self._is_known_to_be_wanted(node, outcomes):
                outcome = _left_open(outcomes[node.only_after])
            elif node.step < len(played):
                self._read(outcome, played[node.step])
            elif all(outcome.is_known):
                there = [
                    entry
                    for entry in outcome.entries
                    if entry is not None and entry not in withdrawn
                ]
                if len(there) < 2:
                    self._walk_over(outcome, there)
            outcomes[node.key] = outcome
        return outcomes

    def _is_known_to_be_wanted(self, node: Node, outcomes: Mapping[str, Outcome]) -> bool:
        before = outcomes[node.only_after]
        return (
            before.winner is not None
            and before.winner == before.entries[1]
            and before.entries[0] is not None
        )

    def _who(self, source: Source, outcomes: Mapping[str, Outcome]) -> tuple[int | None, bool]:
        if source.kind == "seed":
            return (source.seed if source.seed < self.entries else None), True
        before = outcomes[source.key]
        if not before.is_settled:
            return None, False
        return (before.winner if source.kind == "winner" else before.loser), True

    def _read(self, outcome: Outcome, past: PlayedRound) -> None:
        """Take what the round says about a node."""
        there = {entry for entry in outcome.entries if entry is not None}
        for index, (table, result) in enumerate(zip(past.round.tables, past.results, strict=True)):
            if set(table.entries) != there:
                continue
            outcome.table = index
            if result is None:
                outcome.state = "playing"
                return
            outcome.winner, outcome.loser = better_first(table, result, self.lots)
            outcome.result = {
                entry: (result.points[seat], result.scores[seat])
                for seat, entry in enumerate(table.entries)
            }
            outcome.is_settled, outcome.state = True, "decided"
            return
        self._walk_over(outcome, [entry for entry in there if entry in past.round.byes])

    def _walk_over(self, outcome: Outcome, there: Sequence[int]) -> None:
        absent = [entry for entry in outcome.entries if entry is not None and entry not in there]
        if not there and len(absent) == 2:
            # Nobody plays on; the lot says who is above in the standings.
            absent.sort(key=lambda entry: self.lots[entry], reverse=True)
        outcome.winner = there[0] if there else None
        outcome.loser = absent[0] if absent else None
        outcome.is_settled, outcome.state = True, "not played"

    # Standings.

    def standings(self, played: Sequence[PlayedRound], withdrawn: Withdrawn) -> list[Standing]:
        outcomes = self.outcomes(played, withdrawn)
        last: dict[int, Node] = {}
        points = [NOTHING] * self.entries
        tables = [0] * self.entries
        for node in self.nodes:
            outcome = outcomes[node.key]
            for entry in outcome.entries:
                if entry is not None:
                    last[entry] = node
            for entry, (won, _) in outcome.result.items():
                points[entry] += won
                tables[entry] += 1
        byes = [0] * self.entries
        for past in played:
            for entry in past.round.byes:
                byes[entry] += 1

        def key(entry: int) -> tuple[object, ...]:
            there, score = outcomes[last[entry].key].result.get(entry, (NOTHING, NOTHING))
            reached = self._reached(entry, last[entry], outcomes)
            return (*reached, -there, -score, self.lots[entry])

        standings: list[Standing] = []
        for position, entry in enumerate(sorted(range(self.entries), key=key)):
            node = last[entry]
            outcome = outcomes[node.key]
            there, score = outcome.result.get(entry, (NOTHING, NOTHING))
            standings.append(
                Standing(
                    rank=position + 1,
                    entry=entry,
                    points=points[entry],
                    tie_breaks=(there, score, Fraction(self.lots[entry] + 1)),
                    tables=tables[entry],
                    byes=byes[entry],
                    reached=_reached_text(node, outcome, entry),
                    is_out=entry in withdrawn or (outcome.is_settled and outcome.winner != entry),
                )
            )
        return standings

    def _reached(
        self, entry: int, node: Node, outcomes: Mapping[str, Outcome]
    ) -> tuple[int, int, int]:
        """How far it came, the smaller the better."""
        outcome = outcomes[node.key]
        has_lost = int(outcome.is_settled and outcome.winner != entry)
        if node.place is not None:
            return (
                0,
                node.place + has_lost,
                int(outcome.winner is None and entry == outcome.loser),
            )
        return (1, -node.step, has_lost)

    # The picture.

    def bracket(self, played: Sequence[PlayedRound], withdrawn: Withdrawn) -> Bracket:
        outcomes = self.outcomes(played, withdrawn)
        ways: dict[tuple[str, str], str] = {
            (source.kind, source.key): node.key
            for node in reversed(self.nodes)
            for source in node.sources
            if source.kind != "seed"
        }
        titles = {node.key: node.title for node in self.nodes}
        columns: dict[str, dict[str, list[BracketTable]]] = {}
        for node in self.nodes:
            outcome = outcomes[node.key]
            if node.only_after and outcome.is_settled and outcome.state == "not played":
                continue
            winners_to = ways.get(("winner", node.key))
            table = BracketTable(
                key=node.key,
                title=node.title,
                slots=tuple(
                    _slot(source, index, outcome, titles, withdrawn)
                    for index, source in enumerate(node.sources)
                ),
                state=outcome.state,
                round=node.step if node.step < len(played) else None,
                table=outcome.table,
                winners_to=() if winners_to is None else (winners_to,),
                losers_to=ways.get(("loser", node.key)),
            )
            columns.setdefault(node.part, {}).setdefault(node.column, []).append(table)
        final = next(node for node in self.nodes if node.place == 1)
        decider = [
            outcomes[node.key]
            for node in self.nodes
            if node.place == 1 and outcomes[node.key].entries != [None, None]
        ]
        parts = tuple(
            BracketPart(part, tuple(Column(title, tuple(tables)) for title, tables in of.items()))
            for part, of in columns.items()
        )
        last = decider[-1] if decider else outcomes[final.key]
        return Bracket(parts, last.winner if last.is_settled else None)


def _left_open(before: Outcome) -> Outcome:
    """A node that is not, or not yet, wanted."""
    if before.is_settled:
        return Outcome([None, None], [True, True], is_settled=True, state="not played")
    return Outcome([None, None], [False, False])


def _reached_text(node: Node, outcome: Outcome, entry: int) -> str:
    if not outcome.is_settled or node.place is None:
        return node.column
    place = node.place + (outcome.winner != entry)
    return {1: "Winner", 2: "Final", 3: "Third place", 4: "Fourth place"}[place]


def _slot(
    source: Source,
    index: int,
    outcome: Outcome,
    titles: Mapping[str, str],
    withdrawn: Withdrawn,
) -> Slot:
    entry = outcome.entries[index]
    if entry is not None:
        there = outcome.result.get(entry)
        return Slot(
            kind="entry",
            entry=entry,
            text="withdrawn"
            if entry in withdrawn and outcome.winner != entry and not there
            else "",
            points=None if there is None else there[0],
            goes_on=(outcome.winner == entry) if outcome.is_settled else None,
        )
    if source.kind == "seed":
        return Slot(kind="bye", text="Bye")
    if outcome.is_known[index]:
        return Slot(kind="nobody", text="Nobody")
    who = "Winner" if source.kind == "winner" else "Loser"
    title = titles[source.key]
    return Slot(kind="to come", text=f"{who} of {title[:1].lower()}{title[1:]}")
