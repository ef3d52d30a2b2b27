"""Ratings and their history as the API shows them."""

from rest_framework import serializers

from ladder.models import AllRound, Placed, Rating, RatingChange
from ladder.rows import group_of


class PlacedSerializer(serializers.ModelSerializer):
    """A line of a ladder; the context holds the ladder's `groups` of equal rank."""

    rank = serializers.SerializerMethodField(help_text="Null while provisional; may be shared.")
    bot = serializers.CharField(source="bot.name")
    owner = serializers.CharField(source="bot.owner.username")
    is_house = serializers.BooleanField(source="bot.owner.is_house")
    strength = serializers.FloatField(help_text="Best estimate from all results, as Elo points.")
    low = serializers.FloatField(help_text="Lower end of the 95 % interval of the strength.")
    high = serializers.FloatField(help_text="Upper end of the 95 % interval of the strength.")

    FIELDS = (
        "rank", "bot", "owner", "is_house", "rating", "strength", "low", "high", "matches",
        "is_provisional", "provisional_left",
    )  # fmt: skip

    def get_rank(self, place: Placed) -> int | None:
        group = group_of(place, self.context["groups"])
        return group.rank if group else None


class RatingSerializer(PlacedSerializer):
    version = serializers.IntegerField(source="version.number")
    trend = serializers.FloatField(help_text="What the latest ten matches did to the rating.")

    class Meta:
        model = Rating
        fields = [*PlacedSerializer.FIELDS, "version", "trend"]
        read_only_fields = fields


class AllRoundSerializer(PlacedSerializer):
    class Meta:
        model = AllRound
        fields = [*PlacedSerializer.FIELDS]
        read_only_fields = fields


class RatingChangeSerializer(serializers.ModelSerializer):
    number = serializers.IntegerField(
        source="rated_match.number", help_text="Which match in order of this ladder."
    )
    match = serializers.IntegerField(source="rated_match.match_id")
    bot = serializers.CharField(source="bot.name")
    version = serializers.IntegerField(source="version.number")
    difference = serializers.FloatField()

    class Meta:
        model = RatingChange
        fields = [
            "number", "match", "bot", "version", "place", "expected", "scored", "before", "after",
            "difference", "k", "strength", "deviation",
        ]  # fmt: skip
        read_only_fields = fields


class ChanceSerializer(serializers.Serializer):
    """What both strengths let expect of two bots."""

    to_be_stronger = serializers.FloatField(help_text="Probability that `a` is the stronger.")
    to_beat = serializers.FloatField(
        help_text="Probability that `a` is placed above `b` in a match, half of ties included."
    )
