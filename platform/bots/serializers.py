"""Games, bots, versions and trials as the API shows them."""

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from bots.models import Bot, Trial, Version


class OptionSerializer(serializers.Serializer):
    name = serializers.CharField()
    meaning = serializers.CharField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    choices = serializers.ListField(child=serializers.CharField())


class GameSerializer(serializers.Serializer):
    name = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    seats = serializers.SerializerMethodField(help_text="Numbers of players it can be played by.")
    table_size = serializers.IntegerField(help_text="Players at a table of the ladder.")
    options = OptionSerializer(many=True)

    def get_seats(self, game: Any) -> list[int]:
        return list(game.seats)


class _Linked(serializers.Serializer):
    url = serializers.SerializerMethodField(help_text="This resource in the API.")
    page = serializers.SerializerMethodField(help_text="The page for people.")

    def _absolute(self, name: str, *args: object) -> str:
        return self.context["request"].build_absolute_uri(reverse(name, args=args))


class BotSerializer(_Linked, serializers.ModelSerializer):
    owner = serializers.CharField(source="owner.username")
    is_house = serializers.BooleanField(source="owner.is_house")
    current_version = serializers.SerializerMethodField(
        help_text="Number of the version that is ranked; null before the first is accepted."
    )
    games = serializers.SerializerMethodField(help_text="Games that the current version plays.")

    class Meta:
        model = Bot
        fields = [
            "name", "owner", "is_house", "current_version", "games",
            "created_at", "withdrawn_at", "url", "page",
        ]  # fmt: skip
        read_only_fields = fields

    def get_current_version(self, bot: Bot) -> int | None:
        return bot.current_version.number if bot.current_version else None

    def get_games(self, bot: Bot) -> list[str]:
        return passed_games(bot.current_version) if bot.current_version else []

    def get_url(self, bot: Bot) -> str:
        return self._absolute("api-bot", bot.name)

    def get_page(self, bot: Bot) -> str:
        return self._absolute("bot", bot.name)


def passed_games(version: Version) -> list[str]:
    """Games whose trial the version passed; reads the prefetched trials."""
    return [trial.game for trial in version.trials.all() if trial.state == Trial.State.PASSED]


class VersionSerializer(_Linked, serializers.ModelSerializer):
    """What everybody may know of a version that was accepted."""

    bot = serializers.CharField(source="bot.name")
    games = serializers.SerializerMethodField(help_text="Games whose trial it passed.")

    class Meta:
        model = Version
        fields = [
            "id", "bot", "number", "state", "games", "size_bytes", "submitted_at", "url", "page",
        ]  # fmt: skip
        read_only_fields = fields

    def get_games(self, version: Version) -> list[str]:
        return passed_games(version)

    def get_url(self, version: Version) -> str:
        return self._absolute("api-version", version.pk)

    def get_page(self, version: Version) -> str:
        return self._absolute("version", version.bot.name, version.number)


class TrialSerializer(_Linked, serializers.ModelSerializer):
    """A trial as its owner follows it."""

    class Meta:
        model = Trial
        fields = ["id", "game", "state", "fault", "thinking_us", "finished_at", "url", "page"]
        read_only_fields = fields

    def get_url(self, trial: Trial) -> str:
        return self._absolute("api-trial", trial.pk)

    def get_page(self, trial: Trial) -> str:
        return self._absolute("version", trial.version.bot.name, trial.version.number)


class VerdictSerializer(TrialSerializer):
    """A trial with all that its owner may know."""

    class Meta(TrialSerializer.Meta):
        fields = [*TrialSerializer.Meta.fields, "detail", "log", "view"]
        read_only_fields = fields


class OwnVersionSerializer(VersionSerializer):
    """A version as its owner sees it."""

    trials = TrialSerializer(many=True)

    class Meta(VersionSerializer.Meta):
        fields = [
            *VersionSerializer.Meta.fields,
            "filename", "digest", "faulty_in_a_row", "rested_at", "trials",
        ]  # fmt: skip
        read_only_fields = fields


class UploadSerializer(serializers.Serializer):
    """What is sent to submit a version."""

    # An empty file is the inspection's to refuse, in its own words.
    file = serializers.FileField(
        allow_empty_file=True, help_text="bot.py up to 1 MiB, or a zip up to 8 MiB."
    )
    games = serializers.ListField(
        child=serializers.CharField(max_length=40),
        allow_empty=False,
        max_length=20,
        help_text="Games that the bot plays; repeat the field for several.",
    )


class ProblemSerializer(serializers.Serializer):
    """Why a request was refused, and what to do."""

    detail = serializers.CharField()
