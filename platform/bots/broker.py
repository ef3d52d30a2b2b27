"""Telling the workers that a row is due. A message is a hint: the row itself is the order."""

import logging

from celery import current_app
from django.db import transaction
from django.db.models.functions import Now
from kombu.exceptions import OperationalError

from bots.leases import LeasedQuerySet

logger = logging.getLogger(__name__)

FIRST, SOON, LATER, LAST = 0, 3, 6, 9
"""Priorities as the broker counts them: the lower goes first."""


def post(task: str, *args: int, priority: int = FIRST) -> bool:
    """Send a task; False if the broker can't be reached, which the sweep makes good later."""
    try:
        current_app.send_task(task, args=args, priority=priority, retry=False)
    except (OperationalError, OSError) as error:
        logger.warning("broker not reached, %s%s waits for the sweep: %s", task, args, error)
        return False
    return True


def announce(rows: LeasedQuerySet, pk: int, *, task: str, priority: int) -> None:
    """Once the transaction is committed, send the row's task and note that it was sent."""

    def send() -> None:
        if post(task, pk, priority=priority):
            rows.filter(pk=pk).update(sent_at=Now())

    transaction.on_commit(send)
