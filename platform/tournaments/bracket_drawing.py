"""A bracket as a drawing: plates, slots and the lines between them.

It is drawn from what a format says (`arena.formats.contract.Bracket`) and from what the site knows of entries
and tables, for any format and any size of table.
"""

from collections.abc import Iterator, Mapping, Sequence

from arena.formats.contract import Bracket, BracketPart, BracketTable, Slot
from tournaments.bracket_layout import Item, tops
from tournaments.bracket_lines import curve, elbow
from tournaments.bracket_shapes import (
    BEFORE_NAME,
    BEFORE_WORDS,
    CHAMPION_HEIGHT,
    CHAMPION_WIDTH,
    GAP,
    GUTTER,
    HEAD,
    HEADINGS,
    MARGIN,
    PART,
    PLATE_MAX,
    PLATE_MIN,
    POINTS,
    ROW,
    Champion,
    Doing,
    Drawing,
    DrawnSlot,
    DrawnTable,
    Face,
    Heading,
    Line,
    Text,
)
from tournaments.text_width import fitted, text_width
from tournaments.wording import points_text


def draw(
    bracket: Bracket, *, faces: Mapping[int, Face], doings: Mapping[str, Doing] | None = None
) -> Drawing | None:
    """The bracket's drawing; None if it has no table. `doings`: by the table's key."""
    shown = [part for part in map(_without_byes, bracket.parts) if part.columns]
    if not shown:
        return None
    return _Draughtsman(shown, bracket.winner, faces, doings or {}).drawing()


def _without_byes(part: BracketPart) -> BracketPart:
    """Who has a bye is first drawn where it plays."""
    columns = tuple(
        type(column)(column.title, tuple(table for table in column.tables if not _is_bye(table)))
        for column in part.columns
    )
    return BracketPart(part.title, tuple(column for column in columns if column.tables))


def _is_bye(table: BracketTable) -> bool:
    return sum(slot.kind != "bye" for slot in table.slots) < 2


def _height(table: BracketTable) -> float:
    return HEAD + ROW * len(table.slots)


