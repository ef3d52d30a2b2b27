"""Convoy, for 4 to 8 players.

Rules: docs/games/convoy.md, after the printed rules. A rummy of ships and weapons: whom
the compass makes N collects a convoy with the help of S, everybody else plays alone.
What combinations are worth is in ``arena.melds``.

Rulings. The numbers of cards; up to 8 players; with an odd number only N and S have an
opposite; dealer and N are drawn evenly for every deal. An offer is answered unseen; a
refused one costs nothing, and bars its player from offering until somebody draws. What was
just taken isn't discarded, unless there is nothing else. One declaration a turn, after
picking; one of 7 or 8 cards ends the deal. Who discards the last card is out. Calls and
declarations are for the own turn. 2n turns without a draw force one; nothing to reshuffle
ends the deal; 16 deals at most. N's convoy counts 500 called or not. Weapons bear their
penalty beside their ship, but not the four of a called heave-to, which fails if another's
held points, doubled by DOUBLE, are higher.
"""

from bisect import insort
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.melds import (
    BY_NAME,
    CODES,
    DOUBLE,
    HEAVE_TO,
    HOME,
    ONE,
    Worth,
    declarations,
    holds_convoy,
    holds_heave_to,
    tally,
    worth,
)
from arena.options import Option, whole_number_of_deals

_PRINTED = (
    "3 BC, 3 CR, 3 DD, 4 SS, 3 SP, 5 AP, 1 AC, 1 QB, "
    "1 M1, 1 M2, 1 M3, 1 M4, 1 M5, 1 M6, 1 HO, 1 DB, "
    "3 BG, 3 AA, 3 TO, 3 MI, 3 BO, 3 DC"
)
PRINTED: Final = {line[2:]: int(line[0]) for line in _PRINTED.split(", ")}
"""How many of each card a pack has."""
ONCE_ONLY: Final = (HOME, DOUBLE)
"""Taken out of the second pack."""

PICK: Final = "pick"
ANSWER: Final = "answer"
FINISH: Final = "finish"

OFFER: Final = {code: f"offer {code}" for code in CODES}
GIVE: Final = {code: f"give {code}" for code in CODES}
DISCARD: Final = {code: f"discard {code}" for code in CODES}
CONVOY_CALL: Final = "convoy"
HEAVE_TO_CALL: Final = "heave-to"
COMPLETE: Final = range(7, 9)
"""Cards of a single declaration that ends the deal."""

VIEW: Final = (
    *("hand", "value", "combinations", "penalties", "doubled"),
    *("turn", "phase", "picked", "taken", "must_draw", "may_offer", "refused"),
    *("turns_without_draw", "round", "stock", "pile", "north", "south", "opposite"),
    *("hands", "out", "declared", "declared_points", "declarations"),
)
"""The fields of a view that are Convoy's own, in their order."""


