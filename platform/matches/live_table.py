"""A match as it is played, told to those who watch: what a spectator at the table knows.

The referee's thread only notes each event. Another thread looks now and then whether
anybody watches, and if so tells what is new, several events at a time. Whatever goes wrong
there, the match goes on.
"""

import logging
import threading
from collections.abc import Sequence
from typing import Any, Self

from arena.events import Event, seen_from
from arena.game import Game
from arena.match import Played
from arena.record import FORMAT, VERSION, kinds_as_json, plain
from live.publishing import is_watched, publish

logger = logging.getLogger(__name__)

EVERY_S = 0.4
"""How often it is looked whether anybody watches, and what is new is told."""
TELL_AGAIN_AFTER = 500
"""Messages after which a sitting is told from its start in one, so that newcomers can begin there."""
EVENTS_AT_ONCE = 4000
END_S = 1.0
"""How long a match waits at its end for the last news to be told."""


def channel(match_id: int) -> str:
    return f"match:{match_id}"


def tell_end(match_id: int) -> None:
    """Tell those who watch that the match is over: the database has its result."""
    publish(channel(match_id), "over")


class LiveTable:
    """A context manager around `play_match`, which is to be given `hear` and `end_sitting`.

    A message of kind `play` holds {"attempt", "sitting", "at", "events"}: events of a sitting, from
    number `at` on, and with `at` 0 the sitting's `head`, which is a record without its deals.
    """

    def __init__(
        self,
        match_id: int,
        *,
        attempt: int,
        game: Game,
        options: dict[str, Any],
        names: Sequence[str],
    ) -> None:
        self.channel = channel(match_id)
        self.attempt = attempt
        self.game = game
        self.options = options
        self.names = names
        self._sittings: list[list[Event]] = [[]]
        """What happened, whole, by sitting; those that nobody will be told of are emptied."""
        self._sitting = 0
        """The sitting that is being told."""
        self._told = 0
        """Events of it that have been told."""
        self._begun = False
        """Whether anybody watches, or did."""
        self._looked = False
        """Whether it was looked in vain: until then all is kept."""
        self._messages = 0
        self._start = ""
        """The id of the last message from which somebody could begin."""
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="telling a match", daemon=True)

    def hear(self, event: Event) -> None:
        """Note an event: all that being watched costs the referee."""
        self._sittings[-1].append(event)

    def end_sitting(self, number: int, played: Played) -> None:
        """The next event is of the next sitting."""
        if self._looked and not self._begun:
            self._sittings[-1] = []
        self._sittings.append([])

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        self._thread.join(END_S)

    def _run(self) -> None:
        try:
            self._look()
            while not self._done.wait(EVERY_S):
                self._look()
            if self._begun:
                self._look()
        except Exception:
            logger.exception("%s can't be watched any more", self.channel)

    def _look(self) -> None:
        """Tell what is new, if anybody watches."""
        if not is_watched(self.channel):
            self._looked = True
            return
        last = len(self._sittings) - 1
        if self._looked and not self._begun:
            # Who comes later sees the sitting that is being played, from its start.
            self._sitting = last
        self._begun = True
        self._tell()
        while self._sitting < last:
            self._sittings[self._sitting] = []
            self._sitting, self._told = self._sitting + 1, 0
            self._tell()

    def _tell(self) -> None:
        """Tell what is new in the sitting that is being told."""
        events = self._sittings[self._sitting]
        while self._told < len(events):
            if self._messages and self._messages % TELL_AGAIN_AFTER == 0:
                self._told = 0
            at, until = self._told, min(len(events), self._told + EVENTS_AT_ONCE)
            if not self._publish(at, events[at:until]):
                return
            self._told = until

    def _publish(self, at: int, events: Sequence[Event]) -> bool:
        data: dict[str, Any] = {
            "attempt": self.attempt,
            "sitting": self._sitting,
            "at": at,
            "events": [plain(seen_from(event, None, self.game.kinds)) for event in events],
        }
        keep_from = ""
        if at == 0:
            data["head"] = self._head()
            # Who is just reading what was told since the last start should not lose its end.
            keep_from = self._start
        identity = publish(self.channel, "play", data, keep_from=keep_from)
        if not identity:
            return False
        self._messages += 1
        if at == 0:
            self._start = identity
        return True

    def _head(self) -> dict[str, Any]:
        """What everybody knows before the first card: the pack as it is printed, the totals to begin with."""
        count = len(self.names)
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.name,
            "title": self.game.title,
            "players": count,
            "options": self.options,
            "names": [self.names[(seat + self._sitting) % count] for seat in range(count)],
            "kinds": kinds_as_json(self.game.kinds),
            "pack": list(self.game.pack(count)),
            "opening": self.game.sit(count, self.options, shuffle_seed="opening").totals,
        }
