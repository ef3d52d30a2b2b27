"""Bots, their immutable versions, and the trial of each version in each game it names."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from accounts.names import NAME_MAX_LENGTH, validate_name
from bots import records
from bots.leases import DROPPED, PLAYING, WAITING, Leased, LeasedQuerySet

GAME_NAME_MAX_LENGTH = 40
FAULT_MAX_LENGTH = 20


class BotQuerySet(models.QuerySet["Bot"]):
    def in_play(self) -> "BotQuerySet":
        """Bots that can be put at a table: not withdrawn, current version accepted."""
        return self.filter(withdrawn_at=None, current_version__state=Version.State.ACCEPTED)

    def playing_game(self, game: str) -> "BotQuerySet":
        """Bots in play whose current version passed its trial in the game."""
        return self.in_play().filter(
            current_version__trials__game=game, current_version__trials__state=Trial.State.PASSED
        )

    def named(self, name: str) -> "BotQuerySet":
        """The bot of this name in any case; a text that can't be a name is nobody's."""
        if not validate_name.regex.search(name):
            return self.none()
        # As the unique index has it: in capitals (iexact) every name would have to be looked at.
        return self.alias(lower_name=Lower("name")).filter(lower_name=name.lower())

    def with_games(self) -> "BotQuerySet":
        """Bots with all that a line of a list shows, in a fixed number of queries."""
        return self.select_related("owner", "current_version").prefetch_related(
            models.Prefetch("current_version__trials", queryset=Trial.objects.public())
        )


class Bot(models.Model):
    """A competitor with a name and a rating; what it plays with is its current version."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots"
    )
    name = models.CharField(max_length=NAME_MAX_LENGTH, validators=[validate_name])
    created_at = models.DateTimeField(db_default=Now())
    withdrawn_at = models.DateTimeField(
        null=True, blank=True, help_text="Out of matchmaking since; its matches stay."
    )
    current_version = models.ForeignKey(
        "Version",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The newest version that passed a trial: the one that is ranked.",
    )

    objects = BotQuerySet.as_manager()

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(
                Lower("name"),
                name="bots_bot_name_any_case",
                violation_error_message="This bot name is taken.",
            )
        ]
        indexes = [
            models.Index(
                fields=["id"], condition=Q(withdrawn_at__isnull=False), name="bots_bot_withdrawn"
            )
        ]

    def __str__(self) -> str:
        return self.name

    def may_be_inspected_by(self, user) -> bool:  # type: ignore[no-untyped-def]
        """Whether this person may read the bot's logs, faults and refused versions."""
        return user.is_authenticated and (user.is_staff or user.pk == self.owner_id)


class VersionQuerySet(models.QuerySet["Version"]):
    def owned_by(self, user) -> "VersionQuerySet":  # type: ignore[no-untyped-def]
        """What this person may look into: their own, and for staff all."""
        return self if user.is_staff else self.filter(bot__owner_id=user.pk)

    def visible_to(self, user) -> "VersionQuerySet":  # type: ignore[no-untyped-def]
        """Versions that this person may know of: others' only once they were accepted."""
        if user.is_staff:
            return self
        return self.filter(
            Q(state__in=[Version.State.ACCEPTED, Version.State.RESTING])
            | Q(bot__owner_id=user.pk or 0)
        )

    def with_trials(self) -> "VersionQuerySet":
        """Versions with the states of their trials, in two queries."""
        return self.prefetch_related(models.Prefetch("trials", queryset=Trial.objects.public()))


