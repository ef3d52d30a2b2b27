"""Ratings and their history as the API shows them."""

from rest_framework import serializers

from ladder.models import Rating, RatingChange


class RatingSerializer(serializers.ModelSerializer):
    bot = serializers.CharField(source="bot.name")
    owner = serializers.CharField(source="bot.owner.username")
    is_house = serializers.BooleanField(source="bot.owner.is_house")
    version = serializers.IntegerField(source="version.number")
    is_provisional = serializers.BooleanField()

    class Meta:
        model = Rating
        fields = [
            "bot", "owner", "is_house", "version", "rating", "matches",
            "is_provisional", "provisional_left",
        ]  # fmt: skip
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
            "number",
            "match",
            "bot",
            "version",
            "place",
            "before",
            "after",
            "difference",
            "k",
        ]
        read_only_fields = fields
