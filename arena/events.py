"""Events: what happened at the table, and how it looks from each seat.

An event is a plain tuple, its kind first: ``("draw", 2, "R5")``. A game
declares its kinds once; a kind names the fields and says which of them only
some seats may see. Everything that anybody is shown, be it a bot's view, a live
page or a perspective replay, is made from ``seen_from``: secrecy lives here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Event = tuple[Any, ...]

HIDDEN: Final = "?"


@dataclass(frozen=True)
class Kind:
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
    length: int = field(init=False, repr=False, compare=False)
    """Of the event, its kind included."""
    private_places: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Where the private fields are in the event."""
    knower_places: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """Where the seats of the knowers are, if there is something to know."""

    def __post_init__(self) -> None:
        def places(names: tuple[str, ...]) -> tuple[int, ...]:
            return tuple(place for place, name in enumerate(self.fields, 1) if name in names)

        object.__setattr__(self, "length", 1 + len(self.fields))
        object.__setattr__(self, "private_places", places(self.private))
        object.__setattr__(self, "knower_places", places(self.knowers) if self.private else ())


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

    Raises KeyError for a kind that the game has not declared, ValueError for an event of
    another shape than its kind.
    """
    kind = kinds[event[0]]
    if not kind.private:
        return event
    if seat is not None and seat in _knowers(event, kind):
        return event
    return _without_secrets(event, kind)


def _without_secrets(event: Event, kind: Kind) -> Event:
    """The event as those see it who don't know its private fields."""
    shown = list(event)
    for place in kind.private_places:
        value = shown[place]
        shown[place] = HIDDEN if type(value) is str else hidden(value)
    return tuple(shown)


def _knowers(event: Event, kind: Kind) -> list[Any]:
    """The seats that see the whole event."""
    if len(event) != kind.length:
        raise _misshapen(event, kind)
    return [event[place] for place in kind.knower_places]


def _misshapen(event: Event, kind: Kind) -> ValueError:
    return ValueError(f"an event of kind {event[0]} has the fields {', '.join(kind.fields)}")


class Sights:
    """The events of one unfinished deal as every seat sees them, growing with the deal.

    Each event is looked at once, whoever asks and however often; what a seat sees is then
    what all see, but for the private events that it knows.
    """

    __slots__ = ("_by_seat", "_common", "_events", "_kinds", "_to_tell")

    def __init__(self, events: list[Event], *, kinds: Kinds, players: int) -> None:
        self._events = events
        self._kinds = kinds
        self._common: list[Event] = []
        """What a spectator sees."""
        self._by_seat: list[list[Event]] = [[] for _ in range(players)]
        self._to_tell: list[list[int]] = [[] for _ in range(players)]
        """Per seat, the places of events that it knows whole and has not been shown."""

    def by(self, seat: int | None) -> list[Event]:
        """All events so far, oldest first: the same list at every call, to be read only."""
        common = self._common
        if len(common) < len(self._events):
            self._look_on()
        if seat is None:
            return common
        seen = self._by_seat[seat]
        if len(seen) < len(common):
            seen += common[len(seen) :]
            if to_tell := self._to_tell[seat]:
                for place in to_tell:
                    seen[place] = self._events[place]
                to_tell.clear()
        return seen

    def _look_on(self) -> None:
        common, kinds, to_tell = self._common, self._kinds, self._to_tell
        for event in self._events[len(common) :]:
            kind = kinds[event[0]]
            if kind.private_places:
                if len(event) != kind.length:
                    raise _misshapen(event, kind)
                for place in kind.knower_places:
                    seat = event[place]
                    if seat is not None:
                        to_tell[seat].append(len(common))
                event = _without_secrets(event, kind)
            common.append(event)
