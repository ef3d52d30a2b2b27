"""A stage played by hand, for the tests of the formats."""

from fractions import Fraction

from arena.formats.contract import Format, PlayedRound, Round, TableResult, TableSizes
from arena.formats.points import points_from_places, result_of_match

TWO = TableSizes(2, 2, 2)


def by_seeding(made: Round) -> PlayedRound:
    """Everywhere the better seed wins."""
    return PlayedRound(
        made, tuple(result_of_match([-entry for entry in table.entries]) for table in made.tables)
    )


def won_by(made: Round, *winners: int) -> PlayedRound:
    """These win their tables of two; elsewhere the better seed."""
    return PlayedRound(
        made,
        tuple(
            result_of_match([1 if entry in winners else -entry for entry in table.entries])
            for table in made.tables
        ),
    )


def level(made: Round, score: str = "0") -> PlayedRound:
    """Everybody ties; the better seed has the better score by so much."""

    def result(entries: tuple[int, ...]) -> TableResult:
        scores = [Fraction(0)] * len(entries)
        scores[entries.index(min(entries))] = Fraction(score)
        return TableResult(points_from_places([1] * len(entries)), tuple(scores))

    return PlayedRound(made, tuple(result(table.entries) for table in made.tables))


def play(stage: Format, each=by_seeding, *, withdrawn=frozenset()) -> list[PlayedRound]:
    played: list[PlayedRound] = []
    while (made := stage.next_round(played, withdrawn)) is not None:
        played.append(each(made))
    return played


def pairs_of(made: Round) -> set[tuple[int, ...]]:
    return {tuple(sorted(table.entries)) for table in made.tables}


def order_of(standings) -> list[int]:
    return [one.entry for one in standings]
