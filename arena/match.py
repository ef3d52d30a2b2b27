"""The referee: plays one sitting, or a match of duplicate sittings, and believes nobody.

A move is taken only if it is a plain string in the game's own list. A bot's
fault ends that bot's part: the stand-in plays its seat to the end of the match, the
others' results stand, and the faulty bot is placed last. Any exception that is not a
BotFault is the host's and is let through: such an attempt has no result.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from arena.events import Event
from arena.game import Game, Sitting
from arena.places import places
from arena.player import ILLEGAL_MOVE, BotFault, Player, View
from arena.quoting import quoted
from arena.record import FORCED, STAND_IN, How, build_record
from arena.stand_in import StandIn

Heard = Callable[[Event], None]


class Fault(NamedTuple):
    """A bot's failure, as its owner may see it."""

    seat: int
    fault: str
    deal: int
    move: int
    """How many moves had been made in the deal."""
    detail: str
    view: View | None
    """The very view that broke the bot; None when it failed before it was asked."""


def when(fault: Fault) -> str:
    """When a bot failed, counted for people: ``in deal 1, after 13 moves``."""
    return f"in deal {fault.deal + 1}, after {fault.move} moves"


@dataclass(frozen=True)
class Played:
    """One finished sitting."""

    record: dict[str, Any]
    scores: list[int]
    """Total per seat."""
    faults: list[Fault]
    """At most one per seat, of this sitting alone."""


@dataclass(frozen=True)
class MatchResult:
    """One finished match. Players are numbered as they were handed in."""

    sittings: list[Played]
    seating: list[list[int]]
    """Per sitting, the player in each seat."""
    scores: list[int]
    """Per player, summed over the sittings."""
    places: list[int]
    """Per player; those with a fault share the last place."""
    faults: dict[int, Fault]
    """Player to the fault that ended its part."""


class _Table:
    """One sitting being played."""

    def __init__(self, sitting: Sitting, players: Sequence[Player], heard: Heard | None) -> None:
        self.sitting = sitting
        self.players = players
        self.heard = heard
        self.stand_ins: dict[int, StandIn] = {}
        self.faults: list[Fault] = []
        self.how: list[list[How]] = [[]]
        """Per deal and move: microseconds of thinking, or who made it."""
        self._told_deal = 0
        self._told_events = 0

    def replace(self, seat: int) -> None:
        self.stand_ins[seat] = StandIn(
            game=self.sitting.game.name,
            players=self.sitting.players,
            seat=seat,
            shuffle_seed=self.sitting.chance.shuffle_seed,
        )

    def seat_players(self) -> None:
        sitting = self.sitting
        for seat, player in enumerate(self.players):
            if seat in self.stand_ins:
                continue
            try:
                player.sit(
                    game=sitting.game.name,
                    options=sitting.options,
                    players=sitting.players,
                    seat=seat,
                )
            except BotFault as fault:
                self._charge(seat, fault, view=None)

    def play(self) -> None:
        sitting = self.sitting
        self._tell()
        while sitting.turn is not None:
            deal = sitting.deal
            move, how = self._decide(sitting.turn)
            sitting.play(move)
            self.how[deal].append(how)
            if sitting.deal > deal:
                self.how.append([])
            self._tell()

    def _decide(self, seat: int) -> tuple[str, How]:
        legal = self.sitting.legal()
        if len(legal) == 1:
            return legal[0], FORCED
        if seat not in self.stand_ins:
            view = self.sitting.view(seat)
            try:
                answer, thinking_s = self.players[seat].choose(view)
                return legal_move(answer, legal), round(thinking_s * 1_000_000)
            except BotFault as fault:
                self._charge(seat, fault, view=view)
        return self.stand_ins[seat].choose(legal), STAND_IN

    def _charge(self, seat: int, fault: BotFault, *, view: View | None) -> None:
        deal = self.sitting.deal
        self.faults.append(
            Fault(
                seat=seat,
                fault=fault.fault,
                deal=deal,
                move=len(self.sitting.deals[deal].moves),
                detail=fault.detail,
                # A copy: the view's lists of events grow with the sitting.
                view=None if view is None else json.loads(json.dumps(view)),
            )
        )
        self.replace(seat)

    def _tell(self) -> None:
        """Hand on the events since the last move."""
        if self.heard is None:
            return
        deals = self.sitting.deals
        while True:
            events = deals[self._told_deal].events
            for event in events[self._told_events :]:
                self.heard(event)
            self._told_events = len(events)
            if self._told_deal == len(deals) - 1:
                return
            self._told_deal += 1
            self._told_events = 0


