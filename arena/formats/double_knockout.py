"""Double knockout: who loses twice is out.

Two brackets. Losers of the winners' bracket drop into the losers' bracket, where every second round takes them in: those
of the first round meet each other, then those of each later round meet who is left there. They come in from
the other end of the bracket, turn by turn, so that two who met meet again as late as can be. The winners of both brackets play the grand
final; if the one from the losers' bracket wins it, both have lost once, and it is played a second
time, unless the organiser has chosen a single grand final.
"""

from collections.abc import Sequence
from functools import cached_property

from arena.formats.bracket_order import bracket_order, bracket_size
from arena.formats.contract import Bracket, Format, PlayedRound, Round, Standing, Withdrawn
from arena.formats.draw import TIE_BREAKS, Draw, Node, Source
from arena.formats.knockout import require_tables_of_two
from arena.options import Option

WINNERS, LOSERS, FINALS = "Winners' bracket", "Losers' bracket", "Grand final"


class DoubleKnockout(Format):
    """Double knockout at tables of two."""

    name = "double_knockout"
    title = "Double knockout"
    summary = "Who loses twice is out; one defeat can be made good in the losers' bracket."
    options = (
        Option(
            name="second_final",
            meaning="whether the grand final is played again if its winner came from the losers' bracket",
            default=lambda entries: "yes",
            choices=("yes", "no"),
        ),
    )
    tie_breaks = TIE_BREAKS
    entries_min = 3
    has_bracket = True

    def check(self) -> None:
        require_tables_of_two("double knockout", self.table_sizes)

    @property
    def rounds_max(self) -> int:
        return self._draw.steps

    @property
    def tables_max(self) -> int:
        return 2 * (self.entries - 1) + self._may_be_played_again

    @property
    def _may_be_played_again(self) -> bool:
        return self.chosen["second_final"] == "yes"

    @cached_property
    def _draw(self) -> Draw:
        nodes = _winners(bracket_size(self.entries))
        rounds = nodes[-1].step + 1
        by_round = [[node for node in nodes if node.step == step] for step in range(rounds)]
        below = _losers(by_round)
        grand = _grand_finals(nodes[-1], below[-1], again=self._may_be_played_again)
        return Draw([*nodes, *below, *grand], entries=self.entries, lots=self.lots)

    def next_round(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Round | None:
        columns: dict[int, list[str]] = {}
        for node in self._draw.nodes:
            named = columns.setdefault(node.step, [])
            if node.column not in named:
                named.append(node.column)
        names = {step: _in_one(named) for step, named in columns.items()}
        if len(played) == self._draw.steps - 1 and not self._is_played_again(played, withdrawn):
            return None
        return self._draw.next_round(played, withdrawn, names)

    def _is_played_again(self, played: Sequence[PlayedRound], withdrawn: Withdrawn) -> bool:
        if not self._may_be_played_again:
            return True  # The last step is the grand final itself.
        return not self._draw.outcomes(played, withdrawn)["again"].is_settled

    def standings(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> list[Standing]:
        return self._draw.standings(played, withdrawn)

    def bracket(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Bracket | None:
        return self._draw.bracket(played, withdrawn)


def _in_one(columns: Sequence[str]) -> str:
    first, *others = columns
    return " and ".join([first, *(other[:1].lower() + other[1:] for other in others)])


def _winners(places: int) -> list[Node]:
    """The winners' bracket, in the order of its rounds."""
    sources = [Source("seed", seed=seed) for seed in bracket_order(places)]
    nodes: list[Node] = []
    step = 0
    while len(sources) > 1:
        is_last = len(sources) == 2
        made = [
            Node(
                key=f"w{step}.{number}",
                title="Winners' final" if is_last else f"Winners' table {step + 1}.{number + 1}",
                step=step,
                part=WINNERS,
                column="Winners' final" if is_last else f"Winners' round {step + 1}",
                sources=(sources[2 * number], sources[2 * number + 1]),
            )
            for number in range(len(sources) // 2)
        ]
        nodes += made
        sources = [Source("winner", key=node.key) for node in made]
        step += 1
    return nodes


def _losers(by_round: Sequence[Sequence[Node]]) -> list[Node]:
    """The losers' bracket; its round j is played in step j."""
    fallen = [Source("loser", key=node.key) for node in by_round[0]]
    nodes: list[Node] = []
    rounds = 2 * (len(by_round) - 1)
    for number in range(1, rounds + 1):
        if number % 2:
            pairs = [(fallen[2 * i], fallen[2 * i + 1]) for i in range(len(fallen) // 2)]
        else:
            arriving = [Source("loser", key=node.key) for node in by_round[number // 2]]
            pairs = list(zip(_from_the_other_end(arriving, number // 2), fallen, strict=True))
        is_last = number == rounds
        made = [
            Node(
                key=f"l{number}.{index}",
                title="Losers' final" if is_last else f"Losers' table {number}.{index + 1}",
                step=number,
                part=LOSERS,
                column="Losers' final" if is_last else f"Losers' round {number}",
                sources=pair,
            )
            for index, pair in enumerate(pairs)
        ]
        nodes += made
        fallen = [Source("winner", key=node.key) for node in made]
    return nodes


def _from_the_other_end(arriving: list[Source], turn: int) -> list[Source]:
    """Turned round at first, then its halves exchanged, and so on in turns.

    So each half keeps meeting losers from the other half. The last two come in straight: by
    then both halves of the losers' bracket hold those whom the other one would have met.
    """
    half = len(arriving) // 2
    if half == 1 and turn > 1:
        return arriving
    if turn % 2:
        return arriving[::-1]
    return arriving[half:] + arriving[:half]


def _grand_finals(winners: Node, losers: Node, *, again: bool) -> list[Node]:
    sources = (Source("winner", key=winners.key), Source("winner", key=losers.key))
    first = Node(
        key="grand",
        title="Grand final",
        step=losers.step + 1,
        part=FINALS,
        column="Grand final",
        sources=sources,
        place=1,
    )
    second = Node(
        key="again",
        title="Second grand final",
        step=losers.step + 2,
        part=FINALS,
        column="Second grand final",
        sources=sources,
        place=1,
        only_after="grand",
    )
    return [first, second] if again else [first]


FORMAT = DoubleKnockout
