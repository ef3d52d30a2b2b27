"""Tie-breaks by the book, on what everybody played.

FIDE Handbook C.07, Play-Off and Tie-Break Regulations (as of 2023 and 2024): direct encounter (article 6), Buchholz
(article 8.1), Sonneborn-Berger (article 9.1), unplayed rounds (article 16). The tests check them against the worked
examples of M. Held, Exercises in Tie-Breaking (2024).

The book is about tables of two. Here is how it reads for tables of any size, so that tables of
two give the book's numbers:

- An opponent's result is compared one by one: at a table of two it is the points, at a larger one
  all of the points of a table to whoever has more of them there, half each if they are equal.
- Buchholz and Sonneborn-Berger take the mean over the opponents at a table, so that
  a large table counts no more than a small one.
- Rounds that one did not play count, for oneself, as played against an opponent with one's own points. Of
  an opponent's rounds those after its withdrawal count as half.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from arena.formats.contract import PlayedRound, Standing, TableResult, TieBreak, Withdrawn

HALF: Final = Fraction(1, 2)
NOTHING: Final = Fraction(0)

HEAD_TO_HEAD: Final = TieBreak(
    "head_to_head",
    "Head-to-head",
    "How many of those level on points it stands above by the results among them alone; "
    "0 as long as a meeting that is missing could change that.",
)
BUCHHOLZ: Final = TieBreak(
    "buchholz", "Buchholz", "The points of its opponents, at each table their mean."
)
SONNEBORN_BERGER: Final = TieBreak(
    "sonneborn_berger",
    "Sonneborn-Berger",
    "The points of the opponents that it beat and half those of the ones it tied with, "
    "at each table their mean.",
)
SCORE_DIFFERENCE: Final = TieBreak(
    "score_difference",
    "Score difference",
    "By how much it scored more than its tables' mean, as a share of all that was scored there.",
)
LOT: Final = TieBreak("lot", "Lot", "Drawn from the published seed; the lowest is the best.")


@dataclass(frozen=True, slots=True)
class Met:
    """A table that was played, as one of its entries saw it."""

    points: Fraction
    opponents: tuple[int, ...]
    against: tuple[Fraction, ...]
    """Per opponent the result: 0 to the points of a table."""
    score: Fraction = NOTHING


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A round without a table: a bye, or, with nothing, an absence."""

    points: Fraction = NOTHING
    is_absence: bool = False


Sheet = Sequence[Sequence[Met | Unplayed]]
"""Per entry, its rounds so far, without those that have no result yet."""
OwnSheet = list[list[Met | Unplayed]]


def met(entries: Sequence[int], result: TableResult, *, games: int) -> dict[int, Met]:
    """One table as each of its entries saw it."""
    won = result.points
    if len(entries) == 2:
        first, second = entries
        return {
            first: Met(won[0], (second,), (won[0],), result.scores[0]),
            second: Met(won[1], (first,), (won[1],), result.scores[1]),
        }
    all_of_it, half_of_it = Fraction(games), HALF * games
    seen: dict[int, Met] = {}
    for index, entry in enumerate(entries):
        others = [other for other in range(len(entries)) if other != index]
        own = won[index]
        seen[entry] = Met(
            points=own,
            opponents=tuple(entries[other] for other in others),
            against=tuple(
                all_of_it if own > won[other] else (half_of_it if own == won[other] else NOTHING)
                for other in others
            ),
            score=result.scores[index],
        )
    return seen


def sheet_of(played: Iterable[PlayedRound], *, entries: int, games: int, bye: Fraction) -> OwnSheet:
    """What everybody played; a bye gives so many points, and who was not there has nothing."""
    sheet: OwnSheet = [[] for _ in range(entries)]
    for past in played:
        there: set[int] = set(past.round.byes)
        for entry in past.round.byes:
            sheet[entry].append(Unplayed(bye))
        for table, result in zip(past.round.tables, past.results, strict=True):
            there.update(table.entries)
            if result is not None:
                for entry, seen in met(table.entries, result, games=games).items():
                    sheet[entry].append(seen)
        for entry in range(entries):
            if entry not in there:
                sheet[entry].append(Unplayed(is_absence=True))
    return sheet


def points_of(sheet: Sheet) -> list[Fraction]:
    """Points per entry."""
    return [sum((one.points for one in rounds), NOTHING) for rounds in sheet]


def score_difference(sheet: Sheet) -> list[Fraction]:
    return [sum((one.score for one in rounds if isinstance(one, Met)), NOTHING) for rounds in sheet]


def adjusted_points(sheet: Sheet, *, games: int) -> list[Fraction]:
    """Per entry what it counts as an opponent: rounds after it left are halves (article 16.3)."""
    return [
        own + HALF * games * _rounds_since_it_left(rounds)
        for own, rounds in zip(points_of(sheet), sheet, strict=True)
    ]


def _rounds_since_it_left(rounds: Sequence[Met | Unplayed]) -> int:
    left = 0
    for one in reversed(rounds):
        if not (isinstance(one, Unplayed) and one.is_absence):
            break
        left += 1
    return left


def buchholz(sheet: Sheet, *, games: int) -> list[Fraction]:
    counted = adjusted_points(sheet, games=games)
    own = points_of(sheet)
    return [
        sum(
            (
                _mean([counted[other] for other in one.opponents])
                if isinstance(one, Met)
                else own[entry]
                for one in rounds
            ),
            NOTHING,
        )
        for entry, rounds in enumerate(sheet)
    ]


