"""A table of sandboxed players: one box for each version, opened together and closed together."""

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import accumulate, pairwise
from threading import Lock, Thread
from typing import Any

from billiard.process import current_process
from celery.signals import worker_process_init, worker_process_shutdown
from django.conf import settings

from bots import code
from bots.models import Version
from sandbox.backends import find_backend
from sandbox.box import Backend, Box
from sandbox.cores import take_core
from sandbox.errors import NoSandbox, SandboxError
from sandbox.limits import SandboxLimits
from sandbox.runtime_dir import RuntimeDir, Slot

logger = logging.getLogger(__name__)

BOX_LIFETIME = timedelta(hours=4)
"""Longer than any match, and than a clock is likely to jump: after it anybody may remove a box."""
SEATS_MAX = 10
"""No game seats more: each worker process has this many sandbox slots of its own."""


LIMITS = SandboxLimits()
"""What every bot may use, in every match and trial."""

_finding = Lock()
_plays = False
_core: Slot | None = None


@cache
def found_once() -> Backend:
    backend = find_backend(settings.SANDBOX_BACKEND, **settings.SANDBOX_SETTINGS)
    if _plays and settings.SANDBOX_WARM_BOXES:
        backend.warm(settings.SANDBOX_WARM_BOXES, limits=LIMITS, slot=_first_slot())
    return backend


def sandbox_backend() -> Backend:
    """The backend of this process, found once; raises NoSandbox, which says what to install."""
    with _finding:
        return found_once()


@worker_process_init.connect
def warm_up(**_: Any) -> None:
    """In a process that plays, have boxes at hand from the beginning, without waiting for them."""
    global _core, _finding, _plays
    # Its parent's may have been held just when this process was forked off.
    _finding, _plays = Lock(), True
    found_once.cache_clear()
    if settings.SANDBOX_CORES == "own":
        _core = take_core(RuntimeDir(settings.SANDBOX_SETTINGS.get("runtime_dir", "")))
    Thread(target=sandbox_is_there, name="warming up", daemon=True).start()


@worker_process_shutdown.connect
def forget_sandbox(**_: Any) -> None:
    """Leave no box at hand, and find the backend anew if it is wanted again."""
    with _finding:
        if found_once.cache_info().currsize:
            found_once().cool()
        found_once.cache_clear()


def sandbox_is_there() -> bool:
    """Whether bots can be played here at all; if not, staff read in the log what to do."""
    try:
        sandbox_backend()
    except NoSandbox as problem:
        logger.error("nothing is played here for want of a sandbox: %s", problem)
        return False
    return True


def doubt_sandbox(error: Exception) -> None:
    """After a failure of the sandbox: try out before the next attempt whether it works at all."""
    if isinstance(error, SandboxError):
        forget_sandbox()


def league() -> str:
    """Marks the boxes of this league, since other leagues may use the same engine."""
    return hashlib.sha256(
        f"{settings.SECRET_KEY}/{settings.DATABASES['default']['NAME']}".encode()
    ).hexdigest()[:12]


def _first_slot() -> int:
    """The first of this worker process's own slots; pool processes count from 0."""
    return (getattr(current_process(), "index", None) or 0) * SEATS_MAX


@contextmanager
def boxes(
    versions: Sequence[Version],
    *,
    match: str,
    attempt: str,
    on_open: Callable[[], None] = lambda: None,
) -> Iterator[list[Box]]:
    """Open a box for each version, in order; at the end they are closed, or kept at hand.

    `match` and `attempt` name in the boxes' labels whom they are for. `on_open` is called after
    each. Errors other than a bot's fault are ours.
    """
    backend, first_slot = sandbox_backend(), _first_slot()
    labels = {
        "match": f"{league()}/{match}",
        "attempt": attempt,
        "deadline": (datetime.now(UTC) + BOX_LIFETIME).isoformat(),
    }
    with ExitStack() as stack:
        opened: list[Box] = []
        for number, version in enumerate(versions):
            box = backend.open(
                code.unpacked(version), limits=LIMITS, labels=labels, slot=first_slot + number
            )
            opened.append(stack.enter_context(box))
            on_open()
        yield opened


def readable_log(box: Box) -> tuple[str, list[list[int]]]:
    """What a box's bot printed, and where in it the output of which decision begins.

    A mark is [characters of the text before it, sitting from 0, deal from 0 or -1 for none, events
    of the deal that the bot had been shown]: fit for a JSON field.
    """
    log, marks = box.log, box.log_marks
    places = [mark.offset for mark in marks]
    pieces = [printable(log[begin:end]) for begin, end in pairwise((0, *places, len(log)))]
    before = accumulate(map(len, pieces))
    return "".join(pieces), [
        [offset, mark.sitting, mark.deal, mark.events]
        for offset, mark in zip(before, marks, strict=False)
    ]


_KEPT_CONTROLS = {"\n", "\t"}


def printable(text: str | bytes) -> str:
    """What a bot wrote, fit for the database and for showing: no control characters, no surrogates."""
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    text = text.replace("\r\n", "\n").encode(errors="replace").decode()
    return "".join(
        c for c in text if c in _KEPT_CONTROLS or (c >= " " and not "\x7f" <= c <= "\x9f")
    )
