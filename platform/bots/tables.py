"""A table of sandboxed players: one box for each version, opened together and closed together."""

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache

from billiard.process import current_process
from django.conf import settings

from bots import code
from bots.models import Version
from sandbox.backends import find_backend
from sandbox.box import Backend, Box
from sandbox.errors import NoSandbox, SandboxError
from sandbox.limits import SandboxLimits

logger = logging.getLogger(__name__)

BOX_LIFETIME = timedelta(hours=2)
"""Longer than any match, and than a clock is likely to jump: after it anybody may remove a box."""
SEATS_MAX = 10
"""No game seats more: each worker process has this many sandbox slots of its own."""


@cache
def sandbox_backend() -> Backend:
    """The backend of this process, found once; raises NoSandbox, which says what to install."""
    return find_backend(settings.SANDBOX_BACKEND, **settings.SANDBOX_SETTINGS)


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
        sandbox_backend.cache_clear()


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
    """Open a box for each version, in order; they are all closed at the end.

    `match` and `attempt` name in the boxes' labels whom they are for. `on_open` is called after
    each. Errors other than a bot's fault are ours.
    """
    backend, limits, first_slot = sandbox_backend(), SandboxLimits(), _first_slot()
    labels = {
        "match": f"{league()}/{match}",
        "attempt": attempt,
        "deadline": (datetime.now(UTC) + BOX_LIFETIME).isoformat(),
    }
    with ExitStack() as stack:
        opened: list[Box] = []
        for number, version in enumerate(versions):
            box = backend.open(
                code.unpacked(version), limits=limits, labels=labels, slot=first_slot + number
            )
            opened.append(stack.enter_context(box))
            on_open()
        yield opened


_KEPT_CONTROLS = {"\n", "\t"}


def printable(text: str | bytes) -> str:
    """What a bot wrote, fit for the database and for showing: no control characters, no surrogates."""
    if isinstance(text, bytes):
        text = text.decode(errors="replace")
    text = text.replace("\r\n", "\n").encode(errors="replace").decode()
    return "".join(
        c for c in text if c in _KEPT_CONTROLS or (c >= " " and not "\x7f" <= c <= "\x9f")
    )
