"""A player whose bot runs in a guest, behind a control socket.

For every sitting the guest's parent gets three fresh pipes (questions, answers, log) and
forks a child on them; what a bot leaves in one of them is gone with it.
"""

import contextlib
import json
import os
import select
import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

from arena.bot_log import NO_DEAL, BotLog, LogMark
from arena.channel import (
    Channel,
    ChannelEnded,
    Decode,
    Encode,
    LateReply,
    Message,
    json_bytes,
    new_id,
    strict_json,
)
from arena.clock import Clock, Meter
from arena.player import CRASH, MALFORMED_REPLY, OUT_OF_MEMORY, BotFault, Limits, View

GUEST: Final = Path(__file__).with_name("guest")
"""The folder of the guest: its files are put into a box together."""
GUEST_MAIN: Final = "__main__.py"
PYTHON_OPTIONS: Final = ("-P", "-s", "-S", "-B")
GUEST_ENVIRONMENT: Final = {"PYTHONHASHSEED": "0"}
"""Sets of strings in the same order every time, so that a bot's games can be repeated."""

REPORTED: Final = (CRASH, OUT_OF_MEMORY, MALFORMED_REPLY)
"""The faults that a guest may report; the others are the referee's to find."""

RISE_S: Final = 10.0
"""How long the guest's parent may take to clear up after a sitting."""
_LAST_WORDS_S: Final = 1.0
_CONTROL_BYTES: Final = 64 * 1024
_SENT_ONCE: Final = frozenset(("game", "options", "players", "seat", "deal", "events", "history"))
"""Parts of a view that the guest adds itself."""


@dataclass(frozen=True)
class Ended:
    """How the bot's main process ended, as the guest's parent tells; None where it can't."""

    exit_status: int | None = None
    signal: int | None = None
    failed: str = ""
    """What the guest's parent couldn't do, which is nobody's fault inside."""

    def __str__(self) -> str:
        if self.signal is not None:
            return f"was killed by signal {self.signal}"
        if self.exit_status is not None:
            return f"ended by itself with exit status {self.exit_status}"
        return "ended"


def crash(ended: Ended) -> BotFault:
    """The fault of a bot whose process is gone, where nothing more is known."""
    return BotFault(CRASH, f"the bot's process {ended}")


def as_it_looks(fault: BotFault) -> BotFault:
    """The fault itself, where nothing more is known."""
    return fault


