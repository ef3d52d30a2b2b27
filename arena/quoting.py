"""Values in error messages."""

from typing import Final

SHOWN: Final = 200
"""How many characters of a value are shown."""


def quoted(value: object) -> str:
    """The value as Python writes it, cut when it is long; never an error itself.

    A number of a million digits, a list nested too deeply, and an object that can't be
    written are all described rather than shown.
    """
    try:
        text = repr(value)
    except Exception:
        return f"a value of type {type(value).__name__} that can't be shown"
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."
