"""Boy Scouts, for 3 to 10 players, and its variant ``counters``.

Rules: docs/games/boy-scouts.md, after the printed rules. A game of laying out, after the
manner of dominoes: five patrols are built up and down from one starting number, and who
is out of cards first is paid for those that the others still hold.

Rulings. The two patrols that the print doesn't name are Fox and Bear; at most ten play. The
first dealer is drawn evenly and the deal passes to the left. A match is two deals a player;
the option ``game`` ends it after the deal in which a total reaches that number. In the
variant: payments are made in full, and holdings may fall below zero. The right of first play
is sold by one binding auction, and the turn goes on from the buyer's left. The first card
must be played; then anybody may pass, at 5 counters to every other player if a card fits,
except that after as many passes in a row as there are players only those pass who must.
"""

from collections.abc import Sequence
from typing import Any

from arena.cards import number, numbered
from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.options import Option, whole_number_of_deals

PATROLS = "OWLFB"
NUMBERS = range(1, 11)
LEADER = 1
WORTH_OF_A_LEADER = 15
OPENING_COUNTERS = 100
FINE = 5
COUNTERS = "counters"

IN_ORDER = {card: place for place, card in enumerate(numbered(PATROLS, NUMBERS))}
"""Every card, patrol by patrol and low to high."""


class BoyScouts(Game):
    name = "boy-scouts"
    title = "Boy Scouts"
    summary = "Build the patrols up and down from the starting number, and be out of cards first."
    seats = range(3, 11)
    table_size = 4
    options = (
        Option(
            name="variant",
            meaning="another way of playing; without it the usual one",
            default=lambda players: None,
            choices=(COUNTERS,),
        ),
        whole_number_of_deals(lambda players: 2 * players),
        Option(
            name="game",
            meaning="the match also ends when a total reaches this number of points",
            default=lambda players: None,
            high=100_000,
            not_in=(COUNTERS,),
        ),
    )
    kinds = {
        **COMMON_KINDS,
        "offer": Kind(("seat",), "{seat} offers the right of first play for sale"),
        "keep": Kind(("seat",), "{seat} keeps the right of first play"),
        "bid": Kind(("seat", "counters"), "{seat} bids {counters}"),
        "drop": Kind(("seat",), "{seat} bids no more"),
        "sale": Kind(
            ("seat", "buyer", "counters"),
            "{seat} sells the right of first play to {buyer} for {counters}",
            seats=("seat", "buyer"),
        ),
        "unsold": Kind(("seat",), "Nobody bids: {seat} plays first"),
        "lay": Kind(("seat", "card"), "{seat} lays {card}"),
        "pass": Kind(("seat",), "{seat} has no card that fits and passes"),
        "false_pass": Kind(
            ("seat", "fine"),
            "{seat} passes with a card that fits and pays every other player {fine}",
        ),
        "out": Kind(("seat",), "{seat} has laid the last card: halt"),
        "left": Kind(("seat", "cards", "worth"), "{seat} still holds {cards}, worth {worth}"),
        "pay": Kind(
            ("seat", "payee", "counters"),
            "{seat} pays {payee} {counters}",
            seats=("seat", "payee"),
        ),
    }

    def pack(self, players: int) -> Pack:
        return numbered(PATROLS[:players], NUMBERS)

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        sitting = CountersSitting if options.get("variant") == COUNTERS else BoyScoutsSitting
        return sitting(game=self, players=players, options=options, chance=chance)


def worth(cards: Sequence[str]) -> int:
    """What unplayed cards are worth to the player who goes out."""
    numbers = [number(card) for card in cards]
    return sum(numbers) + numbers.count(LEADER) * (WORTH_OF_A_LEADER - LEADER)


