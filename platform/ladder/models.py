"""Ladders: one per game; ratings, and the history that they can be rebuilt from."""

import math

from django.conf import settings
from django.db import models
from django.db.models import Avg, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Now

from arena import elo
from arena.games import all_games
from arena.strength import NORMAL_95
from bots.models import GAME_NAME_MAX_LENGTH, Bot, Version
from matches.models import Match


class Ladder(models.Model):
    """The one row per game whose lock puts all that is done to its ratings in a row."""

    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH, unique=True)
    rated_matches = models.PositiveBigIntegerField(
        default=0, help_text="Matches applied so far: the number of the latest."
    )
    bots = models.PositiveIntegerField(default=0, help_text="Bots with a rating.")
    estimates_total = models.FloatField(default=0.0, help_text="Sum of all bots' estimates.")
    rebuild_wanted_at = models.DateTimeField(
        null=True, blank=True, help_text="A match was voided since the ratings were computed."
    )
    turn = models.FloatField(default=0.0, help_text="The turn that matchmaking has come to.")
    trials_seen_at = models.DateTimeField(
        null=True, blank=True, help_text="Trials passed until then have their contenders."
    )

    def __str__(self) -> str:
        return f"ladder of {self.game}"

    @property
    def offset(self) -> float:
        """By how much all estimates are too high: their mean is 1500, as that of the ratings."""
        return self.estimates_total / self.bots - elo.START if self.bots else 0.0


class PlacedQuerySet(models.QuerySet):
    """What the ladders of games and the all-round ladder have in common."""

    def ranked(self) -> "PlacedQuerySet":
        """Those with a rank: past their provisional matches."""
        return self.filter(is_provisional=False)

    def in_play(self) -> "PlacedQuerySet":
        """Without withdrawn bots. They are few: a small set to look in is faster than a join."""
        return self.exclude(bot__in=Bot.objects.filter(withdrawn_at__isnull=False).values("pk"))

    def in_order(self) -> "PlacedQuerySet":
        """The order of the ladder page: ranked first, then by strength."""
        return self.order_by("is_provisional", "-estimate", "bot_id")


class Placed(models.Model):
    """A bot's place on a ladder: its Elo rating, and what is believed of its strength."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="%(class)ss")
    rating = models.FloatField(default=elo.START, help_text="Elo.")
    matches = models.PositiveIntegerField(default=0, help_text="Rated matches.")
    estimate = models.FloatField(
        default=elo.START, help_text="Mean of the belief about its strength, before the offset."
    )
    deviation = models.FloatField(default=0.0, help_text="Standard error of the estimate.")
    provisional_left = models.PositiveSmallIntegerField(
        help_text="Rated matches until it is ranked; 0: ranked."
    )
    is_provisional = models.GeneratedField(
        expression=Q(provisional_left__gt=0), output_field=models.BooleanField(), db_persist=True
    )

    class Meta:
        abstract = True

    offset = 0.0
    """Of the ladder; `with_offset` puts the right one here."""

    @property
    def strength(self) -> float:
        return self.estimate - (self.offset or 0.0)

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval about the strength."""
        return NORMAL_95 * self.deviation

    @property
    def low(self) -> float:
        return self.strength - self.margin

    @property
    def high(self) -> float:
        return self.strength + self.margin


class RatingQuerySet(PlacedQuerySet):
    def of_game(self, game: str) -> "RatingQuerySet":
        return self.filter(game=game).in_play()

    def with_offset(self) -> "RatingQuerySet":
        """Ratings that know their strength, in the same query."""
        offset = Ladder.objects.filter(game=OuterRef("game"), bots__gt=0).values_list(
            F("estimates_total") / F("bots") - elo.START
        )
        return self.annotate(offset=Subquery(offset[:1], output_field=models.FloatField()))


class Rating(Placed):
    """Where a bot stands on the ladder of a game."""

    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    version = models.ForeignKey(
        Version, on_delete=models.PROTECT, related_name="+", help_text="Newest version rated."
    )
    variance = models.FloatField(
        default=0.0,
        help_text="Of the belief, before calibration: what the next match goes on with.",
    )
    recent = models.JSONField(
        default=list,
        help_text="Its latest rated matches, oldest first: [match, place, bots, change].",
    )

    objects = RatingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "game"], name="ladder_rating_once_per_game")
        ]
        indexes = [
            models.Index(
                fields=["game", "is_provisional", "-estimate", "bot"], name="ladder_rating_in_order"
            ),
            models.Index(fields=["game", "estimate"], name="ladder_rating_near"),
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.game}: {self.rating:.0f}"

    @property
    def trend(self) -> float:
        """What its latest matches together did to its rating."""
        return math.fsum(change for *_, change in self.recent)


