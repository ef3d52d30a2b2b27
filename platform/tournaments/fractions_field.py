"""Points and score differences as they are kept: exactly, as "3/2"."""

from fractions import Fraction
from typing import Any

from django.db import models


class FractionField(models.CharField):
    """A rational number; it is computed with in Python, and never sorted by in the database."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **({"max_length": 100} | kwargs))

    def from_db_value(self, value: str | None, *_: Any) -> Fraction | None:
        return None if value is None else Fraction(value)

    def to_python(self, value: Any) -> Fraction | None:
        return None if value in (None, "") else Fraction(value)

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else str(Fraction(value))
