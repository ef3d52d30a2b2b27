"""The referee's end of the line to a guest, which it does not trust.

One question out, one line back, both under one deadline and neither blocking. The line is
an object that names the question; anything else that comes is a malformed reply. What
the bot prints is taken off meanwhile, so that a full pipe never stops it, up to a bound.
"""

import contextlib
import json
import math
import os
import select
from collections.abc import Callable
from typing import Any, Final

from arena.bot_log import BotLog
from arena.clock import Stopwatch
from arena.player import MALFORMED_REPLY, OUTPUT_FLOOD, BotFault, Limits

Message = dict[str, Any]
Encode = Callable[[Message], bytes]
Decode = Callable[[bytes], Any]

_CHUNK: Final = 64 * 1024
_SHOWN_CHARS: Final = 300


class ChannelEnded(Exception):
    """The other side hung up: the bot's processes are gone."""


class LateReply(Exception):
    """No reply when the time was up."""


def json_bytes(message: Message) -> bytes:
    """The message as one line of JSON, without its end of line."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode()


def strict_json(line: bytes) -> Any:
    """Parse JSON as the standard has it: no NaN or Infinity. Raises ValueError."""
    return json.loads(line, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def new_id() -> str:
    """A name for a question that a bot can't guess: 128 random bits."""
    return os.urandom(16).hex()


class Channel:
    """Questions to one child of a guest and its replies; owns the descriptors."""

    def __init__(
        self,
        read_fd: int,
        write_fd: int,
        log_fd: int | None = None,
        *,
        limits: Limits,
        log: BotLog | None = None,
        encode: Encode = json_bytes,
        decode: Decode = strict_json,
    ) -> None:
        self._read_fd = read_fd
        self._write_fd = write_fd
        self._log_fd = log_fd
        self._limits = limits
        self.log = BotLog(limits.log_kept_bytes) if log is None else log
        self._printed_before = self.log.total_bytes
        self._encode = encode
        self._decode = decode
        self._poll = select.poll()
        self._open = [fd for fd in (read_fd, write_fd, log_fd) if fd is not None]
        for fd in self._open:
            os.set_blocking(fd, False)
        self._poll.register(read_fd, select.POLLIN)
        if log_fd is not None:
            self._poll.register(log_fd, select.POLLIN)

    def ask(self, message: Message, stopwatch: Stopwatch) -> Message:
        """Send a question and return its reply, which names the question's id.

        Raises BotFault (malformed_reply, output_flood), LateReply, ChannelEnded.
        """
        self._send(self._encode(message) + b"\n", stopwatch)
        return self._reply(message["id"], stopwatch)

    def reply_to(self, identity: str, stopwatch: Stopwatch) -> Message:
        """Wait for a reply to a question that was sent by another way."""
        return self._reply(identity, stopwatch)

    def _send(self, line: bytes, stopwatch: Stopwatch) -> None:
        rest = line
        while True:
            try:
                rest = rest[os.write(self._write_fd, rest) :]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                raise ChannelEnded from None
            if not rest:
                return
            self._poll.register(self._write_fd, select.POLLOUT)
            try:
                self._wait(stopwatch, {self._write_fd, self._read_fd})
            finally:
                self._poll.unregister(self._write_fd)

    def _reply(self, identity: str, stopwatch: Stopwatch) -> Message:
        line = bytearray()
        while True:
            self._wait(stopwatch, {self._read_fd})
            try:
                chunk = os.read(self._read_fd, _CHUNK)
            except BlockingIOError:
                continue
            if not chunk:
                raise ChannelEnded
            line += chunk
            end = line.find(b"\n", len(line) - len(chunk))
            if end < 0 and len(line) < self._limits.reply_bytes:
                continue
            if end < 0 or end >= self._limits.reply_bytes:
                raise BotFault(
                    MALFORMED_REPLY,
                    f"the reply is longer than {self._limits.reply_bytes} bytes; "
                    f"it begins {_shown(line)}",
                )
            if end + 1 < len(line):
                raise BotFault(
                    MALFORMED_REPLY,
                    f"something was sent that nobody asked for: {_shown(line[end + 1 :])}",
                )
            return self._parse(bytes(line[:end]), identity)

    def _parse(self, line: bytes, identity: str) -> Message:
        try:
            reply = self._decode(line)
        except (ValueError, RecursionError) as error:
            raise BotFault(
                MALFORMED_REPLY, f"the reply is not JSON ({error}): {_shown(line)}"
            ) from None
        if type(reply) is not dict or reply.get("id") != identity or line[:1] != b"{":
            raise BotFault(
                MALFORMED_REPLY, f"the reply does not answer what was asked: {_shown(line)}"
            )
        return reply

    def _wait(self, stopwatch: Stopwatch, wanted: set[int]) -> None:
        """Wait for a descriptor of ``wanted`` to be ready, taking off the log meanwhile."""
        while True:
            patience = stopwatch.patience_s()
            if patience <= 0:
                raise LateReply
            found = False
            for fd, _ in self._poll.poll(math.ceil(patience * 1000)):
                if fd == self._log_fd:
                    self._read_log()
                found = found or fd in wanted
            if found:
                return

    def _read_log(self) -> bool:
        """Take one piece off the log; False when there is nothing (more)."""
        if self._log_fd is None:
            return False
        try:
            data = os.read(self._log_fd, _CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self._poll.unregister(self._log_fd)
            self._log_fd = None
            return False
        self.log.add(data)
        if self.log.total_bytes - self._printed_before > self._limits.output_bytes:
            raise BotFault(
                OUTPUT_FLOOD,
                f"the bot printed more than {self._limits.output_bytes} bytes in one sitting",
            )
        return True

    def close(self) -> None:
        """Take off what is left of the log, within its bound, and hang up."""
        with contextlib.suppress(BotFault):
            while self._read_log():
                pass
        for fd in self._open:
            os.close(fd)
        self._open = []
        self._log_fd = None


def _shown(line: bytes | bytearray) -> str:
    text = bytes(line[:_SHOWN_CHARS]).decode("utf-8", "backslashreplace")
    return repr(text) + ("..." if len(line) > _SHOWN_CHARS else "")
