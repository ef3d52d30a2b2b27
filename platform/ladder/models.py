"""Ladders: one per game; ratings, and the history that they can be rebuilt from."""

from django.db import models
from django.db.models import F, Q

from bots.models import GAME_NAME_MAX_LENGTH, Bot, Version
from matches.models import Match


class Ladder(models.Model):
    """The one row per game whose lock puts all that is done to its ratings in a row."""

    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH, unique=True)
    rated_matches = models.PositiveBigIntegerField(
        default=0, help_text="Matches applied so far: the number of the latest."
    )

    def __str__(self) -> str:
        return f"ladder of {self.game}"


class RatingQuerySet(models.QuerySet["Rating"]):
    def of_game(self, game: str) -> "RatingQuerySet":
        return self.filter(game=game, bot__withdrawn_at=None)

    def ranked(self) -> "RatingQuerySet":
        """Those with a rank: past their provisional matches."""
        return self.filter(provisional_left=0)

    def in_order(self) -> "RatingQuerySet":
        """The order of the ladder page: ranked first, then by rating."""
        return self.select_related("bot__owner", "version").order_by(
            models.ExpressionWrapper(Q(provisional_left__gt=0), models.BooleanField()),
            F("rating").desc(),
            "bot_id",
        )


class Rating(models.Model):
    """Where a bot stands on the ladder of a game."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="ratings")
    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    rating = models.FloatField(default=1500.0)
    matches = models.PositiveIntegerField(default=0, help_text="Rated matches of this game.")
    version = models.ForeignKey(
        Version, on_delete=models.PROTECT, related_name="+", help_text="Newest version rated."
    )
    provisional_left = models.PositiveSmallIntegerField(
        help_text="Rated matches until it is ranked; 0: ranked."
    )

    objects = RatingQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "game"], name="ladder_rating_once_per_game")
        ]
        indexes = [models.Index(fields=["game", "-rating"], name="ladder_rating_by_game")]

    def __str__(self) -> str:
        return f"{self.bot} in {self.game}: {self.rating:.0f}"

    @property
    def is_provisional(self) -> bool:
        return self.provisional_left > 0


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
    index = models.PositiveSmallIntegerField(help_text="Index of the entrant.")
    place = models.PositiveSmallIntegerField()
    before = models.FloatField()
    after = models.FloatField()
    k = models.FloatField(help_text="The bot's own K in this match.")

    class Meta:
        ordering = ["rated_match_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["rated_match", "bot"], name="ladder_change_once")
        ]
        indexes = [models.Index(fields=["bot", "rated_match"], name="ladder_change_of_bot")]

    def __str__(self) -> str:
        return f"{self.bot_id}: {self.before:.1f} to {self.after:.1f}"

    @property
    def difference(self) -> float:
        return self.after - self.before


class Appearance(models.Model):
    """When a bot was last put at a table of a game: its place in the queue of those who wait."""

    bot = models.ForeignKey(Bot, on_delete=models.CASCADE, related_name="+")
    game = models.CharField(max_length=GAME_NAME_MAX_LENGTH)
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["bot", "game"], name="ladder_appearance_once_per_game")
        ]

    def __str__(self) -> str:
        return f"{self.bot_id} in {self.game}: {self.last_at:%Y-%m-%d %H:%M:%S}"
