"""Events: what happened at the table, and how it looks from each seat.

An event is a plain tuple, its kind first: ``("draw", 2, "R5")``. A game
declares its kinds once; a kind names the fields and says which of them only
some seats may see. Everything that anybody is shown, be it a bot's view, a live
page or a perspective replay, is made from ``seen_from``: secrecy lives here.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

Event = tuple[Any, ...]

HIDDEN: Final = "?"


class Kind(NamedTuple):
    """The shape of one kind of event."""

    fields: tuple[str, ...]
    """Names of the values that follow the kind in the tuple."""
    text: str
    """The event in words, the fields in braces: ``{seat} plays {card}``; see ``telling``."""
    seats: tuple[str, ...] = ("seat",)
    """The fields that hold the number of a seat."""
    private: tuple[str, ...] = ()
    """The fields that only the knowers see until the deal ends."""
    knowers: tuple[str, ...] = ("seat",)
    """The fields that hold the seats of the knowers."""


Kinds = Mapping[str, Kind]


def hidden(value: object) -> object:
    """A value as those see it who may only know that it is there.

    A list of cards keeps its length; how many cards a seat holds is public.
    """
    if isinstance(value, tuple | list):
        return (HIDDEN,) * len(value)
    return HIDDEN


def seen_from(event: Event, seat: int | None, kinds: Kinds) -> Event:
    """The event as ``seat`` sees it; None is a spectator, who knows what all seats know.

    Raises KeyError for a kind that the game has not declared.
    """
    kind = kinds[event[0]]
    if not kind.private:
        return event
    values = dict(zip(kind.fields, event[1:], strict=True))
    if seat is not None and any(values[knower] == seat for knower in kind.knowers):
        return event
    return (
        event[0],
        *(
            hidden(value) if field in kind.private else value
            for field, value in zip(kind.fields, event[1:], strict=True)
        ),
    )


def all_seen_from(events: Iterable[Event], seat: int | None, kinds: Kinds) -> list[Event]:
    """The events of one unfinished deal as ``seat`` sees them, oldest first."""
    return [seen_from(event, seat, kinds) for event in events]
