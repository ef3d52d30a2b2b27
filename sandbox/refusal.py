"""Why an upload is not taken: said by the child that looks at it, shown to its author."""

from typing import Final, NoReturn

_SHOWN_CHARS: Final = 80


class Refused(Exception):
    """What is wrong, and what to do."""


def refuse(text: str) -> NoReturn:
    raise Refused(text)


def show(name: str) -> str:
    """A name out of an upload, quoted, cut, and without anything that is not seen."""
    text = name if len(name) <= _SHOWN_CHARS else name[: _SHOWN_CHARS - 3] + "..."
    return plain(repr(text))


def plain(text: str) -> str:
    """The text with all that is not seen spelled out: controls, halves, turns of direction."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )
