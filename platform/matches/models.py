"""Matches: who met whom, on which cards, with what result, and every attempt at playing it."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now

from bots import records
from bots.leases import DROPPED, PLAYING, WAITING, Leased, LeasedQuerySet
from bots.models import FAULT_MAX_LENGTH, GAME_NAME_MAX_LENGTH, Bot, Version


class MatchQuerySet(LeasedQuerySet):
    def finished(self) -> "MatchQuerySet":
        return self.filter(state=Match.State.FINISHED)

    def withheld_from(self, user) -> "MatchQuerySet":  # type: ignore[no-untyped-def]
        """Matches that this person may not know of yet: few, and found by an index of their own."""
        if user.is_staff:
            return self.none()
        withheld = self.filter(withheld_by__isnull=False)
        return withheld.exclude(withheld_by=user.pk) if user.is_authenticated else withheld

    def visible_to(self, user) -> "MatchQuerySet":  # type: ignore[no-untyped-def]
        """Matches that this person may know of. Everything that shows matches asks this first."""
        if user.is_staff:
            return self
        published = Q(withheld_by=None)
        return self.filter(
            published | Q(withheld_by=user.pk) if user.is_authenticated else published
        )

    def with_entrants(self) -> "MatchQuerySet":
        """Matches with all that a line of a list shows, in a fixed number of queries."""
        return self.prefetch_related(
            models.Prefetch(
                "entrants",
                queryset=Entrant.objects.public().select_related("bot__owner", "version"),
            )
        )


class Match(Leased):
    """The rated unit: n bots at one table, one sitting for each seat order, on the same cards."""

    class State(models.TextChoices):
        WAITING = WAITING, "waiting"
        PLAYING = PLAYING, "playing"
        FINISHED = "finished", "finished"
        DROPPED = DROPPED, "dropped: could not be played"

    class Kind(models.TextChoices):
        LADDER = "ladder", "ladder"
        CHALLENGE = "challenge", "challenge"
        TOURNAMENT = "tournament", "tournament"

    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    options = models.JSONField(default=dict, help_text="All options of the game.")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    rated = models.BooleanField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="challenges",
        help_text="Who set up the challenge.",
    )
    withheld_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="The organiser who has not released it yet: nobody else but staff may know of it.",
    )
    priority = models.PositiveSmallIntegerField(
        default=6, help_text="0, 3, 6 or 9 as the broker counts them: 0 goes first."
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    shuffle_seed = models.CharField(max_length=64, help_text="Secret until the match is finished.")
    salt = models.CharField(max_length=64, help_text="Secret until the match is finished.")
    commitment = models.CharField(
        max_length=64, help_text="SHA-256 of seed, colon, salt, in hex: published beforehand."
    )
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True, blank=True, help_text="Of the latest attempt.")
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        verbose_name_plural = "matches"
        constraints = [
            models.CheckConstraint(
                condition=Q(state=PLAYING) ^ Q(attempt_token=""), name="matches_held_in_play"
            ),
            models.CheckConstraint(
                condition=Q(state="finished") ^ Q(finished_at=None), name="matches_finished_at"
            ),
            models.CheckConstraint(
                condition=~Q(kind="challenge", rated=True), name="matches_challenge_unrated"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=Q(state=WAITING), name="matches_due"),
            models.Index(fields=["lease_until"], condition=Q(state=PLAYING), name="matches_lease"),
            models.Index(fields=["game", "-id"], name="matches_by_game"),
            models.Index(
                fields=["withheld_by"],
                condition=Q(withheld_by__isnull=False),
                name="matches_withheld",
            ),
            models.Index(fields=["game", "kind"], condition=Q(state=WAITING), name="matches_queue"),
            models.Index(
                fields=["game", "finished_at", "id"],
                condition=Q(state="finished", rated=True),
                name="matches_to_rate",
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.pk} ({self.game})"

    @property
    def revealed_seed(self) -> str:
        """The shuffle seed once everybody may know it, else empty."""
        return self.shuffle_seed if self.state == self.State.FINISHED else ""

    @property
    def revealed_salt(self) -> str:
        return self.salt if self.state == self.State.FINISHED else ""


PRIVATE_OF_ENTRANT = ("fault_detail", "fault_view", "log", "log_marks")


class EntrantQuerySet(models.QuerySet["Entrant"]):
    def public(self) -> "EntrantQuerySet":
        """Without loading what only the owner may read (and what is long)."""
        return self.defer(*PRIVATE_OF_ENTRANT)

    def owned_by(self, user) -> "EntrantQuerySet":  # type: ignore[no-untyped-def]
        """Entrants whose private parts this person may read."""
        return self if user.is_staff else self.filter(bot__owner_id=user.pk)

    def visible_to(self, user) -> "EntrantQuerySet":  # type: ignore[no-untyped-def]
        """Entrants of matches that this person may know of."""
        if user.is_staff:
            return self
        return self.exclude(match__in=Match.objects.withheld_from(user))


class Entrant(models.Model):
    """A bot's place in a match, with the version that was frozen when it was scheduled."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entrants")
    index = models.PositiveSmallIntegerField(
        help_text="0, 1, 2 ...: its seat in the first sitting."
    )
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="entrants")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="entrants")
    score = models.IntegerField(null=True, blank=True, help_text="Sum over all sittings.")
    place = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="1 is best; equal places are ties; the faulty come last."
    )
    fault = models.CharField(max_length=FAULT_MAX_LENGTH, blank=True, default="")
    fault_sitting = models.PositiveSmallIntegerField(null=True, blank=True)
    fault_deal = models.PositiveSmallIntegerField(null=True, blank=True)
    fault_move = models.PositiveIntegerField(null=True, blank=True)
    fault_detail = models.TextField(blank=True, default="", help_text="For the owner.")
    fault_view = models.JSONField(null=True, blank=True, help_text="For the owner.")
    log = models.TextField(blank=True, default="", help_text="What it printed. For the owner.")
    log_marks = models.JSONField(
        default=list,
        blank=True,
        help_text="Where in the log the output of which decision begins. For the owner.",
    )
    thinking_us = models.PositiveBigIntegerField(
        default=0, help_text="Thinking in the whole match, in microseconds."
    )

    objects = EntrantQuerySet.as_manager()

    class Meta:
        ordering = ["match_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="matches_entrant_index"),
            models.UniqueConstraint(fields=["match", "bot"], name="matches_entrant_bot_once"),
        ]
        indexes = [
            models.Index(fields=["bot", "-match"], name="matches_entrant_of_bot"),
            models.Index(fields=["version", "-match"], name="matches_entrant_version"),
            models.Index(
                fields=["version", "fault"], condition=~Q(fault=""), name="matches_entrant_faults"
            ),
        ]

    def __str__(self) -> str:
        return f"entrant {self.index} of match {self.match_id}"


