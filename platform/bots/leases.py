"""Work that the database hands out: a row is claimed, leased, and finished only by its holder.

A claim is one conditional UPDATE whose row count decides who got the row. It writes a fresh random
token, and every later write of the holder names that token: a worker that lost its lease and comes
back late changes nothing. All times are the database's, so that workers' clocks do not matter.
"""

import uuid
from datetime import timedelta

from django.db import models
from django.db.models import ExpressionWrapper, F, Value
from django.db.models.functions import Now

WAITING = "waiting"
PLAYING = "playing"
DROPPED = "dropped"


def from_now(seconds: float) -> ExpressionWrapper:
    """The database's own time plus so many seconds."""
    return ExpressionWrapper(
        Now() + Value(timedelta(seconds=seconds)), output_field=models.DateTimeField()
    )


def retry_delay_s(attempts: int) -> int:
    """How long to wait after so many failed attempts: 5 s, 20 s, 80 s ..."""
    return 5 * 4 ** (attempts - 1)


class LeasedQuerySet(models.QuerySet):
    def due(self) -> "LeasedQuerySet":
        """Rows that a worker may claim now."""
        return self.filter(state=WAITING, due_at__lte=Now())

    def held_by(self, token: str) -> "LeasedQuerySet":
        """The row whose lease this token holds; empty when it was taken away."""
        return self.filter(state=PLAYING, attempt_token=token)

    def expired(self) -> "LeasedQuerySet":
        """Rows whose holder has not been heard of in time."""
        return self.filter(state=PLAYING, lease_until__lt=Now())

    def unsent(self, *, resend_after_s: float) -> "LeasedQuerySet":
        """Due rows whose message was never sent, or so long ago that it may be lost."""
        return self.due().filter(
            models.Q(sent_at=None) | models.Q(sent_at__lt=from_now(-resend_after_s))
        )

    def claim(self, pk: int, *, lease_s: float) -> str | None:
        """Take a due row for `lease_s` seconds; return the fencing token, or None if not to be had."""
        token = uuid.uuid4().hex
        claimed = (
            self.due()
            .filter(pk=pk)
            .update(
                state=PLAYING,
                attempt_token=token,
                lease_until=from_now(lease_s),
                attempts=F("attempts") + 1,
            )
        )
        return token if claimed else None

    def renew(self, pk: int, *, token: str, lease_s: float) -> bool:
        """Hold on for `lease_s` seconds from now; False when the row is no longer ours."""
        return bool(self.held_by(token).filter(pk=pk).update(lease_until=from_now(lease_s)))

    def let_go(self, pk: int, *, token: str, state: str, due_in_s: float = 0) -> bool:
        """Give up the row into `state`, due again after the delay; False when no longer ours."""
        return bool(
            self.held_by(token)
            .filter(pk=pk)
            .update(
                state=state,
                attempt_token="",
                lease_until=None,
                sent_at=None,
                due_at=from_now(due_in_s),
            )
        )


class Leased(models.Model):
    """A row that workers claim. Subclasses add `state`, with at least waiting, playing, dropped."""

    due_at = models.DateTimeField(db_default=Now(), help_text="Not to be claimed before.")
    sent_at = models.DateTimeField(
        null=True, blank=True, help_text="When the broker was last told; empty: never."
    )
    attempt_token = models.CharField(
        max_length=32,
        blank=True,
        default="",
        help_text="Fencing token of the attempt that holds it.",
    )
    lease_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Claims so far.")

    class Meta:
        abstract = True
