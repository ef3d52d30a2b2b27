"""Knockout: who loses is out.

The bracket and its byes are those of `arena.formats.bracket_order`: with a number of entries that is no power of two,
the top seeds have a bye in the first round. A table that ends level on points is won by the score
difference, and if that is level too by the published lot: nothing is played again.
"""

from collections.abc import Sequence
from functools import cached_property

from arena.formats.bracket_order import bracket_order, bracket_size
from arena.formats.contract import (
    Bracket,
    Format,
    FormatRefused,
    PlayedRound,
    Round,
    Standing,
    TableSizes,
    Withdrawn,
)
from arena.formats.draw import TIE_BREAKS, Draw, Node, Source
from arena.options import Option

ROUND_NAMES = {2: "Final", 4: "Semi-finals", 8: "Quarter-finals"}
TABLE_NAMES = {4: "Semi-final", 8: "Quarter-final"}


def require_tables_of_two(title: str, sizes: TableSizes) -> None:
    """Raises FormatRefused."""
    if 2 not in sizes:
        raise FormatRefused(
            f"a {title} is played at tables of two, and these games need {sizes.low} or more players: "
            "choose heats instead"
        )


def round_name(places: int) -> str:
    """By the number of entries that would be left without byes."""
    return ROUND_NAMES.get(places, f"Round of {places}")


class Knockout(Format):
    """Knockout at tables of two."""

    name = "knockout"
    title = "Knockout"
    summary = "Who loses is out; the winners meet until one is left."
    options = (
        Option(
            name="third_place",
            meaning="whether the losers of the semi-finals play for the third place",
            default=lambda entries: "yes" if entries > 3 else "no",
            choices=("yes", "no"),
        ),
    )
    tie_breaks = TIE_BREAKS
    has_bracket = True

    def check(self) -> None:
        require_tables_of_two("knockout", self.table_sizes)

    @property
    def rounds_max(self) -> int:
        return bracket_size(self.entries).bit_length() - 1

    @property
    def tables_max(self) -> int:
        return self.entries - 1 + (self._has_third_place and self.entries > 3)

    @property
    def _has_third_place(self) -> bool:
        return self.chosen["third_place"] == "yes" and self.entries > 2

    @cached_property
    def _draw(self) -> Draw:
        places = bracket_size(self.entries)
        order = bracket_order(places)
        sources = [Source("seed", seed=seed) for seed in order]
        nodes: list[Node] = []
        step = 0
        while places > 1:
            name = TABLE_NAMES.get(places, f"Table {step + 1}.")
            made = [
                Node(
                    key=f"{step}.{number}",
                    title="Final" if places == 2 else f"{name} {number + 1}".replace(". ", "."),
                    step=step,
                    part="",
                    column=round_name(places),
                    sources=(sources[2 * number], sources[2 * number + 1]),
                    place=1 if places == 2 else None,
                )
                for number in range(places // 2)
            ]
            nodes += made
            if places == 2 and self._has_third_place:
                nodes.append(_third_place(step))
            sources = [Source("winner", key=node.key) for node in made]
            places //= 2
            step += 1
        return Draw(nodes, entries=self.entries, lots=self.lots)

    def next_round(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Round | None:
        names = {
            step: round_name(bracket_size(self.entries) >> step) for step in range(self.rounds_max)
        }
        if self._has_third_place:
            names[self.rounds_max - 1] = "Final and third place"
        return self._draw.next_round(played, withdrawn, names)

    def standings(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> list[Standing]:
        return self._draw.standings(played, withdrawn)

    def bracket(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Bracket | None:
        return self._draw.bracket(played, withdrawn)


def _third_place(step: int) -> Node:
    return Node(
        key="third",
        title="Third place",
        step=step,
        part="",
        column="Final",
        sources=(
            Source("loser", key=f"{step - 1}.0"),
            Source("loser", key=f"{step - 1}.1"),
        ),
        place=3,
    )


FORMAT = Knockout
