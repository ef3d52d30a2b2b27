"""Tournaments as the API shows them, and what is sent to make and run one."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from tournaments.models import Entry, Stage, Tournament, TournamentLog
from tournaments.planning import StagePlan


class StageSerializer(serializers.ModelSerializer):
    """A stage as planned, and how far it is."""

    is_withheld = serializers.BooleanField(help_text="Its results are not released yet.")

    class Meta:
        model = Stage
        fields = [
            "number", "format", "options", "table_size", "comes_in", "begun_at", "ended_at",
            "is_withheld", "released_at",
        ]  # fmt: skip
        read_only_fields = fields


class TournamentSerializer(serializers.ModelSerializer):
    """A line of the list."""

    organiser = serializers.CharField(source="organiser.username")
    games = serializers.ListField(child=serializers.CharField())
    entered = serializers.IntegerField(help_text="Entries so far.")
    url = serializers.SerializerMethodField(help_text="This resource in the API.")
    page = serializers.SerializerMethodField(help_text="The page for people.")

    class Meta:
        model = Tournament
        fields = [
            "slug", "name", "organiser", "state", "games", "is_public", "entered", "capacity",
            "entry_opens_at", "entry_closes_at", "starts_at", "created_at", "started_at",
            "finished_at", "url", "page",
        ]  # fmt: skip
        read_only_fields = fields

    def get_url(self, tournament: Tournament) -> str:
        address = reverse("api-tournament", args=[tournament.slug])
        return self.context["request"].build_absolute_uri(address)

    def get_page(self, tournament: Tournament) -> str:
        return self.context["request"].build_absolute_uri(tournament.get_absolute_url())


class TournamentDetailSerializer(TournamentSerializer):
    """One tournament; `invitation` and `trouble` are for its organiser and staff, null for others."""

    options = serializers.DictField(child=serializers.DictField())
    stages = StageSerializer(many=True)
    lot_seed = serializers.SerializerMethodField(help_text="Null until it has started.")
    invitation = serializers.SerializerMethodField(help_text="What one enters by.")
    trouble = serializers.SerializerMethodField(help_text="What keeps it from going on.")

    class Meta(TournamentSerializer.Meta):
        fields = [
            *TournamentSerializer.Meta.fields,
            "description", "options", "repeats_max", "bots_per_person", "seeding", "hold_results",
            "lot_commitment", "lot_seed", "stages", "invitation", "trouble",
        ]  # fmt: skip
        read_only_fields = fields

    def get_lot_seed(self, tournament: Tournament) -> str | None:
        return tournament.revealed_lot_seed or None

    def get_invitation(self, tournament: Tournament) -> str | None:
        return tournament.invitation if self._runs(tournament) else None

    def get_trouble(self, tournament: Tournament) -> str | None:
        return tournament.trouble if self._runs(tournament) else None

    def _runs(self, tournament: Tournament) -> bool:
        return tournament.may_be_run_by(self.context["request"].user)


class StagePlanSerializer(serializers.Serializer):
    format = serializers.CharField(max_length=30, help_text="Name of a format, see formats/.")
    options = serializers.DictField(required=False, help_text="Options of the format.")
    table_size = serializers.IntegerField(
        required=False, allow_null=True, min_value=2, max_value=16, help_text="Preferred."
    )
    comes_in = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=2,
        max_value=1024,
        help_text="How many of the stage before play on; left out for the first stage.",
    )


class NewTournamentSerializer(serializers.ModelSerializer):
    """What a tournament is made of; all but name, games and stages may be left out."""

    games = serializers.ListField(
        child=serializers.CharField(max_length=40), allow_empty=False, max_length=20
    )
    options = serializers.DictField(
        child=serializers.DictField(), required=False, help_text="Options by game."
    )
    stages = StagePlanSerializer(many=True, allow_empty=False)
    capacity = serializers.IntegerField(required=False, min_value=2, max_value=1024)
    bots_per_person = serializers.IntegerField(required=False, min_value=1, max_value=1024)
    repeats_max = serializers.IntegerField(required=False, min_value=1, max_value=25)

    class Meta:
        model = Tournament
        fields = [
            "name", "description", "games", "options", "stages", "capacity", "bots_per_person",
            "is_public", "entry_opens_at", "entry_closes_at", "starts_at", "seeding",
            "hold_results", "repeats_max",
        ]  # fmt: skip

    def facts(self) -> dict[str, Any]:
        """As the services take them."""
        facts = dict(self.validated_data)
        if "stages" in facts:
            facts["stages"] = [StagePlan(**sent) for sent in facts["stages"]]
        return facts


class EntrySerializer(serializers.ModelSerializer):
    """An entry. The context tells whether ranks are `ranks_are_open`, and who asks."""

    bot = serializers.CharField(source="bot.name")
    owner = serializers.CharField(source="bot.owner.username")
    version = serializers.SerializerMethodField(help_text="Null until the start freezes it.")
    rank = serializers.SerializerMethodField(
        help_text="In the whole tournament, once it is finished and released."
    )
    note = serializers.SerializerMethodField(
        help_text="Why it is out; for its owner, organiser and staff, null for others."
    )

    class Meta:
        model = Entry
        fields = ["bot", "owner", "version", "state", "seed", "rank", "entered_at", "note"]
        read_only_fields = fields

    def get_version(self, entry: Entry) -> int | None:
        return entry.version.number if entry.version else None

    def get_rank(self, entry: Entry) -> int | None:
        return entry.rank if self.context["ranks_are_open"] else None

    def get_note(self, entry: Entry) -> str | None:
        user = self.context["request"].user
        is_told = entry.bot.owner_id == user.pk or self.context["runs_it"]
        return entry.note if is_told else None


class EnterSerializer(serializers.Serializer):
    bot = serializers.CharField(max_length=64, help_text="Name of the bot.")
    invitation = serializers.CharField(required=False, allow_blank=True, max_length=64)


class ReasonSerializer(serializers.Serializer):
    reason = serializers.CharField(max_length=2000)


class OptionalReasonSerializer(serializers.Serializer):
    reason = serializers.CharField(max_length=2000, required=False, allow_blank=True)


class OrderSerializer(serializers.Serializer):
    """The top seeds in order; those left out follow as the tournament seeds them."""

    bots = serializers.ListField(child=serializers.CharField(max_length=64), max_length=1024)


class AwardSerializer(ReasonSerializer):
    places = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=16),
        max_length=16,
        help_text="One for each seat in order; 1 is the best, equal places are ties.",
    )


class LogSerializer(serializers.ModelSerializer):
    by = serializers.CharField(source="by.username", default=None, allow_null=True)

    class Meta:
        model = TournamentLog
        fields = ["at", "by", "what", "text", "table"]
        read_only_fields = fields


class FormatOptionSerializer(serializers.Serializer):
    name = serializers.CharField()
    meaning = serializers.CharField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    choices = serializers.ListField(child=serializers.CharField())


class FormatSerializer(serializers.Serializer):
    name = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    options = FormatOptionSerializer(many=True)
    tie_breaks = serializers.SerializerMethodField(help_text="In order, after the points.")

    def get_tie_breaks(self, format_: Any) -> list[str]:
        return [one.name for one in format_.tie_breaks]
