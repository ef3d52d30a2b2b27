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

from bisect import insort
from collections.abc import Sequence
from functools import lru_cache
from itertools import cycle, islice
from typing import Any

from arena.cards import number, numbered
from arena.chance import Chance, Pack, Shuffle
from arena.events import Kind
from arena.game import COMMON_KINDS, Game, Look, Sitting
from arena.options import Option, whole_number_of_deals

PATROLS = "OWLFB"
NUMBERS = range(1, 11)
CARDS = numbered(PATROLS, NUMBERS)
NUMBER = {card: number(card) for card in CARDS}
WORTH = {**NUMBER, **dict.fromkeys([f"{patrol}1" for patrol in PATROLS], 15)}
"""What an unplayed card counts for the player who goes out."""
PLAIN_PACKS = {size: tuple(sorted(CARDS[:size])) for size in (30, 40, 50)}
"""The packs in plain string order, by their sizes."""
OPENING_COUNTERS = 100
FINE = 5
COUNTERS = "counters"


def _opened_by(card: str, start: int) -> tuple[str, ...]:
    """The cards that fit because this one has been laid; both ways from the starting number."""
    laid = NUMBER[card]
    up = [laid + 1] if laid >= start and laid + 1 in NUMBERS else []
    down = [laid - 1] if laid <= start and laid - 1 in NUMBERS else []
    return tuple([f"{card[0]}{following}" for following in down + up])


OPENED_BY = {start: {card: _opened_by(card, start) for card in CARDS} for start in NUMBERS}


@lru_cache(maxsize=1000)
def _bids(low: int, high: int) -> tuple[str, ...]:
    """The moves of a bidder, in plain string order."""
    return (*sorted([f"bid {counters}" for counters in range(low, high + 1)]), "drop")


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
    meanings = {
        "deal": "All cards are dealt out. The Scoutmaster, left of the dealer, begins; the aim is to be rid of all cards first.",
        "hand": "Each patrol has ten cards, from 1, the Leader, to 10.",
        "lay": "The first card sets the starting number. From then on a card fits that is the next one up or down in a patrol on the table, or the starting number of another patrol.",
        "pass": "No card in this hand fits, so the turn is lost. Who can play has to.",
        "out": "The first player without a card ends the deal at once, and is rewarded for what the others still hold.",
        "left": "Each card that is left counts its number, but a Leader counts 15.",
        "score": "What all the others had left goes to the player who went out. The highest total of all deals wins.",
        "offer": "This match is played with counters: the Scoutmaster may sell the right to play the first card.",
        "keep": "The Scoutmaster may sell the right to play the first card, or keep it.",
        "bid": "Each bid has to be higher than the one before; the highest is paid to the Scoutmaster.",
        "drop": "Who stops bidding can't come back in this deal.",
        "sale": "The highest bidder pays the Scoutmaster, and plays the first card.",
        "unsold": "Nobody wanted it: the Scoutmaster plays the first card.",
        "false_pass": "With counters one may keep back a card that fits, for a fine to every other player.",
        "pay": "Each player pays the one who went out for the cards that are left.",
    }

    def pack(self, players: int) -> Pack:
        return CARDS[: len(NUMBERS) * players]

    def begin(self, players: int, options: dict[str, Any], chance: Chance) -> Sitting:
        sitting = CountersSitting if options.get("variant") == COUNTERS else BoyScoutsSitting
        return sitting(game=self, players=players, options=options, chance=chance)


