"""Options of a game: what may be set, and the strict reading of what was set."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from arena.quoting import quoted

Value = int | str


class OptionError(ValueError):
    """An option that the game doesn't have, or a value that it can't take."""


@dataclass(frozen=True, kw_only=True)
class Option:
    """One option: a whole number from ``low`` to ``high``, or one of ``choices``."""

    name: str
    meaning: str
    default: Callable[[int], Value | None]
    """From the number of players; None leaves the option out."""
    low: int = 1
    high: int = 100
    choices: tuple[str, ...] = ()
    not_in: tuple[str, ...] = ()
    """The variants that lack this option."""

    def check(self, value: object) -> Value:
        """Return the value unchanged; raises OptionError."""
        if self.choices:
            if type(value) is str and value in self.choices:
                return value
            raise OptionError(
                f"option {self.name} must be one of {', '.join(self.choices)}, not {quoted(value)}"
            )
        # bool is a kind of int in Python; a JSON true is no number.
        if type(value) is int and self.low <= value <= self.high:
            return value
        raise OptionError(
            f"option {self.name} must be a whole number from {self.low} to {self.high}, "
            f"not {quoted(value)}"
        )


def whole_number_of_deals(default: Callable[[int], int]) -> Option:
    """The option that every game has."""
    return Option(name="deals", meaning="how many deals a match has at most", default=default)


def complete(
    given: Mapping[str, Any] | None, *, options: tuple[Option, ...], players: int
) -> dict[str, Value]:
    """The options with every default filled in; raises OptionError."""
    given = {} if given is None else given
    if not isinstance(given, Mapping):
        raise OptionError("options: give an object of names and values")
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise OptionError(
                f"there is no option {quoted(name)} here; the options are {', '.join(known)}"
            )
    result: dict[str, Value] = {}
    # A variant comes first in a game's options, so it is known when the others are read.
    for option in options:
        variant = result.get("variant")
        if variant in option.not_in:
            if option.name in given:
                raise OptionError(f"the variant {variant} has no option {option.name}")
            continue
        if option.name in given:
            result[option.name] = option.check(given[option.name])
        elif (default := option.default(players)) is not None:
            result[option.name] = default
    return result