class Convoy(Game):
    name = "convoy"
    title = "Convoy"
    summary = (
        "Arm your ships and lay them down, while N and S smuggle four Merchantmen home together."
    )
    seats = range(4, 9)
    table_size = 4
    options = (
        whole_number_of_deals(lambda players: 16),
        Option(
            name="game",
            meaning="the match ends after the deal in which a total reaches this number of points",
            default=lambda players: 1000,
            high=100_000,
        ),
    )
    kinds = {
        **COMMON_KINDS,
        "compass": Kind(
            ("north", "south"),
            "The compass makes {north} N and {south} S",
            seats=("north", "south"),
        ),
        "draw": Kind(("seat", "card"), "{seat} draws {card}", private=("card",)),
        "take": Kind(("seat", "card"), "{seat} takes {card} from the face-up pile"),
        "offer": Kind(
            ("seat", "opposite", "card"),
            "{seat} offers {card} to {opposite}",
            seats=("seat", "opposite"),
            private=("card",),
        ),
        "refuse": Kind(
            ("seat", "opposite"),
            "{seat} refuses what {opposite} offered",
            seats=("seat", "opposite"),
        ),
        "exchange": Kind(
            ("seat", "opposite", "given", "got"),
            "{seat} gives {given} to {opposite} and gets {got}",
            seats=("seat", "opposite"),
            private=("given", "got"),
            knowers=("seat", "opposite"),
        ),
        "declare": Kind(
            ("seat", "combinations", "points"), "{seat} declares {combinations} for {points} points"
        ),
        "discard": Kind(("seat", "card"), "{seat} discards {card}"),
        "done": Kind(("seat",), "{seat} ends the turn"),
        "out": Kind(("seat",), "{seat} has no card left and is out until the next deal"),
        "reshuffle": Kind(
            ("cards",),
            "The stock is used up; the pile is shuffled to be the next: {cards}",
            seats=(),
        ),
        "call": Kind(("seat", "call"), "{seat} calls {call}"),
        "end": Kind(("why",), "The deal ends: {why}", seats=()),
        "fail": Kind(
            ("seat", "better", "points"),
            "The heave-to of {seat} fails, for {better} holds {points} points",
            seats=("seat", "better"),
        ),
        "show": Kind(
            (
                *("seat", "cards", "combinations"),
                *("held", "declared", "times", "penalties", "points"),
            ),
            "{seat} shows {cards} and counts {combinations}: "
            "({held} held + {declared} declared) x {times} - {penalties} penalties = {points}",
        ),
        "pool": Kind(
            ("north", "south", "points", "half"),
            "{north} and {south} pool {points} points, {half} for each",
            seats=("north", "south"),
        ),
    }
    meanings = {
        "deal": "Seven cards each: ships, and weapons that make ships worth more. Aircraft count as ships.",
        "compass": "The compass makes two players partners, N and S, who share their points. Only N can bring Merchantmen home.",
        "hand": "The plan: gather ships with their weapons, lay them down, and be left with few weapons in hand.",
        "draw": "A turn begins with one card: drawn from the stock, taken from the pile, or exchanged with the player opposite.",
        "take": "The top card of the face-up pile may be taken instead of drawing.",
        "offer": "A card is offered face down to the player opposite, who decides without seeing it. That is how S helps N.",
        "refuse": "A refused offer costs nothing: the card goes back, and its player takes a card another way.",
        "exchange": "The two cards change hands, and nobody else sees them. After an exchange nothing is discarded.",
        "declare": "Ships with their weapons are laid down, at least three cards at a time. Their points are safe from penalties.",
        "discard": "The turn ends with a card laid face up on the pile, where the next player may take it.",
        "done": "After an exchange the turn ends without a discard.",
        "out": "Without cards a player sits out the rest of the deal: what was declared still counts.",
        "reshuffle": "The stock is used up once: the pile is shuffled and becomes the new stock. The next time the deal ends.",
        "call": "Convoy: N holds four Merchantmen in sequence and HOME, for 500 points. Heave-to: another player holds two Submarines, two Torpedoes and two Mines, for 200. A call ends the deal at once.",
        "end": "A deal ends with a call, with a declaration of seven cards or more, or when the stock is used up twice.",
        "fail": "A heave-to is worth nothing when another hand counts more than the caller's.",
        "show": "All hands are counted: points for ships, more with their weapons, less 10 for each weapon in hand and 50 for each Merchantman or HOME that is not N's. DOUBLE doubles the points.",
        "pool": "N and S put their points together, and each gets half.",
        "score": "The match ends when a total reaches the goal, or after the last deal. The highest total wins.",
    }
    spins_compass = True

    def pack(self, players: int) -> Pack:
        packs = 1 if players == 4 else 2
        return tuple(
            code
            for code, copies in PRINTED.items()
            for _ in range(copies if code in ONCE_ONLY else copies * packs)
        )

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        return ConvoySitting(game=self, players=players, options=options, chance=chance)


