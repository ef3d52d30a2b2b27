"""The contract of a game: what it is (Game), and one play of it (Sitting).

A game is one file in ``arena/games/`` that sets ``GAME``. It answers four
questions: which cards are in play, what happens when a deal begins, which moves
are legal, and what a move does. Dealing, totals, seeds, views, secrecy, records
and the referee are common to all.

A sitting is told every move, whoever made it and however: ``turn`` says whose
move it is, which need not go round in order (an offer is answered by somebody
else), ``legal()`` lists the moves, ``play(move)`` makes one. That a single legal
move is made without asking is the referee's business, not the game's.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from arena.chance import Chance, ChanceError, GivenChance, Pack, SeededChance, Shuffle, check_seed
from arena.events import Event, Kind, Kinds, Sights
from arena.options import Option, OptionError, complete
from arena.quoting import quoted

__all__ = ["ChanceError", "Deal", "Game", "IllegalMove", "OptionError", "SeatsError", "Sitting"]

Look = dict[str, Any]


class IllegalMove(ValueError):
    """A move that isn't in the list of legal moves; it changed nothing."""


class SeatsError(ValueError):
    """A number of players that the game can't be played by, or a seat that isn't there."""


class Deal:
    """One distribution of cards: its chance and what has happened in it."""

    __slots__ = ("events", "moves", "scores", "shuffle")

    def __init__(self, shuffle: Shuffle) -> None:
        self.shuffle = shuffle
        self.events: list[Event] = []
        self.moves: list[tuple[int, str]] = []
        """(seat, move), in the order they were made."""
        self.scores: list[int] | None = None
        """One int per seat, once the deal has ended."""


class Game(ABC):
    """What a game is: facts and a way to begin a sitting. Stateless."""

    name: ClassVar[str]
    """As in URLs and records: ``davy-crockett``."""
    title: ClassVar[str]
    summary: ClassVar[str]
    """One sentence for somebody who doesn't know it."""
    seats: ClassVar[range]
    """The numbers of players it can be played by."""
    table_size: ClassVar[int]
    """Players at a table of the ladder."""
    options: ClassVar[tuple[Option, ...]]
    kinds: ClassVar[Kinds]
    """The kinds of its events; ``COMMON_KINDS`` are among them."""
    meanings: ClassVar[Mapping[str, str]] = {}
    """By kind: what such an event means, in a sentence or two for somebody who has never seen the game."""
    spins_compass: ClassVar[bool] = False
    """Dealer, compass and reshuffle are drawn anew for every deal."""

    @abstractmethod
    def pack(self, players: int) -> Pack:
        """The cards in play, in printed order, whatever the options."""

    @abstractmethod
    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> "Sitting":
        """A sitting with complete options; use ``sit``."""

    def check_players(self, players: object) -> None:
        """Raises SeatsError for what isn't a number of players of this game."""
        if type(players) is not int or players not in self.seats:
            raise SeatsError(
                f"{self.title} is played by {self.seats.start} to {self.seats.stop - 1} "
                f"players, not by {quoted(players)}"
            )

    def sit(
        self,
        players: int,
        options: Mapping[str, Any] | None = None,
        *,
        shuffle_seed: str | None = None,
        deals: Sequence[Mapping[str, Any]] | None = None,
    ) -> "Sitting":
        """Begin a sitting, with chance from a shuffle seed or from deals given by hand.

        Raises SeatsError, OptionError, ChanceError.
        """
        self.check_players(players)
        resolved = complete(options, options=self.options, players=players)
        if (shuffle_seed is None) == (deals is None):
            raise ChanceError("give either a shuffle seed or the deals, not both and not neither")
        chance: Chance
        if shuffle_seed is None:
            assert deals is not None
            given = GivenChance(
                deals,
                players=players,
                pack=_pack(self, players),
                spins_compass=self.spins_compass,
            )
            given.check_count(int(resolved["deals"]), may_be_fewer="game" in resolved)
            chance = given
        else:
            check_seed(shuffle_seed)
            chance = SeededChance(
                game=self.name,
                players=players,
                pack=_pack(self, players),
                spins_compass=self.spins_compass,
                shuffle_seed=shuffle_seed,
            )
        return self.begin(players, resolved, chance)


@cache
def _pack(game: Game, players: int) -> Pack:
    return game.pack(players)


COMMON_KINDS: Kinds = {
    "deal": Kind(("deal", "dealer"), "Deal {deal}: {dealer} deals", seats=("dealer",)),
    "hand": Kind(("seat", "cards"), "{seat} gets {cards}", private=("cards",)),
    "score": Kind(("scores", "totals"), "Scores: {scores}. Totals: {totals}", seats=()),
}
"""A deal begins, a seat gets its hand, a deal ends. Seats, then one int per seat."""


