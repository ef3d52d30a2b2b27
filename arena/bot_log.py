"""What a bot printed: its first and last parts, for its owner alone."""

from typing import Final

CUT: Final = "\n[... {} bytes left out ...]\n"
_ROOM_FOR_MARK: Final = 64


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
        self._take(data)

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
        tail = bytes(self._tail[max(0, len(self._tail) - self._tail_room) :])
        cut = self._taken_bytes - len(self._head) - len(tail)
        mark = CUT.format(cut).encode() if cut else b""
        return bytes(self._head) + mark + tail
