"""Removing the boxes of attempts that nobody holds any more, on every machine that has workers.

It runs in a thread of each worker's parent process, since a periodic task would reach one machine
only, and a hanging engine must not keep the worker from working.
"""

import logging
import threading
from typing import Any

from celery.signals import worker_ready
from django.db import close_old_connections
from django.utils import timezone

from bots.models import Trial
from bots.tables import league, sandbox_backend
from matches.models import Match

logger = logging.getLogger(__name__)

EVERY_S = 30.0


def is_alive(match: str, attempt: str) -> bool:
    """Whether a box with these labels is still needed; other leagues' boxes are none of ours."""
    if not match.startswith(f"{league()}/"):
        return True
    return Match.objects.held_by(attempt).exists() or Trial.objects.held_by(attempt).exists()


def reap() -> int:
    """Remove what is left over on this machine; returns how many boxes that were."""
    close_old_connections()
    try:
        removed = sandbox_backend().reap(now=timezone.now(), alive=is_alive)
    finally:
        close_old_connections()
    if removed:
        logger.warning("removed %d boxes that nobody held any more", removed)
    return removed


def _reap_for_ever() -> None:
    pause = threading.Event()
    while True:
        try:
            reap()
        except Exception:
            logger.exception("boxes could not be looked through, trying again in %g s", EVERY_S)
        pause.wait(EVERY_S)


@worker_ready.connect
def begin(**_: Any) -> None:
    """Begin when the worker does."""
    threading.Thread(target=_reap_for_ever, name="reaper", daemon=True).start()
