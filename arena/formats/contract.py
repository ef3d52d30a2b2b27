"""The contract of a format: how the entries of a stage meet, and who stands where.

Entries are numbers in order of seeding: 0 is the top seed. A format is told what was played and
says what comes next. It remembers nothing, so the same history always gives the same answer, and
since results stand in the order of the round's tables it cannot matter which table finished first.

A round's history is all that a format needs: who played where, who had a bye, and the results. An entry that
is in neither had withdrawn, or was out, when the round was made.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar, Literal

from arena.options import Option, OptionError, Value, complete

ENTRIES_MAX = 1024
"""Entries of one stage, for all formats; what bench/pairing.py measures."""

Withdrawn = frozenset[int]


class FormatRefused(ValueError):
    """A stage that can't be played like this; the message says what to do."""


@dataclass(frozen=True, slots=True)
class TableSizes:
    """How many may sit at a table, and how many should."""

    low: int
    preferred: int
    high: int

    def __post_init__(self) -> None:
        if not 2 <= self.low <= self.preferred <= self.high:
            raise FormatRefused(
                f"tables of {self.low} to {self.high}, preferably {self.preferred}: give at least 2, "
                "and a preferred size between the smallest and the largest"
            )

    def __contains__(self, size: object) -> bool:
        return isinstance(size, int) and self.low <= size <= self.high

    @classmethod
    def shared_by(cls, seats: Iterable[range], *, preferred: int | None = None) -> "TableSizes":
        """What all the games allow; ``seats``: per game, its numbers of players.

        A preferred size that not all of them allow becomes the nearest that they do. Raises
        FormatRefused if they have no size in common.
        """
        ranges = list(seats)
        if not ranges:
            raise FormatRefused("choose at least one game")
        low = max(of_game.start for of_game in ranges)
        high = min(of_game.stop - 1 for of_game in ranges)
        if low > high:
            raise FormatRefused(
                f"these games have no table size in common: one needs at least {low} players, "
                f"another takes at most {high}; choose other games"
            )
        return cls(low, low if preferred is None else min(max(preferred, low), high), high)


@dataclass(frozen=True, slots=True)
class Table:
    """Entries that play each other once: a match in each of the tournament's games."""

    entries: tuple[int, ...]
    """In the order of their seats in the first sitting."""
    label: str = ""
    """What the table is in a bracket: "Final", "Third place"; empty where it is just a table."""


@dataclass(frozen=True, slots=True)
class Round:
    """Tables that may be played at the same time."""

    number: int
    """From 0."""
    name: str
    """As on the page: "Round 3", "Semi-finals"."""
    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    """Entries that don't play but are in: the format says what that is worth."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table gave, one value per entry in the order of ``Table.entries``."""

    points: tuple[Fraction, ...]
    """Summed over the games: the share of opponents beaten, ties half. 0 to the number of games."""
    scores: tuple[Fraction, ...]
    """Summed over the games: the score difference as `arena.formats.points.margins` has it."""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round and its results; None for a table that has none yet."""

    round: Round
    results: tuple[TableResult | None, ...]

    def __post_init__(self) -> None:
        if len(self.results) != len(self.round.tables):
            raise ValueError("give one result, or None, for each table of the round")

    @property
    def is_over(self) -> bool:
        return None not in self.results


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One tie-break of a format: its name in data, its title, and what it is."""

    name: str
    title: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one entry stands."""

    rank: int
    """From 1; no two entries share one, since the lot decides at last."""
    entry: int
    points: Fraction
    tie_breaks: tuple[Fraction, ...] = ()
    """One value per `Format.tie_breaks`, in that order."""
    tables: int = 0
    """Tables played."""
    byes: int = 0
    reached: str = ""
    """In knock-outs and heats how far it came: "Winner", "Final", "Round 2"; else empty."""
    is_out: bool = False
    """Withdrawn, or knocked out."""


SlotKind = Literal["entry", "to come", "bye", "nobody"]
TableState = Literal["to come", "playing", "decided", "not played"]


@dataclass(frozen=True, slots=True)
class Slot:
    """One place at a table of a bracket."""

    kind: SlotKind
    """"bye": nobody was ever there. "nobody": who should be there withdrew."""
    entry: int | None = None
    text: str = ""
    """Where it is no entry: "Winner of semi-final 1", "Bye"."""
    points: Fraction | None = None
    goes_on: bool | None = None
    """Whether it won, or is among those who go on; None while that is open."""


@dataclass(frozen=True, slots=True)
class BracketTable:
    """One table of a bracket, played or to come."""

    key: str
    """Unique in the bracket."""
    title: str
    """"Semi-final 1"."""
    slots: tuple[Slot, ...]
    state: TableState
    """"not played": a bye or a walkover; whoever is there goes on."""
    round: int | None = None
    """Number of the round, once that is made."""
    table: int | None = None
    """Index in the round's tables; None for what is not, or not yet, a table of a round."""
    winners_to: tuple[str, ...] = ()
    """Keys of the tables where those who go on may sit next; one, save in heats."""
    losers_to: str | None = None
    """Key of the table where the loser goes; None if the loser is out."""