def sonneborn_berger(sheet: Sheet, *, games: int) -> list[Fraction]:
    counted = adjusted_points(sheet, games=games)
    own = points_of(sheet)
    return [
        sum(
            (
                _mean(
                    [
                        counted[other] * result / games
                        for other, result in zip(one.opponents, one.against, strict=True)
                    ]
                )
                if isinstance(one, Met)
                else own[entry] * one.points / games
                for one in rounds
            ),
            NOTHING,
        )
        for entry, rounds in enumerate(sheet)
    ]


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, NOTHING) / len(values)


def head_to_head(sheet: Sheet, level: Sequence[Fraction], *, games: int) -> list[Fraction]:
    """Per entry, how many of those level with it stand below by their encounters (article 6)."""
    groups: dict[Fraction, list[int]] = {}
    for entry, value in enumerate(level):
        groups.setdefault(value, []).append(entry)
    above = [NOTHING] * len(level)
    for group in groups.values():
        if len(group) > 1:
            below = len(group)
            for part in _by_encounters(group, _encounters(sheet, group), games=games):
                below -= len(part)
                for entry in part:
                    above[entry] = Fraction(below)
    return above


Encounters = Mapping[tuple[int, int], Fraction]
"""The mean result of the one against the other, for pairs that have met."""


def _encounters(sheet: Sheet, group: Collection[int]) -> Encounters:
    inside = set(group)
    results: dict[tuple[int, int], list[Fraction]] = {}
    for entry in group:
        for one in sheet[entry]:
            if isinstance(one, Met):
                for other, result in zip(one.opponents, one.against, strict=True):
                    if other in inside:
                        results.setdefault((entry, other), []).append(result)
    return {pair: _mean(of) for pair, of in results.items()}


def _by_encounters(group: list[int], encounters: Encounters, *, games: int) -> list[list[int]]:
    """The group in parts, best first, as far as the encounters tell them apart."""
    least: dict[int, Fraction] = {}
    most: dict[int, Fraction] = {}
    for entry in group:
        others = [other for other in group if other != entry]
        known = [encounters[entry, other] for other in others if (entry, other) in encounters]
        least[entry] = sum(known, NOTHING)
        most[entry] = least[entry] + games * (len(others) - len(known))
    if least == most:
        parts = [
            [entry for entry in group if least[entry] == value]
            for value in sorted(set(least.values()), reverse=True)
        ]
    else:
        parts = _surely_above(group, least, most)
    if len(parts) == 1:
        return parts
    return [finer for part in parts for finer in _by_encounters(part, encounters, games=games)]


def _surely_above(
    group: list[int], least: Mapping[int, Fraction], most: Mapping[int, Fraction]
) -> list[list[int]]:
    """One after the other those whom no result of the meetings that are missing could overtake."""
    rest = sorted(group, key=lambda entry: (-least[entry], entry))
    parts: list[list[int]] = []
    while len(rest) > 1 and all(least[rest[0]] > most[other] for other in rest[1:]):
        parts.append([rest.pop(0)])
    return [*parts, rest]


def ranked(
    sheet: Sheet,
    tie_breaks: Sequence[TieBreak],
    *,
    games: int,
    lots: Sequence[int],
    withdrawn: Withdrawn = frozenset(),
    last: Collection[int] = frozenset(),
    by_table: bool = False,
) -> list[Standing]:
    """Standings by points, then the tie-breaks in their order.

    ``last``: entries below all others. ``by_table``: by points a table, for a format in which
    not everybody plays equally often. Who withdrew has lost the tables that it missed: else it
    would be best to win once and leave.
    """
    own = points_of(sheet)
    tables = [sum(isinstance(one, Met) for one in rounds) for rounds in sheet]
    most = max(tables)
    level = [
        won / max(1, most if entry in withdrawn else count) if by_table else won
        for entry, (won, count) in enumerate(zip(own, tables, strict=True))
    ]
    columns = [_values(one, sheet, level, games=games, lots=lots) for one in tie_breaks]
    highest_first = [-1 if one is LOT else 1 for one in tie_breaks]

    def key(entry: int) -> tuple[object, ...]:
        breaks = [
            -sign * column[entry] for sign, column in zip(highest_first, columns, strict=True)
        ]
        return (entry in last, -level[entry], *breaks, lots[entry])

    order = sorted(range(len(sheet)), key=key)
    return [
        Standing(
            rank=position + 1,
            entry=entry,
            points=own[entry],
            tie_breaks=tuple(column[entry] for column in columns),
            tables=tables[entry],
            byes=sum(isinstance(one, Unplayed) and not one.is_absence for one in sheet[entry]),
            is_out=entry in withdrawn,
        )
        for position, entry in enumerate(order)
    ]


def _values(
    tie_break: TieBreak,
    sheet: Sheet,
    level: Sequence[Fraction],
    *,
    games: int,
    lots: Sequence[int],
) -> list[Fraction]:
    if tie_break is HEAD_TO_HEAD:
        return head_to_head(sheet, level, games=games)
    if tie_break is BUCHHOLZ:
        return buchholz(sheet, games=games)
    if tie_break is SONNEBORN_BERGER:
        return sonneborn_berger(sheet, games=games)
    if tie_break is SCORE_DIFFERENCE:
        return score_difference(sheet)
    if tie_break is LOT:
        return [Fraction(lot + 1) for lot in lots]
    raise LookupError(f"the tie-break {tie_break.name} is not worked out from a sheet")
