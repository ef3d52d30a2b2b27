"""The child: plays one sitting, with the bot inside."""

import json
import os
import signal
import socket
import sys
import traceback
import types
from collections.abc import Iterator
from typing import Any, TextIO

from .descriptors import close_all_but
from .errors import explain
from .linux import PR_SET_PDEATHSIG, Filter, prctl
from .loading import Bot
from .replies import error_reply, move_reply
from .walls import Walls

Message = dict[str, Any]


def send(fd: int, line: bytes) -> None:
    while line:
        line = line[os.write(fd, line) :]


def flush() -> None:
    """Hand on what the bot printed; it may have replaced or closed its streams."""
    for stream in (sys.stdout, sys.stderr):
        try:  # noqa: SIM105 - suppress() would take as long as the flushing
            stream.flush()
        except BaseException:  # noqa: S110
            pass


def say_in_the_log(error: BaseException) -> None:
    """Tell of an error that is not the bot's own but comes of what it broke."""
    try:
        text = traceback.format_exc()
    except BaseException:
        text = f"{error.__class__.__name__}: {error}\n"
    os.write(2, text.encode(errors="backslashreplace"))


def lines(fd: int) -> Iterator[bytes]:
    """The referee's lines; ends when the referee hangs up."""
    pending = b""
    while chunk := os.read(fd, 65536):
        pending += chunk
        while (end := pending.find(b"\n")) >= 0:
            yield pending[:end]
            pending = pending[end + 1 :]


def play(bot: Bot, sit: Message, *, questions: int, answers: int) -> None:
    """Import the bot and answer questions until the referee hangs up."""
    try:
        choose_move = bot.load()
        reply = json.dumps({"id": sit["id"], "ok": True}).encode() + b"\n"
    except BaseException as error:
        reply = error_reply(sit["id"], *explain(error, bot.folder))
    flush()
    send(answers, reply)
    fixed = {key: sit[key] for key in ("game", "options", "players", "seat")}
    events: list[Any] = []
    history: list[Any] = []
    for line in lines(questions):
        question = json.loads(line.decode())
        identity = question["id"]
        if "finished" in question:
            history.extend(question["finished"])
            events = []
        events.extend(question["events"])
        view = {
            **fixed,
            **question["view"],
            "deal": question["deal"],
            "events": events.copy(),
            "history": history.copy(),
        }
        try:
            reply = move_reply(identity, choose_move(view))
        except BaseException as error:
            reply = error_reply(identity, *explain(error, bot.folder))
        flush()
        send(answers, reply)


def text_stream(fd: int) -> TextIO:
    """A stream that any text can be printed to."""
    return open(fd, "w", buffering=1, encoding="utf-8", errors="backslashreplace", closefd=False)


def wait_for_seat(seats: socket.socket) -> tuple[Message, list[int]] | None:
    """The message "sit" and its descriptors; None when none will come any more."""
    pending, descriptors = b"", []
    while not pending.endswith(b"\n"):
        data, more, _, _ = socket.recv_fds(seats, 65536, 8)
        if not data:
            return None
        pending += data
        descriptors += more
    return json.loads(pending), descriptors


def rehearse() -> None:
    """Do what a sitting begins with, for nothing.

    Memory that is shared with the parent is copied when it is first used: while the box waits
    for its first sitting, nobody has to wait for that.
    """
    module = types.ModuleType("bot")
    source = "import random\ndef choose_move(view):\n    return view\n"
    exec(compile(source, "bot.py", "exec"), module.__dict__)  # noqa: S102 - our own two lines
    question = json.loads(move_reply("0" * 32, ["R1", 2]))
    move_reply(question["id"], module.choose_move({**question}))
    flush()


class Given:
    """What every child begins with: the bot, and the filter and walls around it, if there are any."""

    def __init__(self, bot: Bot, inner: Filter | None, walls: Walls | None) -> None:
        self.bot = bot
        self.inner = inner
        self.walls = walls

    def close_in(self) -> None:
        """Put this process inside, for good; only it knows what is to come in."""
        if self.walls is not None:
            self.walls.close_in()
        if self.inner is not None:
            self.inner.take_on()


def become_child(given: Given, seats: socket.socket, *, has_time: bool) -> None:
    """The rest of the child's life: wait for a seat, and play."""
    os.setsid()
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    close_all_but(0, 1, 2, seats.fileno())
    given.close_in()
    if has_time:
        rehearse()
    taken = wait_for_seat(seats)
    if taken is None:
        return
    sit, descriptors = taken
    questions, answers, log = descriptors
    os.dup2(log, 1)
    os.dup2(log, 2)
    seats.detach()
    close_all_but(0, 1, 2, questions, answers)
    for fd in (questions, answers):
        os.set_inheritable(fd, False)
    play(given.bot, sit, questions=questions, answers=answers)


def live_as_child(given: Given, seats: socket.socket, *, has_time: bool) -> None:
    """Be the child, and end. ``has_time``: whether nobody waits for it yet."""
    status = 1
    try:
        become_child(given, seats, has_time=has_time)
        status = 0
    except BaseException as error:
        say_in_the_log(error)
    finally:
        os._exit(status)
