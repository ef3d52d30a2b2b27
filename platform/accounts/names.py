"""Public names: of people and of bots, which share one alphabet."""

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

NAME_MAX_LENGTH = 32
HOUSE_PREFIX = "house-"

validate_name = RegexValidator(
    r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,31}\Z",
    "Use 1 to 32 letters, digits, dots, dashes and underscores, and begin with a letter or digit.",
    code="invalid_name",
)


def validate_free_name(name: str) -> None:
    """Refuse a person's name that is kept for the accounts of the house bots."""
    if name.lower().startswith(HOUSE_PREFIX):
        raise ValidationError(
            f'Names beginning with "{HOUSE_PREFIX}" belong to the house bots. Choose another name.',
            code="reserved_name",
        )