class BoyScoutsSitting(Sitting):
    """The usual play. Who may lay what is kept up to date card by card rather than searched for."""

    hands: list[list[str]]
    sizes: list[int]
    """How many cards each hand has."""
    worths: list[int]
    """What each hand would count now."""
    holder: dict[str, int]
    """The seat that each card was dealt to."""
    start: int | None
    """The starting number: that of the first card."""
    layout: dict[str, list[int]]
    """The low and the high end of every patrol that is begun, in the order of beginning."""
    fits: list[str]
    """The cards that may be laid now, whoever holds them, in plain string order."""
    playable: list[list[str]]
    """Those of ``fits`` that each seat holds, in plain string order."""
    scoutmaster: int
    first: int
    """The seat that has the right of first play."""
    passes: int
    """How many turns in a row were passed."""
    phase: str

    def _begin_deal(self, shuffle: Shuffle) -> None:
        self.turn = self.scoutmaster = self.first = self.left_of(shuffle.dealer)
        seats = self.clockwise[self.scoutmaster]
        holder = self.holder = dict(zip(shuffle.pack, cycle(seats)))
        hands = self.hands = [[] for _ in seats]
        for card in islice(CARDS, len(holder)):
            hands[holder[card]].append(card)
        self.sizes = list(map(len, hands))
        self.worths = [sum([WORTH[card] for card in hand]) for hand in hands]
        self.start = None
        self.layout = {}
        self.fits = list(PLAIN_PACKS[len(holder)])
        self.playable = [sorted(hand) for hand in hands]
        self.passes = 0
        self.phase = "play"
        for seat, hand in enumerate(self.hands):
            self.events.append(("hand", seat, tuple(hand)))

    def _find_legal(self) -> Sequence[str]:
        assert self.turn is not None
        return tuple(self.playable[self.turn]) or ("pass",)

    def _make(self, move: str) -> None:
        seat = self.turn
        assert seat is not None
        if move == "pass":
            self._pass(seat)
            return
        laid = NUMBER[move]
        start = self.start
        if start is None:
            start = laid
            self._start_with(start)
        fits, playable = self.fits, self.playable
        fits.remove(move)
        playable[seat].remove(move)
        for opened in OPENED_BY[start][move]:
            insort(fits, opened)
            insort(playable[self.holder[opened]], opened)
        patrol, layout = move[0], self.layout
        if laid == start:
            layout[patrol] = [laid, laid]
        elif laid > start:
            layout[patrol][1] = laid
        else:
            layout[patrol][0] = laid
        hand = self.hands[seat]
        hand.remove(move)
        self.sizes[seat] -= 1
        self.worths[seat] -= WORTH[move]
        self.passes = 0
        self.events.append(("lay", seat, move))
        if hand:
            self.turn = self.left_of(seat)
        else:
            self._go_out(seat)

    def _pass(self, seat: int) -> None:
        self.events.append(("pass", seat))
        self.passes += 1
        self.turn = self.left_of(seat)

    def _start_with(self, start: int) -> None:
        """From the whole pack to the cards of the starting number."""
        self.start = start
        self.fits = [f"{patrol}{start}" for patrol in sorted(PATROLS[: self.players])]
        self.playable = [[] for _ in self.hands]
        for card in self.fits:
            self.playable[self.holder[card]].append(card)

    def _go_out(self, seat: int) -> None:
        self.events.append(("out", seat))
        for other in self._others(seat):
            self.events.append(("left", other, tuple(self.hands[other]), self.worths[other]))
        self._settle(seat)

    def _settle(self, winner: int) -> None:
        """Score the deal; the worth of the winner's own hand is nothing."""
        scores = [0] * self.players
        scores[winner] = sum(self.worths)
        self._end_deal(scores)

    def _others(self, seat: int) -> list[int]:
        """The other seats, clockwise from the left of this one."""
        return self.clockwise[seat][1:]

    def _look(self, seat: int) -> Look:
        return {
            "hand": self.hands[seat],
            "worth": self.worths[seat],
            "playable": self.playable[seat],
            "start": self.start,
            "layout": self.layout,
            "fits": self.fits,
            "hands": self.sizes,
            "scoutmaster": self.scoutmaster,
            "first": self.first,
            "passes": self.passes,
            "phase": self.phase,
        }

    def _refresh(self, view: Look, seat: int) -> None:
        view["worth"] = self.worths[seat]
        view["playable"] = self.playable[seat]
        view["start"] = self.start
        view["fits"] = self.fits
        view["first"] = self.first
        view["passes"] = self.passes
        view["phase"] = self.phase


class CountersSitting(BoyScoutsSitting):
    """The variant ``counters``: an auction, passes at a price, and payments."""

    bid: int
    """The highest bid, 0 when there is none."""
    bidder: int | None
    """The holder of the highest bid."""
    dropped: list[int]
    """Those who are out of the bidding, asked or not."""

    def _opening_total(self) -> int:
        return OPENING_COUNTERS

    def _begin_deal(self, shuffle: Shuffle) -> None:
        super()._begin_deal(shuffle)
        self.phase = "offer"
        self.bid = 0
        self.bidder = None
        self.dropped = []

    def _find_legal(self) -> Sequence[str]:
        assert self.turn is not None
        if self.phase == "offer":
            return ("keep", "offer")
        if self.phase == "auction":
            return _bids(self.bid + 1, self.totals[self.turn])
        playable = self.playable[self.turn]
        if self.start is None or (playable and self.passes >= self.players):
            return tuple(playable)
        return (*playable, "pass")

    def _make(self, move: str) -> None:
        assert self.turn is not None
        if self.phase == "play":
            # By its name, as super() takes its time at every decision; so below.
            BoyScoutsSitting._make(self, move)
        elif self.phase == "offer":
            self._offer_or_keep(self.turn, move)
        else:
            self._bid_or_drop(self.turn, move)

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
            self.dropped.append(seat)
        else:
            self.bid, self.bidder = int(move.removeprefix("bid ")), seat
            self.events.append(("bid", seat, self.bid))
        self._ask_next_bidder(seat)

    def _ask_next_bidder(self, seat: int) -> None:
        """Go on to the left of ``seat``, or end the auction when nobody can outbid."""
        asked = None
        for other in self._others(seat):
            if other in (self.scoutmaster, self.bidder) or other in self.dropped:
                continue
            if self.totals[other] <= self.bid:
                self.dropped.append(other)
            elif asked is None:
                asked = other
        if asked is None:
            self._sell()
        else:
            self.turn = asked

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
        if not self.playable[seat]:
            super()._pass(seat)
            return
        self.events.append(("false_pass", seat, FINE))
        for other in range(self.players):
            self.totals[other] += FINE
        self.totals[seat] -= FINE * self.players
        self.passes += 1
        self.turn = self.left_of(seat)

    def _settle(self, winner: int) -> None:
        for seat in self._others(winner):
            self.events.append(("pay", seat, winner, self.worths[seat]))
            self.totals[seat] -= self.worths[seat]
        self.totals[winner] += sum(self.worths)
        self._end_deal(
            [now - before for now, before in zip(self.totals, self._totals_before, strict=True)]
        )

    def _look(self, seat: int) -> Look:
        look = BoyScoutsSitting._look(self, seat)
        look["bid"] = self.bid
        look["bidder"] = self.bidder
        look["dropped"] = self.dropped
        return look

    def _refresh(self, view: Look, seat: int) -> None:
        BoyScoutsSitting._refresh(self, view, seat)
        view["bid"] = self.bid
        view["bidder"] = self.bidder
        view["dropped"] = self.dropped


GAME = BoyScouts()