class _Draughtsman:
    """Draws one bracket."""

    def __init__(
        self,
        parts: Sequence[BracketPart],
        winner: int | None,
        faces: Mapping[int, Face],
        doings: Mapping[str, Doing],
    ) -> None:
        self.parts, self.winner, self.faces, self.doings = parts, winner, faces, doings
        self.tables = {
            table.key: table for part in parts for column in part.columns for table in column.tables
        }
        self.sources = {key: self._sources(key) for key in self.tables}
        self.part_of = {
            table.key: part.title
            for part in parts
            for column in part.columns
            for table in column.tables
        }
        self.width = self._plate_width()
        self.part_names: list[Text] = []
        self.headings: list[Heading] = []
        self.drawn: dict[str, DrawnTable] = {}

    def drawing(self) -> Drawing:
        down_to, right = 0.0, 0.0
        for part in self.parts:
            between = self._stands_between(part)
            if between is None:
                top = down_to + (PART if len(self.parts) > 1 else 0)
                if len(self.parts) > 1:
                    self.part_names.append(Text(MARGIN, down_to + 24, part.title))
                self._draw_part(part, x=MARGIN, top=top)
            else:
                self._draw_part(part, x=right + GUTTER, top=0, tables_from=between)
            right = max(table.right for table in self.drawn.values())
            down_to = max(table.y + table.height for table in self.drawn.values()) + GAP
        champion = self._champion(x=right + GUTTER)
        return Drawing(
            width=round(champion.x + champion.width + MARGIN),
            height=round(max(down_to - GAP, champion.y + champion.height) + MARGIN),
            parts=self.part_names,
            headings=self.headings,
            tables=list(self.drawn.values()),
            lines=[*self._lines(), self._last_line(champion)],
            champion=champion,
        )

    def _sources(self, key: str) -> tuple[str, ...]:
        return tuple(table.key for table in self.tables.values() if key in table.winners_to)

    def _plate_width(self) -> float:
        """Wide enough for the longest name, within bounds."""
        needed = [
            BEFORE_NAME + text_width(self._words(slot)) + POINTS
            for table in self.tables.values()
            for slot in table.slots
        ]
        heads = [
            text_width(table.title + self._doing(table).note, size=11.5) + 40
            for table in self.tables.values()
        ]
        return round(min(PLATE_MAX, max(PLATE_MIN, *needed, *heads)))

    def _words(self, slot: Slot) -> str:
        return slot.text if slot.entry is None else self.faces[slot.entry].name

    def _doing(self, table: BracketTable) -> Doing:
        return self.doings.get(table.key) or Doing()

    def _stands_between(self, part: BracketPart) -> float | None:
        """The height of a part all of whose beginnings come from other parts: the grand final."""
        sources = [source for table in part.columns[0].tables for source in self.sources[table.key]]
        others = [self.drawn[source] for source in sources if source in self.drawn]
        if len({self.part_of[other.key] for other in others}) < 2:
            return None
        return sum(other.y + other.height / 2 for other in others) / len(others)

    def _draw_part(
        self, part: BracketPart, *, x: float, top: float, tables_from: float | None = None
    ) -> None:
        items = [
            [Item(table.key, _height(table), self.sources[table.key]) for table in column.tables]
            for column in part.columns
        ]
        upper = tops(items, gap=GAP)
        start = top + HEADINGS
        if tables_from is not None:
            first = part.columns[0].tables[0]
            start = max(start, tables_from - upper[first.key] - _height(first) / 2)
        for at, column in enumerate(part.columns):
            left = x + at * (self.width + GUTTER)
            self.headings.append(
                Heading(
                    Text(left, top + 22, column.title),
                    Text(left, top + 41, _progress(column.tables)),
                )
            )
            for table in column.tables:
                self.drawn[table.key] = self._table(table, x=left, y=start + upper[table.key])

    def _table(self, table: BracketTable, *, x: float, y: float) -> DrawnTable:
        doing = self._doing(table)
        state = {"decided": "decided", "playing": "playing", "not played": "decided"}.get(
            table.state, "coming"
        )
        note = "walkover" if table.state == "not played" else doing.note
        return DrawnTable(
            key=table.key,
            href=doing.href,
            state=state,
            spoken=self._spoken(table, note),
            x=x,
            y=y,
            width=self.width,
            head=Text(x + 12, y + 16.5, table.title),
            note=Text(x + self.width - 12, y + 16.5, note),
            slots=[
                self._slot(slot, x=x, y=y + HEAD + at * ROW) for at, slot in enumerate(table.slots)
            ],
        )

    def _slot(self, slot: Slot, *, x: float, y: float) -> DrawnSlot:
        base = y + ROW / 2 + 4.5
        face = None if slot.entry is None else self.faces[slot.entry]
        before = BEFORE_NAME if face else BEFORE_WORDS
        room = self.width - before - (POINTS if face else BEFORE_WORDS)
        words = self._words(slot)
        shown = fitted(words, room)
        return DrawnSlot(
            entry=slot.entry,
            href=face.href if face else "",
            fate=_fate(slot),
            x=x,
            y=y,
            width=self.width,
            name=Text(x + before, base, shown, "" if shown == words else words),
            seed=Text(x + 28, base, str(face.seed) if face and face.seed else ""),
            points=Text(x + self.width - 12, base, points_text(slot.points)),
        )

    def _spoken(self, table: BracketTable, note: str) -> str:
        seats = [
            " ".join(
                filter(
                    None,
                    [
                        self._words(slot) or "nobody",
                        points_text(slot.points),
                        "goes on" if slot.goes_on else "",
                    ],
                )
            )
            for slot in table.slots
        ]
        return f"{table.title}{', ' + note if note else ''}: {'; '.join(seats)}"

    def _champion(self, *, x: float) -> Champion:
        face = None if self.winner is None else self.faces[self.winner]
        final = self._final()
        words = face.name if face else "?"
        is_long = text_width(words, size=22) > CHAMPION_WIDTH - 36
        shown = fitted(words, CHAMPION_WIDTH - 28, size=15 if is_long else 22)
        # Its line runs straight from the winner's slot.
        y = max(MARGIN, _leaving(final, self.winner) - CHAMPION_HEIGHT / 2)
        return Champion(
            entry=self.winner,
            href=face.href if face else "",
            by=face.by if face else "",
            x=x,
            y=y,
            name=Text(x + CHAMPION_WIDTH / 2, y + 126, shown, "" if shown == words else words),
            is_long=is_long,
        )

    def _final(self) -> DrawnTable:
        """The table that decides it all: the last one that the winner, or anybody, can reach."""
        last = self.parts[-1].columns[-1].tables
        winners = [
            table for table in last if any(slot.entry == self.winner for slot in table.slots)
        ]
        return self.drawn[(winners if self.winner is not None and winners else last)[0].key]

    def _lines(self) -> Iterator[Line]:
        for key, drawn in self.drawn.items():
            open_sources = [one for one in self.sources[key] if self._leads_only_on(one)]
            for slot in drawn.slots:
                if slot.entry is not None:
                    source = self._source(key, slot.entry)
                else:
                    source = self.drawn[open_sources.pop(0)] if open_sources else None
                if source is not None:
                    yield Line(self._path(source, drawn, slot), slot.entry)

    def _leads_only_on(self, key: str) -> bool:
        """Whether somebody is still to come from this table, and can only come to one other."""
        table = self.tables[key]
        return len(table.winners_to) == 1 and not _is_decided(table)

    def _source(self, key: str, entry: int) -> DrawnTable | None:
        """The table that an entry has come from."""
        for source in self.sources[key]:
            if any(slot.entry == entry for slot in self.tables[source].slots):
                return self.drawn[source]
        return None

    def _path(self, source: DrawnTable, drawn: DrawnTable, slot: DrawnSlot) -> str:
        path = elbow if len(drawn.slots) == len(source.slots) == 2 else curve
        start = _leaving(source, slot.entry)
        return path(source.right, start, drawn.x, slot.middle, gutter=GUTTER)

    def _last_line(self, champion: Champion) -> Line:
        final = self._final()
        start = _leaving(final, champion.entry)
        target = champion.y + champion.height / 2
        return Line(elbow(final.right, start, champion.x, target, gutter=GUTTER), champion.entry)


def _is_decided(table: BracketTable) -> bool:
    return table.state in ("decided", "not played")


def _fate(slot: Slot) -> str:
    if slot.entry is None:
        return "open"
    return {None: "in", True: "won", False: "lost"}[slot.goes_on]


def _progress(tables: Sequence[BracketTable]) -> str:
    played = sum(map(_is_decided, tables))
    if played == len(tables):
        return "over"
    if any(table.state == "playing" for table in tables) or played:
        return f"{played} of {len(tables)} table{'s' if len(tables) > 1 else ''} decided"
    return "to come"


def _leaving(source: DrawnTable, entry: int | None) -> float:
    """The height at which an entry leaves a table: its slot, or the table's middle if unknown."""
    for slot in source.slots:
        if entry is not None and slot.entry == entry:
            return slot.middle
    return source.y + HEAD + (source.height - HEAD) / 2
