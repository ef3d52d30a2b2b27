"""Matches as the API shows them. The shuffle seed is null until a match is finished."""

from django.urls import reverse
from rest_framework import serializers

from matches.models import Entrant, Match, Sitting


class EntrantSerializer(serializers.ModelSerializer):
    bot = serializers.CharField(source="bot.name")
    owner = serializers.CharField(source="bot.owner.username")
    version = serializers.IntegerField(source="version.number")

    class Meta:
        model = Entrant
        fields = ["index", "bot", "owner", "version", "score", "place", "fault", "thinking_us"]
        read_only_fields = fields


class OwnEntrantSerializer(EntrantSerializer):
    """An entrant with what only its owner may read."""

    class Meta(EntrantSerializer.Meta):
        fields = [
            *EntrantSerializer.Meta.fields,
            "fault_sitting", "fault_deal", "fault_move", "fault_detail", "fault_view", "log",
        ]  # fmt: skip
        read_only_fields = fields


class SittingSerializer(serializers.ModelSerializer):
    record = serializers.SerializerMethodField(help_text="Where the record is.")

    class Meta:
        model = Sitting
        fields = ["number", "seating", "scores", "record"]
        read_only_fields = fields

    def get_record(self, sitting: Sitting) -> str:
        address = reverse("api-record", args=[sitting.match_id, sitting.number])
        return self.context["request"].build_absolute_uri(address)


class MatchSerializer(serializers.ModelSerializer):
    entrants = EntrantSerializer(many=True)
    url = serializers.SerializerMethodField(help_text="This resource in the API.")
    page = serializers.SerializerMethodField(help_text="The page for people.")

    class Meta:
        model = Match
        fields = [
            "id", "game", "kind", "rated", "state", "created_at", "started_at", "finished_at",
            "entrants", "url", "page",
        ]  # fmt: skip
        read_only_fields = fields

    def get_url(self, match: Match) -> str:
        return self.context["request"].build_absolute_uri(reverse("api-match", args=[match.pk]))

    def get_page(self, match: Match) -> str:
        return self.context["request"].build_absolute_uri(reverse("match", args=[match.pk]))


class MatchDetailSerializer(MatchSerializer):
    sittings = SittingSerializer(many=True)
    shuffle_seed = serializers.SerializerMethodField(help_text="Null until it is finished.")
    salt = serializers.SerializerMethodField(help_text="Null until it is finished.")

    class Meta(MatchSerializer.Meta):
        fields = [
            *MatchSerializer.Meta.fields,
            "options", "attempts", "commitment", "shuffle_seed", "salt", "sittings",
        ]  # fmt: skip
        read_only_fields = fields

    def get_shuffle_seed(self, match: Match) -> str | None:
        return match.revealed_seed or None

    def get_salt(self, match: Match) -> str | None:
        return match.revealed_salt or None


class ChallengeSerializer(serializers.Serializer):
    """What a challenge is made of."""

    game = serializers.CharField()
    bots = serializers.ListField(
        child=serializers.CharField(max_length=64),
        max_length=16,
        help_text="Names, in the order of the seats in the first sitting.",
    )
    options = serializers.DictField(
        required=False, help_text="Options of the game; those left out are as usual."
    )
    shuffle_seed = serializers.CharField(
        required=False, allow_blank=True, max_length=64, help_text="Left out: random cards."
    )