class BoyScoutsSitting(Sitting):
    """The usual play."""

    hands: list[list[str]]
    start: int | None
    """The starting number: that of the first card."""
    layout: dict[str, tuple[int, int]]
    """The low and the high end of every patrol that is begun."""
    fits: set[str]
    """The cards that may be laid now, whoever holds them."""
    scoutmaster: int
    first: int
    """The seat that has the right of first play."""
    passes: int
    """How many turns in a row were passed."""
    phase: str

    def _begin_deal(self, shuffle: Shuffle) -> None:
        self.scoutmaster = self.first = self.left_of(shuffle.dealer)
        self.hands = [
            sorted(
                shuffle.pack[(seat - self.scoutmaster) % self.players :: self.players],
                key=IN_ORDER.__getitem__,
            )
            for seat in range(self.players)
        ]
        self.start = None
        self.layout = {}
        self.fits = set(shuffle.pack)
        self.passes = 0
        self.phase = "play"
        for seat, hand in enumerate(self.hands):
            self.events.append(("hand", seat, tuple(hand)))
        self.turn = self.scoutmaster

    def _find_legal(self) -> list[str]:
        assert self.turn is not None
        return self._playable(self.turn) or ["pass"]

    def _playable(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if card in self.fits]

    def _make(self, move: str) -> None:
        assert self.turn is not None
        if move == "pass":
            self._pass(self.turn)
        else:
            self._lay(self.turn, move)

    def _pass(self, seat: int) -> None:
        self.events.append(("pass", seat))
        self.passes += 1
        self.turn = self.left_of(seat)

    def _lay(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.events.append(("lay", seat, card))
        self._extend(card)
        self.passes = 0
        if self.hands[seat]:
            self.turn = self.left_of(seat)
        else:
            self._go_out(seat)

    def _extend(self, card: str) -> None:
        """Put a card that fits into the layout, and find what fits next."""
        patrol, laid = card[0], number(card)
        if self.start is None:
            self.start = laid
            self.fits = {f"{other}{laid}" for other in PATROLS[: self.players]}
        self.fits.remove(card)
        low, high = self.layout.get(patrol, (laid, laid))
        self.layout[patrol] = min(low, laid), max(high, laid)
        if laid >= self.start and laid + 1 in NUMBERS:
            self.fits.add(f"{patrol}{laid + 1}")
        if laid <= self.start and laid - 1 in NUMBERS:
            self.fits.add(f"{patrol}{laid - 1}")

    def _go_out(self, seat: int) -> None:
        self.events.append(("out", seat))
        worths = [worth(hand) for hand in self.hands]
        for other in self._others(seat):
            self.events.append(("left", other, tuple(self.hands[other]), worths[other]))
        self._settle(seat, worths)

    def _settle(self, winner: int, worths: list[int]) -> None:
        """Score the deal; ``worths``: the value of each hand, the winner's being nothing."""
        scores = [0] * self.players
        scores[winner] = sum(worths)
        self._end_deal(scores)

    def _others(self, seat: int) -> list[int]:
        """The other seats, clockwise from the left of this one."""
        return [(seat + step) % self.players for step in range(1, self.players)]

    def _look(self, seat: int) -> Look:
        return {
            "hand": list(self.hands[seat]),
            "worth": worth(self.hands[seat]),
            "playable": self._playable(seat),
            "start": self.start,
            "layout": {
                patrol: list(self.layout[patrol]) for patrol in PATROLS if patrol in self.layout
            },
            "fits": sorted(self.fits, key=IN_ORDER.__getitem__),
            "hands": [len(hand) for hand in self.hands],
            "scoutmaster": self.scoutmaster,
            "first": self.first,
            "passes": self.passes,
            "phase": self.phase,
        }


class CountersSitting(BoyScoutsSitting):
    """The variant ``counters``: an auction, passes at a price, and payments."""

    bid: int
    """The highest bid, 0 when there is none."""
    bidder: int | None
    """The holder of the highest bid."""
    bidders: list[int]
    """Those who have not dropped, clockwise from the Scoutmaster's left."""

    def _opening_total(self) -> int:
        return OPENING_COUNTERS

    def _begin_deal(self, shuffle: Shuffle) -> None:
        super()._begin_deal(shuffle)
        self.phase = "offer"
        self.bid = 0
        self.bidder = None
        self.bidders = self._others(self.scoutmaster)

    def _find_legal(self) -> list[str]:
        assert self.turn is not None
        if self.phase == "offer":
            return ["keep", "offer"]
        if self.phase == "auction":
            bids = range(self.bid + 1, self.totals[self.turn] + 1)
            return [*(f"bid {counters}" for counters in bids), "drop"]
        playable = self._playable(self.turn)
        if self.start is None or (playable and self.passes >= self.players):
            return playable
        return [*playable, "pass"]

    def _make(self, move: str) -> None:
        assert self.turn is not None
        if self.phase == "offer":
            self._offer_or_keep(self.turn, move)
        elif self.phase == "auction":
            self._bid_or_drop(self.turn, move)
        else:
            super()._make(move)

    def _offer_or_keep(self, seat: int, move: str) -> None:
        self.events.append((move, seat))
        if move == "offer":
            self.phase = "auction"
            self._ask_next_bidder(seat)
        else:
            self.phase = "play"

    def _bid_or_drop(self, seat: int, move: str) -> None:
        if move == "drop":
            self.events.append(("drop", seat))
            self.bidders.remove(seat)
        else:
            self.bid, self.bidder = int(move.removeprefix("bid ")), seat
            self.events.append(("bid", seat, self.bid))
        self._ask_next_bidder(seat)

    def _ask_next_bidder(self, seat: int) -> None:
        """Go on to the left of ``seat``, or end the auction when nobody can outbid."""
        self.bidders = [
            bidder
            for bidder in self.bidders
            if bidder == self.bidder or self.totals[bidder] > self.bid
        ]
        if self.bidders and self.bidders != [self.bidder]:
            self.turn = next(other for other in self._others(seat) if other in self.bidders)
        else:
            self._sell()

    def _sell(self) -> None:
        if self.bidder is None:
            self.events.append(("unsold", self.scoutmaster))
        else:
            self.events.append(("sale", self.scoutmaster, self.bidder, self.bid))
            self.totals[self.bidder] -= self.bid
            self.totals[self.scoutmaster] += self.bid
            self.first = self.bidder
        self.turn = self.first
        self.phase = "play"

    def _pass(self, seat: int) -> None:
        if not self._playable(seat):
            super()._pass(seat)
            return
        self.events.append(("false_pass", seat, FINE))
        for other in self._others(seat):
            self.totals[other] += FINE
            self.totals[seat] -= FINE
        self.passes += 1
        self.turn = self.left_of(seat)

    def _settle(self, winner: int, worths: list[int]) -> None:
        for seat in self._others(winner):
            self.events.append(("pay", seat, winner, worths[seat]))
            self.totals[seat] -= worths[seat]
            self.totals[winner] += worths[seat]
        self._end_deal(
            [now - before for now, before in zip(self.totals, self._totals_before, strict=True)]
        )

    def _look(self, seat: int) -> Look:
        return {
            **super()._look(seat),
            "bid": self.bid,
            "bidder": self.bidder,
            "dropped": [
                other for other in self._others(self.scoutmaster) if other not in self.bidders
            ],
        }


GAME = BoyScouts()