class RemotePlayer:
    """A Player over a guest's control socket, which it owns.

    ``autopsy`` turns the end of the bot's process into its fault; it may raise
    what is our error instead. ``look_again`` may find a better name for the fault of a bot
    that didn't answer in time: what it waits for may be gone. ``meter``: see arena.clock.
    """

    def __init__(
        self,
        control: socket.socket,
        *,
        limits: Limits,
        meter: Meter | None = None,
        encode: Encode = json_bytes,
        decode: Decode = strict_json,
        autopsy: Callable[[Ended], BotFault] = crash,
        look_again: Callable[[BotFault], BotFault] = as_it_looks,
    ) -> None:
        self._control = control
        self._control.setblocking(False)
        self._limits = limits
        self._meter = meter
        self._encode = encode
        self._decode = decode
        self._autopsy = autopsy
        self._look_again = look_again
        self._log = BotLog(limits.log_kept_bytes)
        self._sittings = 0
        self._channel: Channel | None = None
        self._clock = Clock(limits, meter)
        self._fault: BotFault | None = None
        self._control_lines = bytearray()
        self._printing_for = (NO_DEAL, 0)
        self._deal = 0
        self._events_sent = 0
        self._history_sent = 0

    @property
    def log(self) -> bytes:
        """What the bot printed in all its sittings, first and last parts."""
        return self._log.kept()

    @property
    def log_marks(self) -> list[LogMark]:
        """Which parts of ``log`` were printed for which decision."""
        return self._log.marks()

    def sit(self, *, game: str, options: Mapping[str, Any], players: int, seat: int) -> None:
        """Have the bot imported into a fresh process."""
        if self._fault is not None:
            raise self._fault
        identity = new_id()
        sit = {
            "id": identity,
            "do": "sit",
            "game": game,
            "options": dict(options),
            "players": players,
            "seat": seat,
        }
        self._sittings += 1
        if self._sittings > 1:
            self._log.head(f"--- sitting {self._sittings}, seat {seat} ---")
        self._clock = Clock(self._limits, self._meter, match_left_s=self._clock.match_left_s)
        self._printing_for = (NO_DEAL, 0)
        self._deal = self._events_sent = self._history_sent = 0
        channel = self._open_channel(sit)
        watch = self._clock.for_import()
        try:
            reply = channel.reply_to(identity, watch)
            self._clock.charge_import(watch)
            self._mark_log()
            self._check(reply, {"ok"})
        except BotFault as fault:
            raise self._end(fault) from None
        except LateReply:
            raise self._end(self._look_again(self._clock.import_too_late(watch))) from None
        except ChannelEnded:
            raise self._end(self._explain_end()) from None

    def choose(self, view: View) -> tuple[object, float]:
        """Ask the bot; return what it answered and its thinking time in seconds."""
        if self._fault is not None:
            raise self._fault
        assert self._channel is not None, "sit first"
        view["clock"] = round(self._clock.bank_s, 3)
        question = self._question(view)
        self._printing_for = (view["deal"], self._events_sent)
        watch = self._clock.for_decision()
        try:
            reply = self._channel.ask(question, watch)
            thought = self._clock.charge(watch)
            self._mark_log()
            self._check(reply, {"move"})
        except BotFault as fault:
            raise self._end(fault) from None
        except LateReply:
            raise self._end(self._look_again(self._clock.too_late(watch))) from None
        except ChannelEnded:
            raise self._end(self._explain_end()) from None
        return reply["move"], thought

    def rise(self) -> None:
        """Have everything of the sitting removed; a bot that resists pays at the next one."""
        if self._channel is None or self._fault is not None:
            return
        identity, answered, ended = new_id(), False, Ended()
        try:
            self._control.sendall(json.dumps({"id": identity, "do": "rise"}).encode() + b"\n")
            deadline = monotonic() + RISE_S
            while (line := self._control_line(deadline)) is not None:
                if line.get("id") == identity:
                    answered = line.get("ok") is True
                    break
                ended = _how_it_ended(line) or ended
        except OSError:
            pass
        if answered:
            self._channel.close()
            self._channel = None
            self._printing_for = (NO_DEAL, 0)
            self._mark_log()
        else:
            self._end(self._autopsy(ended))

    def is_free(self) -> bool:
        """Whether it could sit down again: no sitting is under way, and none ended in a fault."""
        return self._fault is None and self._channel is None and self.is_connected()

    def is_connected(self) -> bool:
        """Whether the guest's parent still holds its end of the control socket."""
        if self._control.fileno() < 0:
            return False
        poll = select.poll()
        poll.register(self._control, select.POLLRDHUP)
        return not poll.poll(0)

    def close(self) -> None:
        """Hang up; the guest then ends."""
        if self._channel is not None:
            self._channel.close()
            self._channel = None
        self._control.close()

    def _open_channel(self, sit: Message) -> Channel:
        """Send ``sit`` and the child's ends of three new pipes; keep ours."""
        question_read, question_write = os.pipe()
        answer_read, answer_write = os.pipe()
        log_read, log_write = os.pipe()
        theirs = [question_read, answer_write, log_write]
        self._channel = Channel(
            answer_read,
            question_write,
            log_read,
            limits=self._limits,
            log=self._log,
            encode=self._encode,
            decode=self._decode,
        )
        try:
            socket.send_fds(self._control, [json.dumps(sit).encode() + b"\n"], theirs)
        except OSError:
            raise self._end(self._explain_end()) from None
        finally:
            for fd in theirs:
                os.close(fd)
        return self._channel

    def _question(self, view: View) -> Message:
        """The view without what the guest has already."""
        message: Message = {
            "id": new_id(),
            "do": "choose",
            "deal": view["deal"],
            "view": {key: value for key, value in view.items() if key not in _SENT_ONCE},
        }
        history = view.get("history", ())
        if view["deal"] != self._deal:
            self._deal = view["deal"]
            self._events_sent = 0
            message["finished"] = history[self._history_sent :]
            self._history_sent = len(history)
        message["events"] = view["events"][self._events_sent :]
        self._events_sent = len(view["events"])
        return message

    def _check(self, reply: Message, wanted: set[str]) -> None:
        """Raise the fault that a reply reports or is."""
        keys = reply.keys() - {"id"}
        if keys == wanted:
            return
        text, kind = reply.get("error"), reply.get("kind")
        if keys == {"error", "kind"} and type(text) is str and type(kind) is str:
            if kind not in REPORTED:
                kind = MALFORMED_REPLY
            raise BotFault(kind, _storable(text))
        raise BotFault(MALFORMED_REPLY, "the reply lacks a part, or has one too many")

    def _explain_end(self) -> BotFault:
        """What ended the bot's process, with the last words of the guest's parent."""
        ended = Ended()
        with contextlib.suppress(OSError):
            deadline = monotonic() + _LAST_WORDS_S
            while (line := self._control_line(deadline)) is not None:
                if found := _how_it_ended(line):
                    ended = found
                    break
        return self._autopsy(ended)

    def _control_line(self, deadline: float) -> Message | None:
        """The next line of the guest's parent; None at the deadline or when it hung up."""
        poll = select.poll()
        poll.register(self._control, select.POLLIN)
        while (end := self._control_lines.find(b"\n")) < 0:
            left = deadline - monotonic()
            if left <= 0 or len(self._control_lines) > _CONTROL_BYTES:
                return None
            if poll.poll(left * 1000):
                data = self._control.recv(4096)
                if not data:
                    return None
                self._control_lines += data
        line = bytes(self._control_lines[:end])
        del self._control_lines[: end + 1]
        message = json.loads(line)
        return message if isinstance(message, dict) else None

    def _end(self, fault: BotFault) -> BotFault:
        """The bot plays no more: stop its processes now, so that they cost nobody anything."""
        self._fault = fault
        self.close()
        self._mark_log()
        return fault

    def _mark_log(self) -> None:
        """All that has been taken off the log until now was printed for what was asked last.

        A guest hands on what was printed before it answers, and the log is read before the answer.
        """
        deal, events = self._printing_for
        self._log.mark(sitting=self._sittings - 1, deal=deal, events=events)


def _how_it_ended(line: Message) -> Ended | None:
    """What a line of the guest's parent tells of an end."""
    if failed := line.get("failed"):
        return Ended(failed=str(failed))
    how = line.get("ended")
    if isinstance(how, dict):
        return Ended(exit_status=how.get("exit"), signal=how.get("signal"))
    return None


def _storable(text: str) -> str:
    """The text without what no database takes: halves of characters, and NUL."""
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")