class AllRoundQuerySet(PlacedQuerySet):
    def in_all(self, games: int) -> "AllRoundQuerySet":
        """Bots rated in so many games, which should be all of them."""
        return self.filter(games=games).in_play()

    def with_offset(self) -> "AllRoundQuerySet":
        """Places that know their strength, in the same query."""
        ladders = Ladder.objects.filter(game__in=list(all_games()), bots__gt=0).order_by()
        offset = (
            ladders.annotate(of=Value("all"))
            .values("of")
            .values_list(Avg(F("estimates_total") / F("bots")) - elo.START)
        )
        return self.annotate(offset=Subquery(offset, output_field=models.FloatField()))


class AllRound(Placed):
    """The mean over a bot's games; it counts once the bot is rated in every game."""

    games = models.PositiveSmallIntegerField(help_text="Installed games in which it is rated.")

    objects = AllRoundQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "all-round places"
        constraints = [models.UniqueConstraint(fields=["bot"], name="ladder_all_round_once")]
        indexes = [
            models.Index(
                fields=["games", "is_provisional", "-estimate", "bot"],
                name="ladder_all_round_in_order",
            )
        ]

    def __str__(self) -> str:
        return f"{self.bot} in {self.games} games: {self.rating:.0f}"


class RatedMatch(models.Model):
    """A match that was applied to its ladder, and as which one in order."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="rated_match")
    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    number = models.PositiveBigIntegerField(help_text="1, 2, 3 ... for each game.")

    class Meta:
        ordering = ["game", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="ladder_rated_match_number")
        ]

    def __str__(self) -> str:
        return f"{self.game} number {self.number}: match {self.match_id}"


class RatingChange(models.Model):
    """What one match did to one bot's rating."""

    rated_match = models.ForeignKey(RatedMatch, on_delete=models.CASCADE, related_name="changes")
    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="rating_changes")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    number = models.PositiveIntegerField(help_text="1, 2, 3 ...: the bot's matches of this game.")
    index = models.PositiveSmallIntegerField(help_text="Index of the entrant.")
    place = models.PositiveSmallIntegerField()
    before = models.FloatField()
    after = models.FloatField()
    k = models.FloatField(help_text="The bot's own K in this match.")
    scored = models.FloatField(help_text="Share of the others that it beat; ties count one half.")
    expected = models.FloatField(help_text="The share that the ratings let expect.")
    strength = models.FloatField(help_text="Its strength as believed afterwards.")
    deviation = models.FloatField(help_text="Standard error of the strength.")

    class Meta:
        ordering = ["rated_match_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["rated_match", "bot"], name="ladder_change_once"),
            models.UniqueConstraint(
                fields=["bot", "game", "number"], name="ladder_change_number_of_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bot_id}: {self.before:.1f} to {self.after:.1f}"

    @property
    def difference(self) -> float:
        return self.after - self.before


class VersionTally(models.Model):
    """What a version did in all its rated matches of a game."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="tallies")
    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    matches = models.PositiveIntegerField()
    first_number = models.PositiveIntegerField(
        help_text="Which of the bot's matches of this game was its first."
    )
    scored = models.FloatField(help_text="Sum of its shares of the others beaten.")
    expected = models.FloatField(help_text="Sum of the shares expected.")
    gained = models.FloatField(help_text="Sum of its rating changes.")

    class Meta:
        verbose_name_plural = "version tallies"
        constraints = [
            models.UniqueConstraint(fields=["version", "game"], name="ladder_tally_once_per_game")
        ]

    def __str__(self) -> str:
        return f"version {self.version_id} in {self.game}: {self.matches} matches"

    @property
    def mean_scored(self) -> float:
        return self.scored / self.matches

    @property
    def mean_expected(self) -> float:
        return self.expected / self.matches


class Voiding(models.Model):
    """Staff's word that a match does not count: the audit log. The ratings are built without it."""

    match = models.OneToOneField(Match, on_delete=models.PROTECT, related_name="voiding")
    reason = models.TextField(help_text="Shown on the page of the match.")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"match {self.match_id} voided by {self.by}"


class Contender(models.Model):
    """A bot that has passed the trial of a game, and its place in matchmaking's queue.

    Turns are shares of time: who sits at a table comes again after a stride that is the longer
    the better its strength is known (C. A. Waldspurger, W. E. Weihl, Stride Scheduling, 1995).
    """

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    is_new = models.BooleanField(
        default=True, help_text="It or its version may still be provisional: it goes first."
    )
    turn = models.FloatField(default=0.0, help_text="The lowest comes next.")
    last_at = models.DateTimeField(null=True, blank=True, help_text="When last put at a table.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "game"], name="ladder_contender_once_per_game")
        ]
        indexes = [models.Index(fields=["game", "is_new", "turn"], name="ladder_contender_turn")]

    def __str__(self) -> str:
        return f"{self.bot_id} in {self.game}: turn {self.turn:.2f}"
