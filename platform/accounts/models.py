"""People, and the tokens with which their programs speak for them."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower, Now

from accounts.names import NAME_MAX_LENGTH, validate_name


class User(AbstractUser):
    """An account: a bot author, an organiser, staff, or the keeper of one house bot."""

    username = models.CharField(
        max_length=NAME_MAX_LENGTH,
        unique=True,
        validators=[validate_name],
        error_messages={"unique": "This name is taken."},
        help_text="1 to 32 letters, digits, dots, dashes and underscores.",
    )
    is_house = models.BooleanField(
        default=False, help_text="Keeps a house bot: its bots are the anchors of the ladders."
    )

    class Meta(AbstractUser.Meta):  # type: ignore[name-defined, misc]
        constraints = [
            models.UniqueConstraint(
                Lower("username"),
                name="accounts_user_username_any_case",
                violation_error_message="This name is taken.",
            )
        ]


class ApiTokenQuerySet(models.QuerySet["ApiToken"]):
    def live(self) -> "ApiTokenQuerySet":
        """Tokens that still open the door."""
        return self.filter(revoked_at=None).exclude(expires_at__lte=Now())


class ApiToken(models.Model):
    """A secret for programs. Only its SHA-256 digest is kept; the secret is shown once."""

    class Scope(models.TextChoices):
        SUBMIT = "submit", "read and submit"
        READ = "read", "read only"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=64, help_text="What it is for, in the owner's words.")
    prefix = models.CharField(max_length=12, help_text="Its first characters, to recognise it by.")
    digest = models.CharField(max_length=64, unique=True, help_text="SHA-256 of it, in hex.")
    scope = models.CharField(
        max_length=6, choices=Scope.choices, default=Scope.SUBMIT, help_text="What it opens."
    )
    created_at = models.DateTimeField(db_default=Now())
    last_used_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True, help_text="Empty: never.")
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = ApiTokenQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return f"{self.prefix}… ({self.name})"