@dataclass(frozen=True, slots=True)
class Column:
    title: str
    tables: tuple[BracketTable, ...]


@dataclass(frozen=True, slots=True)
class BracketPart:
    """Columns from left to right: the whole bracket, or one side of a double knockout."""

    title: str
    columns: tuple[Column, ...]


@dataclass(frozen=True, slots=True)
class Bracket:
    parts: tuple[BracketPart, ...]
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Who got what against whom; rows and columns in the order of ``entries``."""

    entries: tuple[int, ...]
    """In the order of the standings."""
    cells: tuple[tuple[Fraction | None, ...], ...]
    """Points of the row against the column, summed over their tables; None if they have not met."""


class Format(ABC):
    """How the entries of one stage meet. Stateless: everything follows from what was played."""

    name: ClassVar[str]
    """As in data: ``round_robin``."""
    title: ClassVar[str]
    summary: ClassVar[str]
    """One sentence for an organiser who doesn't know it."""
    options: ClassVar[tuple[Option, ...]] = ()
    """Declared as a game's; a default is worked out from the number of entries."""
    tie_breaks: ClassVar[tuple[TieBreak, ...]]
    """In the order in which they count, after the points."""
    entries_min: ClassVar[int] = 2
    has_bracket: ClassVar[bool] = False
    has_cross_table: ClassVar[bool] = False

    def __init__(
        self,
        entries: int,
        *,
        table_sizes: TableSizes,
        lots: Sequence[int],
        games: int = 1,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """``lots``: per entry its published lot, each of 0 to entries - 1 once; the lower is better.

        ``games``: matches of a table, and so the points that it gives at most. Raises FormatRefused.
        """
        if not self.entries_min <= entries <= ENTRIES_MAX:
            raise FormatRefused(
                f"{self.title} takes {self.entries_min} to {ENTRIES_MAX} entries, not {entries}"
            )
        if sorted(lots) != list(range(entries)):
            raise ValueError("lots: give each number from 0 to entries - 1 to one entry")
        if games < 1:
            raise ValueError("games: a table plays at least one")
        self.entries = entries
        self.table_sizes = table_sizes
        self.lots = tuple(lots)
        self.games = games
        try:
            self.chosen: dict[str, Value] = complete(options, options=self.options, players=entries)
        except OptionError as error:
            raise FormatRefused(str(error)) from None
        self.check()

    def check(self) -> None:  # noqa: B027, most formats have nothing to add
        """Raises FormatRefused for numbers and options that don't go together."""

    @property
    @abstractmethod
    def rounds_max(self) -> int:
        """Rounds there can be at most, for "round 3 of 5"."""

    @property
    @abstractmethod
    def tables_max(self) -> int:
        """Tables there can be at most in the whole stage, so that an organiser sees the cost."""

    @abstractmethod
    def next_round(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Round | None:
        """The round that follows, of entries that have not withdrawn; None when the stage is over.

        Every table has a size that is allowed. Raises ValueError while a table has no result.
        """

    @abstractmethod
    def standings(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> list[Standing]:
        """Every entry, best first; counts the tables that have a result."""

    def winners(self, made: Round) -> int:
        """How many of each table of a round are told from the rest: the winner, or who goes on."""
        return 1

    def bracket(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> Bracket | None:
        """All tables of the stage, with those to come; None where the format has no bracket."""
        return None

    def cross_table(
        self, played: Sequence[PlayedRound], withdrawn: Withdrawn = frozenset()
    ) -> CrossTable | None:
        """Everybody against everybody; None where the format has none."""
        return None


def require_over(played: Sequence[PlayedRound]) -> None:
    """Raises ValueError while a table has no result."""
    for position, past in enumerate(played):
        if past.round.number != position:
            raise ValueError(f"rounds come in order: round {position} is missing")
        if not past.is_over:
            raise ValueError(f"{past.round.name} is not over: a table has no result yet")
