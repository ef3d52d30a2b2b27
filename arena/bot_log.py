"""What a bot printed: its first and last parts, for its owner alone."""

from typing import Final, NamedTuple

CUT: Final = "\n[... {} bytes left out ...]\n"
_ROOM_FOR_MARK: Final = 64
MARKS_MAX: Final = 2000
"""Places kept; after so many, what is printed for later decisions stands under the last."""


NO_DEAL: Final = -1


class LogMark(NamedTuple):
    """Where in the log the output of one decision begins.

    The place is the referee's, counted in bytes when the answer came: whatever a bot prints,
    it can't pretend that it was printed for another decision.
    """

    offset: int
    """In bytes of what is kept."""
    sitting: int
    """From 0."""
    deal: int
    """From 0; NO_DEAL for what was printed at import, or after the last answer."""
    events: int
    """How many events of the deal the bot had been shown."""


class BotLog:
    """Keeps at most ``kept_bytes`` of what is added: the beginning, a mark, the end."""

    def __init__(self, kept_bytes: int) -> None:
        room = max(0, kept_bytes - _ROOM_FOR_MARK)
        self._head_room = room // 2
        self._tail_room = room - self._head_room
        self._head = bytearray()
        self._tail = bytearray()
        self._taken_bytes = 0
        self._heading = b""
        self._marks: list[LogMark] = []
        self._marked_to = 0
        self.total_bytes = 0
        """All that the bot printed, kept or not."""

    def head(self, heading: str) -> None:
        """Put a line of ours before what is printed next, if anything is."""
        self._heading = f"{heading}\n".encode()

    def add(self, data: bytes) -> None:
        """Take what the bot printed."""
        self.total_bytes += len(data)
        if self._heading:
            line_is_open = self._taken_bytes and not (self._tail or self._head).endswith(b"\n")
            self._take((b"\n" if line_is_open else b"") + self._heading)
            self._heading = b""
            self._marked_to = self._taken_bytes
        self._take(data)

    def mark(self, *, sitting: int, deal: int, events: int) -> None:
        """Note that what came since the last mark was printed for this decision."""
        if self._taken_bytes > self._marked_to:
            if len(self._marks) < MARKS_MAX:
                self._marks.append(LogMark(self._marked_to, sitting, deal, events))
            self._marked_to = self._taken_bytes

    def _take(self, data: bytes) -> None:
        self._taken_bytes += len(data)
        free = self._head_room - len(self._head)
        self._head += data[:free]
        self._tail += data[free:]
        # Cut seldom: removing the front of a bytearray moves the rest.
        if len(self._tail) > 2 * self._tail_room + 4096:
            del self._tail[: len(self._tail) - self._tail_room]

    def kept(self) -> bytes:
        """What there is room for, with a mark where something was left out."""
        tail, note = self._kept_tail()
        return bytes(self._head) + note + tail

    def _kept_tail(self) -> tuple[bytes, bytes]:
        """The end, and what stands before it where something was left out."""
        tail = bytes(self._tail[max(0, len(self._tail) - self._tail_room) :])
        cut = self._taken_bytes - len(self._head) - len(tail)
        return tail, CUT.format(cut).encode() if cut else b""

    def marks(self) -> list[LogMark]:
        """The marks by their places in what is kept; of those left out, only the last that reaches in."""
        tail, note = self._kept_tail()
        tail_begins = self._taken_bytes - len(tail)
        found: list[LogMark] = []
        for mark in self._marks:
            offset = mark.offset
            if offset >= len(self._head):
                offset = len(self._head) + len(note) + max(0, offset - tail_begins)
            if found and found[-1].offset == offset:
                found.pop()
            found.append(mark._replace(offset=offset))
        return found
