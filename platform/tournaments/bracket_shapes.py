"""What a bracket's drawing is made of, with the measures, in units of a CSS pixel."""

from collections.abc import Sequence
from dataclasses import dataclass

MARGIN = 10
HEADINGS = 58
"""Height of the columns' names."""
PART = 30
"""Height of the name of a part of the bracket, such as the losers' side."""
HEAD, ROW = 24, 28
"""Heights of a table's own line and of a slot."""
GAP, GUTTER = 18, 48
"""Between the tables of a column, and between columns."""
PLATE_MIN, PLATE_MAX = 176, 272
BEFORE_NAME, BEFORE_WORDS, POINTS = 36, 14, 46
"""What a slot needs for the seed, for the margin where there is none, and for the points."""
CHAMPION_WIDTH, CHAMPION_HEIGHT, FAN_WIDTH = 232, 172, 64


@dataclass(frozen=True, kw_only=True)
class Face:
    """An entry as it is drawn. seed: from 1."""

    name: str
    href: str = ""
    seed: int | None = None
    by: str = ""


@dataclass(frozen=True, kw_only=True)
class Doing:
    """What goes on at a table that has been made. note: how far it is; href: its page."""

    href: str = ""
    note: str = ""
    is_playing: bool = False


@dataclass(frozen=True)
class Text:
    """Words at a place. full: what they were before they were cut to fit."""

    x: float
    y: float
    text: str
    full: str = ""


@dataclass(frozen=True)
class Box:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class DrawnSlot:
    """fate: in, won, lost, or open while nobody sits there."""

    entry: int | None
    href: str
    fate: str
    x: float
    y: float
    width: float
    name: Text
    seed: Text
    points: Text

    height = ROW

    @property
    def middle(self) -> float:
        return self.y + ROW / 2

    @property
    def ring(self) -> Box:
        """What can be pressed, and shows the focus."""
        width = self.width - (self.name.x - self.x) - POINTS + 12
        return Box(self.name.x - 6, self.y + 3, width, ROW - 6)

    @property
    def mark(self) -> str:
        """A bar at the edge: who goes on is told by more than bold type."""
        return f"M{self.x:g} {self.y + 4:g}h4v{ROW - 8}h-4z"


@dataclass(frozen=True)
class DrawnTable:
    """state: coming, playing or decided; spoken: the table in words, for who hears the page."""

    key: str
    href: str
    state: str
    spoken: str
    x: float
    y: float
    width: float
    head: Text
    note: Text
    slots: Sequence[DrawnSlot]

    @property
    def height(self) -> float:
        return HEAD + ROW * len(self.slots)

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def ring(self) -> Box:
        """What can be pressed, and shows the focus."""
        return Box(self.x + 3, self.y + 3, self.width - 6, HEAD - 5)


@dataclass(frozen=True)
class Line:
    """The way of an entry from one table to the next; entry None: nobody has gone it yet."""

    path: str
    entry: int | None


@dataclass(frozen=True)
class Champion:
    """The plate of who won; entry None: nobody yet."""

    entry: int | None
    href: str
    by: str
    x: float
    y: float
    name: Text
    is_long: bool

    width, height = CHAMPION_WIDTH, CHAMPION_HEIGHT

    @property
    def middle(self) -> float:
        return self.x + CHAMPION_WIDTH / 2

    @property
    def inner(self) -> Box:
        return Box(self.x + 6, self.y + 6, CHAMPION_WIDTH - 12, CHAMPION_HEIGHT - 12)

    @property
    def ring(self) -> Box:
        return Box(self.x + 12, self.y + 102, CHAMPION_WIDTH - 24, 34)

    @property
    def fan_x(self) -> float:
        return self.middle - FAN_WIDTH / 2

    @property
    def fan_y(self) -> float:
        return self.y + 20

    @property
    def title_y(self) -> float:
        return self.y + 94

    @property
    def by_y(self) -> float:
        return self.y + 150


@dataclass(frozen=True)
class Heading:
    name: Text
    note: Text


@dataclass(frozen=True)
class Drawing:
    width: int
    height: int
    parts: Sequence[Text]
    headings: Sequence[Heading]
    tables: Sequence[DrawnTable]
    lines: Sequence[Line]
    champion: Champion

    @property
    def is_tall(self) -> bool:
        """Whether it fills a page better upright."""
        return self.height > self.width
