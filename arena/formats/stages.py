"""Stages in a row: how many of one go on to the next, and how they are seeded there.

Say a Swiss system, and then the best eight in a knockout. Entries of a stage are numbers in order of its seeding, so
going on means new numbers: position i of the answer is entry i of the next stage.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from arena.formats.contract import Format, FormatRefused, Standing, TableSizes, Withdrawn

Seeding = Literal["standings", "lots", "first seeding"]
SEEDINGS: tuple[Seeding, ...] = ("standings", "lots", "first seeding")


@dataclass(frozen=True, slots=True)
class StagePlan:
    """What an organiser says of one stage."""

    format: type[Format]
    table_sizes: TableSizes
    go_on: int | None = None
    """How many go on to the next stage; None for the last one."""
    seeding: Seeding = "standings"
    """How those who come into this stage are seeded; the first stage is seeded by the organiser."""
    options: Mapping[str, Any] = field(default_factory=dict)


def going_on(
    standings: Sequence[Standing],
    *,
    count: int,
    withdrawn: Withdrawn = frozenset(),
    seeding: Seeding = "standings",
    lots: Sequence[int] = (),
) -> list[int]:
    """Who goes on, in the order of the next stage's seeding, as numbers of this stage.

    The best ``count`` that have not withdrawn: who has makes room for the next. Fewer if there
    are no more. ``lots``: of this stage, for a seeding by lots.
    """
    best = [one.entry for one in standings if one.entry not in withdrawn][:count]
    if seeding == "lots":
        return sorted(best, key=lambda entry: lots[entry])
    if seeding == "first seeding":
        return sorted(best)
    return best


def check_stages(plans: Sequence[StagePlan], *, entries: int, games: int = 1) -> list[Format]:
    """Every stage with the numbers it would have; raises FormatRefused, naming the stage.

    For a form that says before the start what can't be played, and what the rest will cost
    (``rounds_max``, ``tables_max``).
    """
    if not plans:
        raise FormatRefused("a tournament has at least one stage; add one")
    formats: list[Format] = []
    for number, plan in enumerate(plans):
        is_last = number + 1 == len(plans)
        try:
            formats.append(
                plan.format(
                    entries,
                    table_sizes=plan.table_sizes,
                    lots=range(entries),
                    games=games,
                    options=plan.options,
                )
            )
            if is_last:
                break
            if plan.go_on is None:
                raise FormatRefused("say how many go on to the next stage")
            if plan.go_on > entries:
                raise FormatRefused(
                    f"{plan.go_on} can't go on, since only {entries} play; let fewer go on"
                )
        except FormatRefused as refused:
            raise FormatRefused(f"stage {number + 1}: {refused}") from None
        entries = plan.go_on
    return formats
