"""People and tokens as the API shows them."""

from datetime import datetime

from django.utils import timezone
from rest_framework import serializers

from accounts.models import ApiToken, User


class PersonSerializer(serializers.ModelSerializer):
    class Meta:
        model = User
        fields = ["username", "is_staff", "date_joined"]
        read_only_fields = fields


class ApiTokenSerializer(serializers.ModelSerializer):
    class Meta:
        model = ApiToken
        fields = ["id", "name", "scope", "prefix", "created_at", "last_used_at", "expires_at"]
        read_only_fields = ["id", "prefix", "created_at", "last_used_at"]

    def validate_expires_at(self, expires_at: datetime | None) -> datetime | None:
        if expires_at is not None and expires_at <= timezone.now():
            raise serializers.ValidationError("This time is over. Give one to come, or none.")
        return expires_at


class NewApiTokenSerializer(ApiTokenSerializer):
    """A token as shown once, at its making."""

    secret = serializers.CharField(read_only=True, help_text="Shown this once: keep it.")

    class Meta(ApiTokenSerializer.Meta):
        fields = [*ApiTokenSerializer.Meta.fields, "secret"]
