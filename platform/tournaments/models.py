"""Tournaments: stages in a row, their rounds, tables and matches, and who did what to them."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone

from arena.formats.lots import commitment
from bots.models import GAME_NAME_MAX_LENGTH, Bot, Version
from matches.models import Match
from tournaments.fractions_field import FractionField

NAME_MAX_LENGTH = 80
SLUG_MAX_LENGTH = 60


def new_invitation() -> str:
    return secrets.token_urlsafe(16)


def new_lot_seed() -> str:
    return secrets.token_hex(16)


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def visible_to(self, user) -> "TournamentQuerySet":  # type: ignore[no-untyped-def]
        """Tournaments that this person may know of: before it is opened, its organiser alone."""
        if user.is_staff:
            return self
        shown = Q(opened_at__isnull=False)
        return self.filter(shown | Q(organiser=user.pk) if user.is_authenticated else shown)

    def listed(self) -> "TournamentQuerySet":
        """Tournaments with all that a line of a list shows, in two queries."""
        return self.select_related("organiser").annotate(
            entered=models.Count("entries", distinct=True)
        )

    def due_to_start(self) -> "TournamentQuerySet":
        return self.filter(state=Tournament.State.OPEN, starts_at__lte=Now())

    def under_way(self) -> "TournamentQuerySet":
        """Begun, and neither finished nor cancelled."""
        return self.filter(state__in=[Tournament.State.RUNNING, Tournament.State.PAUSED])

    def unended(self) -> "TournamentQuerySet":
        return self.exclude(state__in=[Tournament.State.FINISHED, Tournament.State.CANCELLED])


class Tournament(models.Model):
    """A competition with an organiser; once started it runs to its end by itself."""

    class State(models.TextChoices):
        DRAFT = "draft", "draft"
        OPEN = "open", "open for entry"
        RUNNING = "running", "running"
        PAUSED = "paused", "paused"
        FINISHED = "finished", "finished"
        CANCELLED = "cancelled", "cancelled"

    class Seeding(models.TextChoices):
        STRENGTH = "strength", "by strength on the ladders of its games"
        ENTRY = "entry", "in the order of entry"
        LOT = "lot", "by lot"

    name = models.CharField(max_length=NAME_MAX_LENGTH)
    slug = models.SlugField(max_length=SLUG_MAX_LENGTH, unique=True, help_text="In its address.")
    description = models.TextField(blank=True, default="", max_length=10_000)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tournaments"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    games = models.JSONField(help_text="Names of the games that every pairing is played in.")
    options = models.JSONField(
        default=dict, blank=True, help_text="Options by game; those left out are as usual."
    )
    repeats_max = models.PositiveSmallIntegerField(
        default=1,
        help_text="A table plays each game again until it is decided, at most so often. 1: once.",
    )
    is_public = models.BooleanField(
        default=True, help_text="Anybody may enter; otherwise whoever has the invitation."
    )
    invitation = models.CharField(
        max_length=32, default=new_invitation, help_text="The secret in the link to enter by."
    )
    entry_opens_at = models.DateTimeField(null=True, blank=True, help_text="Empty: at once.")
    entry_closes_at = models.DateTimeField(null=True, blank=True, help_text="Empty: at the start.")
    capacity = models.PositiveSmallIntegerField(help_text="Entries that there is room for.")
    bots_per_person = models.PositiveSmallIntegerField(default=1)
    starts_at = models.DateTimeField(
        null=True, blank=True, help_text="When it starts by itself; empty: by hand."
    )
    seeding = models.CharField(
        max_length=10,
        choices=Seeding.choices,
        default=Seeding.STRENGTH,
        help_text="Of the entries that the organiser has not put in order.",
    )
    hold_results = models.BooleanField(
        default=False, help_text="The results of each stage are hidden until released."
    )
    lot_seed = models.CharField(
        max_length=64, default=new_lot_seed, help_text="Secret until the start."
    )
    lot_commitment = models.CharField(
        max_length=64, help_text="SHA-256 that commits to the seed of the lots beforehand."
    )
    trouble = models.TextField(
        blank=True, default="", help_text="What keeps it from going on, for its organiser."
    )
    created_at = models.DateTimeField(db_default=Now())
    opened_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True, help_text="Or cancelled.")

    objects = TournamentQuerySet.as_manager()

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["finished", "cancelled"]) ^ Q(finished_at=None),
                name="tournaments_finished_at",
            ),
            models.CheckConstraint(
                condition=Q(started_at__isnull=False) | Q(state__in=["draft", "open", "cancelled"]),
                name="tournaments_started_at",
            ),
            models.CheckConstraint(
                condition=Q(repeats_max__gte=1), name="tournaments_repeats_from_one"
            ),
        ]
        indexes = [models.Index(fields=["state", "-id"], name="tournaments_by_state")]

    def __str__(self) -> str:
        return self.name

    def save(self, *args, **kwargs) -> None:  # type: ignore[no-untyped-def]
        self.lot_commitment = self.lot_commitment or commitment(self.lot_seed)
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("tournament", args=[self.slug])

    @property
    def revealed_lot_seed(self) -> str:
        """The seed of the lots once the entries are fixed, else empty."""
        return self.lot_seed if self.started_at else ""

    @property
    def is_started(self) -> bool:
        return self.started_at is not None

    @property
    def takes_entries(self) -> bool:
        """Whether its entry window is open now."""
        now = timezone.now()
        return (
            self.state == self.State.OPEN
            and (self.entry_opens_at is None or self.entry_opens_at <= now)
            and (self.entry_closes_at is None or now < self.entry_closes_at)
        )

    def may_be_run_by(self, user) -> bool:  # type: ignore[no-untyped-def]
        """Whether this person is its organiser, or staff."""
        return user.is_authenticated and (user.is_staff or user.pk == self.organiser_id)


class Entry(models.Model):
    """A bot in a tournament; which version plays is fixed at the start."""

    class State(models.TextChoices):
        ENTERED = "entered", "entered"
        LEFT_OUT = "left_out", "left out at the start"
        WITHDRAWN = "withdrawn", "withdrawn"
        DISQUALIFIED = "disqualified", "disqualified"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="tournament_entries")
    version = models.ForeignKey(
        Version, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    entered_at = models.DateTimeField(db_default=Now())
    state = models.CharField(max_length=12, choices=State.choices, default=State.ENTERED)
    note = models.TextField(blank=True, default="", help_text="Why it is left out, or out.")
    out_at = models.DateTimeField(null=True, blank=True, help_text="When it went out, if it did.")
    seed = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        help_text="From 0, the top seed. Before the start: as far as the organiser has set it.",
    )
    rank = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="In the whole tournament, once it is finished."
    )

    class Meta:
        ordering = ["tournament_id", "seed", "id"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["tournament", "bot"], name="tournaments_bot_once"),
            models.CheckConstraint(
                condition=Q(state__in=["withdrawn", "disqualified"]) ^ Q(out_at=None),
                name="tournaments_out_at",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.tournament}"

    @property
    def is_out(self) -> bool:
        """Whether it went out after the start: it plays no further round."""
        return self.out_at is not None


class Stage(models.Model):
    """A part of a tournament, with a format of its own."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(help_text="0, 1, 2 ...")
    format = models.CharField(max_length=30, help_text="Name of its format.")
    options = models.JSONField(default=dict, blank=True, help_text="Options of the format.")
    table_size = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Preferred; empty: the smallest that its games allow."
    )
    comes_in = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="How many of the stage before play on; first stage: empty."
    )
    begun_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(
        null=True, blank=True, help_text="When withheld results were released."
    )

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="tournaments_stage_number"
            ),
            models.CheckConstraint(
                condition=Q(number=0) ^ Q(comes_in__isnull=False), name="tournaments_comes_in"
            ),
        ]

    def __str__(self) -> str:
        return f"stage {self.number + 1} of {self.tournament}"

    @property
    def is_withheld(self) -> bool:
        """Whether its results are hidden from everybody but organiser and staff."""
        return self.tournament.hold_results and self.released_at is None

    def is_open_to(self, user) -> bool:  # type: ignore[no-untyped-def]
        """Whether this person may see its results, and who meets whom."""
        return not self.is_withheld or self.tournament.may_be_run_by(user)