class Sitting(models.Model):
    """One play of the whole game within a match, with its record."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sittings")
    number = models.PositiveSmallIntegerField(help_text="0, 1, 2 ...")
    seating = models.JSONField(help_text="For each seat the index of its entrant.")
    scores = models.JSONField(help_text="One total for each seat.")
    record = models.FileField(max_length=200, help_text="The record, as gzipped JSON.")

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="matches_sitting_number")
        ]

    def __str__(self) -> str:
        return f"sitting {self.number} of match {self.match_id}"

    def load_record(self) -> dict:
        return records.load(self.record)


class Attempt(models.Model):
    """One try of a worker at a match; what went wrong with it is ours, never a bot's."""

    class Outcome(models.TextChoices):
        UNDER_WAY = "under_way", "under way"
        FINISHED = "finished", "finished"
        FAILED = "failed", "failed"
        HANDED_BACK = "handed_back", "handed back by a stopping worker"
        LOST = "lost", "lost: the worker was not heard of in time"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="attempt_log")
    token = models.CharField(max_length=32, unique=True)
    worker = models.CharField(max_length=200, blank=True, default="")
    started_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.CharField(max_length=12, choices=Outcome.choices, default=Outcome.UNDER_WAY)
    error = models.TextField(blank=True, default="", help_text="For staff.")

    class Meta:
        ordering = ["match_id", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                condition=Q(outcome="finished"),
                name="matches_attempt_finishes_once",
            )
        ]

    def __str__(self) -> str:
        return f"attempt at match {self.match_id}: {self.outcome}"