def legal_move(answer: object, legal: Collection[str]) -> str:
    """The answer itself, if it is a plain string in the list; else raises BotFault."""
    if type(answer) is str and answer in legal:
        return answer
    raise BotFault(
        ILLEGAL_MOVE,
        f"choose_move returned {quoted(answer)}, which is not one of the legal moves: {', '.join(legal)}",
    )


def _one_each(names: Sequence[str] | None, *, count: int, default: str) -> Sequence[str]:
    """The names, or numbered ones where there are none; raises ValueError."""
    if names is None:
        return [f"{default} {index}" for index in range(count)]
    if len(names) != count:
        raise ValueError(f"{len(names)} names were given for {count} players; give one each")
    return names


def play_sitting(
    game: Game,
    players: Sequence[Player],
    *,
    options: Mapping[str, Any] | None = None,
    shuffle_seed: str | None = None,
    deals: Sequence[Mapping[str, Any]] | None = None,
    names: Sequence[str] | None = None,
    on_event: Heard | None = None,
    carried: Mapping[int, str] | None = None,
) -> Played:
    """Play one sitting to its end; ``players[s]`` has seat s.

    ``on_event`` hears every event whole, so it must not pass them on unfiltered.
    ``carried``: seats whose bot failed in an earlier sitting of the match, with the
    fault; the stand-in has them from the start. Raises SeatsError, OptionError,
    ChanceError for what can't be played, ValueError for names that aren't one each; any
    exception of a player but BotFault.
    """
    names = _one_each(names, count=len(players), default="seat")
    sitting = game.sit(len(players), options, shuffle_seed=shuffle_seed, deals=deals)
    carried = carried or {}
    table = _Table(sitting, players, on_event)
    for seat in carried:
        table.replace(seat)
    table.seat_players()
    table.play()
    for seat, player in enumerate(players):
        if seat not in table.stand_ins:
            player.rise()
    record = build_record(
        sitting,
        how=table.how,
        names=names,
        faults=[(fault.seat, fault.fault, fault.deal, fault.move) for fault in table.faults],
        carried=carried,
    )
    return Played(record=record, scores=list(sitting.totals), faults=table.faults)


def play_match(
    game: Game,
    players: Sequence[Player],
    *,
    options: Mapping[str, Any] | None = None,
    shuffle_seed: str,
    duplicate: bool = True,
    names: Sequence[str] | None = None,
    on_event: Heard | None = None,
    on_sitting: Callable[[int, Played], None] | None = None,
) -> MatchResult:
    """Play a match: with ``duplicate``, as many sittings as players on the same cards.

    In sitting k, seat s is taken by player (s + k) mod n, so that everybody has every
    seat once. ``on_sitting`` hears each sitting's number and result as it ends. Raises as
    ``play_sitting`` does.
    """
    count = len(players)
    game.check_players(count)
    names = _one_each(names, count=count, default="player")
    sittings: list[Played] = []
    seating: list[list[int]] = []
    scores = [0] * count
    faults: dict[int, Fault] = {}
    for number in range(count if duplicate else 1):
        seats = [(seat + number) % count for seat in range(count)]
        played = play_sitting(
            game,
            [players[index] for index in seats],
            options=options,
            shuffle_seed=shuffle_seed,
            names=[names[index] for index in seats],
            on_event=on_event,
            carried={
                seat: faults[index].fault for seat, index in enumerate(seats) if index in faults
            },
        )
        for seat, index in enumerate(seats):
            scores[index] += played.scores[seat]
        for fault in played.faults:
            faults[seats[fault.seat]] = fault
        sittings.append(played)
        seating.append(seats)
        if on_sitting is not None:
            on_sitting(number, played)
    return MatchResult(
        sittings=sittings,
        seating=seating,
        scores=scores,
        places=places(scores, faulty=faults),
        faults=faults,
    )