class StageEntry(models.Model):
    """An entry in a stage: the format knows it by its seed there."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="stage_entries")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stage_entries")
    seed = models.PositiveSmallIntegerField(help_text="From 0, the top seed.")
    rank = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="From 1, once the stage has ended."
    )

    class Meta:
        ordering = ["stage_id", "seed"]
        verbose_name_plural = "stage entries"
        constraints = [
            models.UniqueConstraint(fields=["stage", "entry"], name="tournaments_stage_entry_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="tournaments_stage_seed"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} as seed {self.seed + 1}"


class Round(models.Model):
    """Tables that may be played at the same time; the next round begins when all are decided."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(help_text="0, 1, 2 ...")
    name = models.CharField(max_length=60)
    begun_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["stage_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="tournaments_round_number"),
            models.UniqueConstraint(
                fields=["stage"],
                condition=Q(ended_at=None),
                name="tournaments_one_round_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """Entries that play each other once: a match in each game, more where it must be decided."""

    class How(models.TextChoices):
        OPEN = "", "not decided yet"
        PLAYED = "played", "played"
        BY_RULE = "by_rule", "decided by rule: a match could not be played"
        AWARDED = "awarded", "awarded"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(help_text="0, 1, 2 ...")
    label = models.CharField(max_length=60, blank=True, default="")
    how = models.CharField(max_length=10, choices=How.choices, blank=True, default=How.OPEN)
    decided_at = models.DateTimeField(null=True, blank=True)
    first_repeat = models.PositiveSmallIntegerField(
        default=0, help_text="Matches before this repeat count no more: it was replayed."
    )
    repeats = models.PositiveSmallIntegerField(
        default=1, help_text="How often each game is to be played, from the first repeat on."
    )

    class Meta:
        ordering = ["round_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="tournaments_table_number"),
            models.CheckConstraint(
                condition=Q(how="") ^ Q(decided_at__isnull=False), name="tournaments_decided_at"
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number + 1} of {self.round}"

    @property
    def counting_repeats(self) -> range:
        """Numbers of the repeats whose matches make the table's result."""
        return range(self.first_repeat, self.first_repeat + self.repeats)


class Seat(models.Model):
    """An entry at a table; `number` is its index in the table's matches."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField(help_text="0, 1, 2 ...")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
    points = FractionField(null=True, blank=True, help_text="Once the table is decided.")
    score = FractionField(null=True, blank=True, help_text="Score difference, for ties.")

    class Meta:
        ordering = ["table_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="tournaments_seat_number"),
            models.UniqueConstraint(
                fields=["round", "entry"], name="tournaments_seat_once_a_round"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.number + 1} of table {self.table_id}"


class Bye(models.Model):
    """An entry that is in, but does not play in a round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")

    class Meta:
        ordering = ["round_id", "id"]
        constraints = [
            models.UniqueConstraint(fields=["round", "entry"], name="tournaments_bye_once_a_round")
        ]

    def __str__(self) -> str:
        return f"bye of {self.entry_id}"


class TableMatch(models.Model):
    """A match of a table: each game and repeat is scheduled exactly once."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="table_matches")
    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    repeat = models.PositiveSmallIntegerField(help_text="0, 1, 2 ...")
    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="table_match")
    tries = models.PositiveSmallIntegerField(
        default=0, help_text="How often it was put back after it had been dropped."
    )

    class Meta:
        ordering = ["table_id", "repeat", "id"]
        verbose_name_plural = "table matches"
        constraints = [
            models.UniqueConstraint(
                fields=["table", "game", "repeat"], name="tournaments_table_match_once"
            )
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} of table {self.table_id}"


class TournamentLog(models.Model):
    """What was done to a tournament: the audit log. Rows are only added."""

    class What(models.TextChoices):
        CREATED = "created", "created"
        EDITED = "edited", "edited"
        OPENED = "opened", "opened for entry"
        SEEDED = "seeded", "put the entries in order"
        STARTED = "started", "started"
        PUT_OFF = "put_off", "could not be started"
        PAUSED = "paused", "paused"
        RESUMED = "resumed", "resumed"
        CANCELLED = "cancelled", "cancelled"
        FINISHED = "finished", "finished"
        RELEASED = "released", "released results"
        ENTERED = "entered", "entered a bot"
        LEFT_OUT = "left_out", "left a bot out"
        WITHDREW = "withdrew", "withdrew a bot"
        DISQUALIFIED = "disqualified", "disqualified a bot"
        PUT_BACK = "put_back", "put a dropped match back"
        BY_RULE = "by_rule", "decided a table by rule"
        AWARDED = "awarded", "awarded a table"
        REPLAYED = "replayed", "had a table replayed"
        CUT_SHORT = "cut_short", "ended before its last stage"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField(db_default=Now())
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Empty: the platform itself.",
    )
    what = models.CharField(max_length=12, choices=What.choices)
    text = models.TextField(blank=True, default="", help_text="To what, and why.")
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, null=True, blank=True, related_name="log"
    )
    entry = models.ForeignKey(
        Entry, on_delete=models.SET_NULL, null=True, blank=True, related_name="log"
    )

    class Meta:
        ordering = ["-id"]
        verbose_name = "line of the log"
        verbose_name_plural = "log"

    def __str__(self) -> str:
        return f"{self.get_what_display()}: {self.text}"