class Sitting(ABC):
    """One play of a whole game by ``players`` seats, several deals. Mutable.

    ``totals``: one int per seat; a game in which payments are made at once changes them
    during a deal. ``turn``: the seat to move, None when it is over.
    """

    def __init__(
        self, *, game: Game, players: int, options: dict[str, Any], chance: Chance
    ) -> None:
        self.game = game
        self.players = players
        self.options = options
        self.chance = chance
        self.deals: list[Deal] = []
        self.totals = [self._opening_total()] * players
        self.turn: int | None = None
        self.events: list[Event] = []
        """What has happened in this deal, whole; see ``seen`` for what may be shown."""
        self.history: list[list[Event]] = []
        """The events of each finished deal, whole: everybody may know them now."""
        self._legal: tuple[str, ...] | None = None
        self._totals_before: list[int] = []
        self._left: list[int] = [*range(1, players), 0]
        self.clockwise = [[*range(seat, players), *range(seat)] for seat in range(players)]
        """Per seat, all seats in turn, that one first."""
        self._next_deal()

    # What a game defines.

    @abstractmethod
    def _begin_deal(self, shuffle: Shuffle) -> None:
        """Deal the cards, add the events, set ``turn``."""

    @abstractmethod
    def _find_legal(self) -> Sequence[str]:
        """The legal moves of the seat to move, each once: a tuple that is in plain string
        order already, which is taken as it is, or a list in any order."""

    @abstractmethod
    def _make(self, move: str) -> None:
        """Carry out a legal move: events, next turn, perhaps ``_end_deal``."""

    @abstractmethod
    def _look(self, seat: int) -> Look:
        """The game's own part of the view of ``seat``, with ``hand``: what that seat may know.

        The same fields at every call. A list that the deal changes in place may be given as it is.
        """

    def _refresh(self, view: Look, seat: int) -> None:
        """Bring a view that ``_look`` began in this deal up to date.

        A game that gives lists as they are sets here only what else has changed, so that a
        view costs the same however long the deal.
        """
        view.update(self._look(seat))

    def _opening_total(self) -> int:
        return 0

    def _is_last_deal(self) -> bool:
        """Whether the match ends with the deal that has just been scored.

        The option ``game``, where there is one, ends it when a total reaches that number.
        """
        return len(self.deals) >= self.options["deals"] or (
            "game" in self.options and max(self.totals) >= self.options["game"]
        )

    # What everybody uses.

    @property
    def deal(self) -> int:
        """The number of the current deal, from 0."""
        return len(self.deals) - 1

    @property
    def dealer(self) -> int:
        return self.deals[-1].shuffle.dealer

    @property
    def over(self) -> bool:
        return self.turn is None

    def legal(self) -> tuple[str, ...]:
        """The legal moves of the seat to move, in plain string order; empty when it is over."""
        legal = self._legal
        if legal is None:
            found = self._find_legal()
            legal = self._legal = found if type(found) is tuple else tuple(sorted(found))
        return legal

    def play(self, move: str) -> None:
        """Make a move of the seat to move; raises IllegalMove, having changed nothing.

        Raises ChanceError where the next deal is needed and was not among those given by
        hand; the sitting can't go on then.
        """
        turn, legal = self.turn, self._legal or self.legal()
        if turn is None or type(move) is not str or move not in legal:
            raise self._illegal(move)
        self._moves.append((turn, move))
        self._legal = None
        self._make(move)

    def _illegal(self, move: object) -> IllegalMove:
        if self.turn is None:
            return IllegalMove("the sitting is over: there is no move to make")
        legal = ", ".join(self.legal())
        return IllegalMove(f"{quoted(move)} is not one of the legal moves: {legal}")

    def seen(self, seat: int | None) -> list[Event]:
        """This deal as ``seat`` has seen it so far, oldest first; None is a spectator.

        The list grows with the deal: it is the same list at every call, to be read only.
        Raises SeatsError.
        """
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.players):
            raise self._no_seat(seat)
        return self._sights.by(seat)

    def view(self, seat: int) -> Look:
        """Everything that ``seat`` may know, as a bot gets it (the clock apart).

        To be read only, and right until the next move: within a deal a seat's view is one
        dict that is kept up to date, lists and all. Copy what is to be kept. Raises SeatsError.
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            raise self._no_seat(seat)
        view = self._views[seat]
        if view is None:
            view = self._views[seat] = self._begin_view(seat)
        else:
            self._refresh(view, seat)
        self._sights.by(seat)
        view["totals"] = self.totals
        view["legal"] = [*(self._legal or self.legal())] if seat == self.turn else []
        return view

    def _begin_view(self, seat: int) -> Look:
        """The fields of a view, in their order; some stay as they are through the deal."""
        return {
            "game": self.game.name,
            "options": self.options,
            "players": self.players,
            "seat": seat,
            "dealer": self.dealer,
            "deal": self.deal,
            "totals": None,
            "legal": None,
            **self._look(seat),
            "events": self._sights.by(seat),
            "history": self.history,
        }

    def _no_seat(self, seat: object) -> SeatsError:
        return SeatsError(f"there is no seat {quoted(seat)}; the seats are 0 to {self.players - 1}")

    # What games call.

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return self._left[seat]

    def _end_deal(self, scores: list[int]) -> None:
        """Score the deal, one int per seat, and begin the next or end the sitting.

        A score is the change of a total over the whole deal, payments made during it
        included.
        """
        self.totals = [
            total + score for total, score in zip(self._totals_before, scores, strict=True)
        ]
        self.events.append(("score", tuple(scores), tuple(self.totals)))
        self.deals[-1].scores = list(scores)
        self.history.append(self.events)
        if self._is_last_deal():
            self.turn = None
            self._legal = ()
        else:
            self._next_deal()

    def _next_deal(self) -> None:
        shuffle = self.chance.shuffle(len(self.deals))
        deal = Deal(shuffle)
        self.deals.append(deal)
        self.events = deal.events
        self._moves = deal.moves
        self._totals_before = list(self.totals)
        self._sights = Sights(deal.events, kinds=self.game.kinds, players=self.players)
        self._views: list[Look | None] = [None] * self.players
        self.events.append(("deal", self.deal, shuffle.dealer))
        self._begin_deal(shuffle)