class Version(models.Model):
    """One upload of a bot, for ever as it was submitted."""

    class State(models.TextChoices):
        WAITING = "waiting", "waiting for its trial"
        ACCEPTED = "accepted", "accepted"
        REFUSED = "refused", "refused"
        RESTING = "resting", "resting after faults"

    MUTABLE = frozenset({"state", "faulty_in_a_row", "rested_at"})

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField(help_text="1, 2, 3 ... for each bot.")
    digest = models.CharField(max_length=64, help_text="SHA-256 of the code, in hex.")
    file = models.FileField(max_length=200, help_text="The code as a zip, named by its digest.")
    filename = models.CharField(max_length=255, help_text="What the author called the file.")
    size_bytes = models.PositiveIntegerField(help_text="Size of the upload.")
    submitted_at = models.DateTimeField(db_default=Now())
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    faulty_in_a_row = models.PositiveSmallIntegerField(
        default=0, help_text="Rated matches with a fault since the last one without."
    )
    rested_at = models.DateTimeField(null=True, blank=True)

    objects = VersionQuerySet.as_manager()

    class Meta:
        ordering = ["bot_id", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["bot", "number"], name="bots_version_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="bots_version_number_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.bot.name} v{self.number}"

    def save(self, *args, update_fields=None, **kwargs) -> None:  # type: ignore[no-untyped-def]
        if self.pk and not (update_fields and self.MUTABLE.issuperset(update_fields)):
            raise TypeError(f"A version is immutable but for {sorted(self.MUTABLE)}.")
        super().save(*args, update_fields=update_fields, **kwargs)


PRIVATE_OF_TRIAL = ("detail", "log", "view", "error")


class TrialQuerySet(LeasedQuerySet):
    def public(self) -> "TrialQuerySet":
        """Without loading what only the owner or staff may read (and what is long)."""
        return self.defer(*PRIVATE_OF_TRIAL)

    def owned_by(self, user) -> "TrialQuerySet":  # type: ignore[no-untyped-def]
        """Trials whose private parts this person may read."""
        return self if user.is_staff else self.filter(version__bot__owner_id=user.pk)

    def ended(self) -> "TrialQuerySet":
        return self.exclude(state__in=[WAITING, PLAYING])


class Trial(Leased):
    """A new version's test in one game: one deal, once in every seat, without a fault."""

    class State(models.TextChoices):
        WAITING = WAITING, "waiting"
        PLAYING = PLAYING, "playing"
        PASSED = "passed", "passed"
        FAILED = "failed", "failed"
        DROPPED = DROPPED, "dropped: our failure, not the bot's"

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="trials")
    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    fault = models.CharField(max_length=FAULT_MAX_LENGTH, blank=True, default="")
    detail = models.TextField(
        blank=True, default="", help_text="Traceback, or what was returned. For the owner."
    )
    log = models.TextField(blank=True, default="", help_text="What it printed. For the owner.")
    view = models.JSONField(null=True, blank=True, help_text="The view that broke it.")
    record = models.FileField(
        max_length=200,
        blank=True,
        help_text="The sitting that broke it, or the first, as gzipped JSON.",
    )
    thinking_us = models.PositiveBigIntegerField(
        default=0, help_text="Thinking in the whole trial, in microseconds."
    )
    error = models.TextField(
        blank=True, default="", help_text="Our last failure at playing it. For staff."
    )
    created_at = models.DateTimeField(db_default=Now())
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = TrialQuerySet.as_manager()

    class Meta:
        ordering = ["version_id", "game"]
        constraints = [
            models.UniqueConstraint(fields=["version", "game"], name="bots_trial_once_per_game"),
            models.CheckConstraint(
                condition=Q(state=PLAYING) ^ Q(attempt_token=""), name="bots_trial_held_in_play"
            ),
            models.CheckConstraint(
                condition=Q(state="failed") ^ Q(fault=""), name="bots_trial_fault_if_failed"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state=WAITING), name="bots_trial_due"),
            models.Index(
                fields=["lease_until"], condition=Q(state=PLAYING), name="bots_trial_lease"
            ),
            models.Index(
                fields=["game", "finished_at"],
                condition=Q(state="passed"),
                name="bots_trial_passed",
            ),
        ]

    def __str__(self) -> str:
        return f"trial of version {self.version_id} in {self.game}"

    def load_record(self) -> dict:
        return records.load(self.record)