class ConvoySitting(Sitting):
    north: int
    south: int
    opposite: list[int | None]
    """The seat opposite, per seat."""
    hands: list[list[str]]
    """In code order."""
    tallies: list[int]
    """The same hands as ``melds`` counts them."""
    worths: list[Worth | None]
    """What each hand is worth, None until somebody asks."""
    stock: list[str]
    """The top card last."""
    pile: list[str]
    """Face up, the top card last."""
    round: int
    """1 or 2."""
    out: list[bool]
    """Per seat."""
    declared: list[list[str]]
    """The combinations laid down, per seat."""
    declared_points: list[int]
    refused: list[int]
    """In order, who may not offer, since an offer was refused and nobody has drawn since."""
    turns_without_draw: int

    player: int
    """Whose turn it is, also while somebody else answers an offer."""
    phase: str
    must_draw: bool
    picked: str | None
    """``draw``, ``take`` or ``exchange``, once it has been done in this turn."""
    taken: str | None
    """The card that was taken from the pile in this turn."""
    offered: str | None
    """The card that is being offered."""
    has_declared: bool
    """In this turn."""

    def _begin_deal(self, shuffle: Shuffle) -> None:
        players = self.players
        assert shuffle.compass is not None
        self.north = shuffle.compass
        self.south = (self.north + players // 2) % players
        self.opposite = [None] * players
        if players % 2 == 0:
            self.opposite = [(seat + players // 2) % players for seat in range(players)]
        else:
            self.opposite[self.north] = self.south
            self.opposite[self.south] = self.north
        leader = self.left_of(shuffle.dealer)
        dealt = _in_packets(shuffle.pack, players)
        self.hands = [dealt[(seat - leader) % players] for seat in range(players)]
        self.tallies = [tally(hand) for hand in self.hands]
        self.worths = [None] * players
        self.stock = list(reversed(shuffle.pack[7 * players :]))
        self.pile = []
        self.round = 1
        self.out = [False] * players
        self.declared = [[] for _ in range(players)]
        self.declared_points = [0] * players
        self.refused = []
        self.turns_without_draw = 0
        self.events.append(("compass", self.north, self.south))
        for seat, hand in enumerate(self.hands):
            self.events.append(("hand", seat, tuple(hand)))
        self._begin_turn(leader)
        # The very first pick of a deal is a draw.
        self.must_draw = True

    def _begin_turn(self, seat: int) -> None:
        self.turn = self.player = seat
        self.phase = PICK
        self.must_draw = self.turns_without_draw >= 2 * self.players
        self.picked = None
        self.taken = None
        self.offered = None
        self.has_declared = False

    # What is legal.

    def _find_legal(self) -> Sequence[str]:
        assert self.turn is not None
        # Each code once, in code order: most moves come in plain string order that way.
        codes = dict.fromkeys(self.hands[self.turn])
        if self.phase == ANSWER:
            return (*map(GIVE.__getitem__, codes), "refuse")
        special = self._calls()
        if self.phase == PICK:
            moves = ["draw"]
            if self._may_offer(self.player):
                moves += map(OFFER.__getitem__, codes)
            if self.pile and not self.must_draw:
                moves.append("take")
        else:
            special += self._declarations()
            if self.picked == "exchange":
                moves = ["done"]
            else:
                if self.taken is not None and len(codes) > 1:
                    codes.pop(self.taken, None)
                moves = list(map(DISCARD.__getitem__, codes))
        return moves + special if special else tuple(moves)

    def _calls(self) -> list[str]:
        cards = self.tallies[self.player]
        if self.player == self.north:
            return [CONVOY_CALL] if holds_convoy(cards) else []
        return [HEAVE_TO_CALL] if holds_heave_to(cards) else []

    def _declarations(self) -> dict[str, int]:
        """The moves that declare something now, and the points of each."""
        if self.phase != FINISH or self.has_declared or self.player == self.north:
            return {}
        return declarations(self.tallies[self.player])

    def _may_offer(self, seat: int) -> bool:
        """Whether the seat may offer a card as things stand, if it is about to pick."""
        opposite = self.opposite[seat]
        return not (
            opposite is None or self.out[opposite] or seat in self.refused or self.must_draw
        )

    # What a move does.

    def _make(self, move: str) -> None:
        action, _, what = move.partition(" ")
        match action:
            case "draw":
                self._draw()
            case "take":
                self._take()
            case "offer":
                self._offer(what)
            case "refuse":
                self._refuse()
            case "give":
                self._exchange(what)
            case "declare":
                self._declare(what.split(" "))
            case "discard":
                self._discard(what)
            case "done":
                self.events.append(("done", self.player))
                self._end_turn()
            case _:
                self.events.append(("call", self.player, move))
                self._score(why=move, heave_to_is_called=move == HEAVE_TO_CALL)

    def _draw(self) -> None:
        card = self.stock.pop()
        self._gain(self.player, card)
        self.events.append(("draw", self.player, card))
        self.turns_without_draw = 0
        self.refused = []
        self.picked = "draw"
        self.phase = FINISH

    def _take(self) -> None:
        card = self.pile.pop()
        self._gain(self.player, card)
        self.events.append(("take", self.player, card))
        self.picked = "take"
        self.taken = card
        self.phase = FINISH

    def _offer(self, card: str) -> None:
        opposite = self.opposite[self.player]
        assert opposite is not None
        self.events.append(("offer", self.player, opposite, card))
        self.offered = card
        self.turn = opposite
        self.phase = ANSWER

    def _refuse(self) -> None:
        self.events.append(("refuse", self.turn, self.player))
        self.refused = sorted([*self.refused, self.player])
        self.offered = None
        self.turn = self.player
        self.phase = PICK

    def _exchange(self, got: str) -> None:
        given, opposite = self.offered, self.turn
        assert given is not None
        assert opposite is not None
        self._lose(self.player, given)
        self._lose(opposite, got)
        self._gain(self.player, got)
        self._gain(opposite, given)
        self.events.append(("exchange", self.player, opposite, given, got))
        self.offered = None
        self.turn = self.player
        self.picked = "exchange"
        self.phase = FINISH

    def _declare(self, names: list[str]) -> None:
        seat = self.player
        points = 0
        before = len(self.hands[seat])
        for name in names:
            combination = BY_NAME[name]
            points += combination.points
            for card in combination.cards:
                self._lose(seat, card)
        self.has_declared = True
        self.declared[seat] += names
        self.declared_points[seat] += points
        self.events.append(("declare", seat, tuple(names), points))
        if before - len(self.hands[seat]) in COMPLETE:
            self._score(why="complete declaration")
        elif not self.hands[seat]:
            self._end_turn()

    def _discard(self, card: str) -> None:
        self._lose(self.player, card)
        self.pile.append(card)
        self.events.append(("discard", self.player, card))
        self._end_turn()

    def _gain(self, seat: int, card: str) -> None:
        insort(self.hands[seat], card)
        self.tallies[seat] += ONE[card]
        self.worths[seat] = None

    def _lose(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.tallies[seat] -= ONE[card]
        self.worths[seat] = None

    def _end_turn(self) -> None:
        seat = self.player
        if not self.hands[seat]:
            self.out[seat] = True
            self.events.append(("out", seat))
        if self.picked != "draw":
            self.turns_without_draw += 1
        if not self.stock:
            if self.round == 2:
                self._score(why="the second round is over")
                return
            if not self.pile:
                self._score(why="there is nothing to reshuffle")
                return
            self._reshuffle()
        seat = self.left_of(seat)
        # N is never out, so there is always somebody.
        while self.out[seat]:
            seat = self.left_of(seat)
        self._begin_turn(seat)

    def _reshuffle(self) -> None:
        order = self.deals[-1].shuffle.reshuffle
        assert order is not None
        waiting = Counter(self.pile)
        stock = []
        for card in order:
            if waiting[card]:
                waiting[card] -= 1
                stock.append(card)
        # In code order, so that the event doesn't tell the order of the new stock.
        self.events.append(("reshuffle", tuple(sorted(self.pile))))
        self.stock = stock[::-1]
        self.pile = []
        self.round = 2

    # Scoring.

    def _score(self, *, why: str, heave_to_is_called: bool = False) -> None:
        """Show and count all hands, and end the deal."""
        self.events.append(("end", why))
        counted = [self._worth(seat) for seat in range(self.players)]
        if heave_to_is_called:
            self._count_heave_to(counted)
        scores = []
        for seat, hand in enumerate(self.hands):
            held, declared = counted[seat], self.declared_points[seat]
            times = self._times(seat)
            score = (held.points + declared) * times - held.penalties
            scores.append(score)
            self.events.append(
                (
                    *("show", seat, tuple(hand), held.combinations),
                    *(held.points, declared, times, held.penalties, score),
                )
            )
        pooled = scores[self.north] + scores[self.south]
        scores[self.north] = scores[self.south] = pooled // 2
        self.events.append(("pool", self.north, self.south, pooled, pooled // 2))
        self._end_deal(scores)

    def _count_heave_to(self, counted: list[Worth]) -> None:
        """Count the caller's six cards together, or all the caller's cards for nothing.

        Either way the four weapons among the six bear no penalty.
        """
        caller = self.player
        rest = worth(self.tallies[caller] - HEAVE_TO.tally, north=False)
        held = [cards.points * self._times(seat) for seat, cards in enumerate(counted)]
        held[caller] = (HEAVE_TO.points + rest.points) * self._times(caller)
        better = max(range(self.players), key=held.__getitem__)
        if held[better] > held[caller]:
            self.events.append(("fail", caller, better, held[better]))
            counted[caller] = Worth(0, (), rest.penalties)
        else:
            counted[caller] = Worth(
                HEAVE_TO.points + rest.points,
                (HEAVE_TO.name, *rest.combinations),
                rest.penalties,
            )

    def _worth(self, seat: int) -> Worth:
        known = self.worths[seat]
        if known is None:
            known = self.worths[seat] = worth(self.tallies[seat], north=seat == self.north)
        return known

    def _times(self, seat: int) -> int:
        """What points in hand and on the table are multiplied by."""
        return 2 if DOUBLE in self.hands[seat] else 1

    # What is seen.

    def _look(self, seat: int) -> Look:
        look = dict.fromkeys(VIEW)
        look["hand"] = self.hands[seat]
        look["north"] = self.north
        look["south"] = self.south
        look["opposite"] = self.opposite[seat]
        look["out"] = self.out
        look["declared"] = self.declared
        look["declared_points"] = self.declared_points
        self._refresh(look, seat)
        return look

    def _refresh(self, view: Look, seat: int) -> None:
        own = self._worth(seat)
        view["value"] = own.points
        view["combinations"] = list(own.combinations)
        view["penalties"] = own.penalties
        view["doubled"] = DOUBLE in self.hands[seat]
        view["turn"] = self.player
        view["phase"] = self.phase
        view["picked"] = self.picked
        view["taken"] = self.taken
        view["must_draw"] = self.must_draw
        view["may_offer"] = self._may_offer(seat)
        view["refused"] = self.refused
        view["turns_without_draw"] = self.turns_without_draw
        view["round"] = self.round
        view["stock"] = len(self.stock)
        view["pile"] = self.pile
        view["hands"] = list(map(len, self.hands))
        view["declarations"] = self._declarations().copy() if seat == self.turn else {}


def _in_packets(pack: Pack, players: int) -> list[list[str]]:
    """Hands of 3, 1 and 3 cards, in code order; the first hand gets the top packet."""
    hands: list[list[str]] = [[] for _ in range(players)]
    top = 0
    for size in (3, 1, 3):
        for hand in hands:
            hand += pack[top : top + size]
            top += size
    return [sorted(hand) for hand in hands]


GAME = Convoy()
