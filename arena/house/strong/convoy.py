"""Convoy by expectation: what is my hand worth if I draw, take, or throw this?

A hand is worth its points by the table, less the penalties that will stay, and a little for
what it may become. The pile's top card is taken if that is worth more than the mean over
all cards that may be drawn; thrown is what leaves the best hand. Beyond the own hand: S hands
Merchantmen on to N, and of four players the other two keep one card that no convoy can do without.
"""

from collections import Counter

MERCHANTMEN = ("M1", "M2", "M3", "M4", "M5", "M6")
CONVOY = (*MERCHANTMEN, "HO")
WEAPONS = ("AA", "BG", "BO", "DC", "MI", "TO")
ONE_PACK = Counter({"SS": 4, "AP": 5})
ONE_PACK.update(dict.fromkeys(("AC", "QB", "DB", *CONVOY), 1))
ONE_PACK.update(dict.fromkeys(("BC", "CR", "DD", "SP", *WEAPONS), 3))

# By trial, in points; they count beside what the table gives.
KEPT_BACK = 120  # for a card that N can't do without
PROMISE = (0, 0, 10, 40, 120)  # for so many of the five cards of a convoy
HOPE = 5  # for a weapon that may find a ship, and half of it for a ship
DOUBLE = 30


def choose_move(view):
    for call in ("convoy", "heave-to"):
        if call in view["legal"]:
            return call
    hand = Hand(view)
    return {"pick": pick, "answer": answer, "finish": finish}[view["phase"]](view, hand)


def pick(view, hand):
    if hand.is_south:
        for card in CONVOY:
            if f"offer {card}" in view["legal"]:
                return f"offer {card}"
    if "take" not in view["legal"]:
        return "draw"
    top = view["pile"][-1]
    left = unseen(view)
    drawing = sum(count * hand.best_with(card) for card, count in left.items())
    taking = hand.best_with(top, kept=top) * left.total()
    return "take" if taking > drawing else "draw"


def answer(view, hand):
    if not (hand.is_north or hand.is_south):
        return "refuse"
    for card in CONVOY:
        if hand.is_south and hand.cards[card]:
            return f"give {card}"
    # A Merchantman that N gave back would bear a penalty with S.
    gifts = [card for card in hand.cards if card not in CONVOY]
    return f"give {max(gifts, key=hand.without)}" if gifts else "refuse"


def finish(view, hand):
    if view["declarations"]:
        return max(view["declarations"], key=view["declarations"].get)
    cards = [move.split()[1] for move in view["legal"] if move.startswith("discard")]
    return f"discard {max(cards, key=hand.without)}" if cards else "done"


class Hand:
    """My cards, and what they are worth to me as the deal stands."""

    def __init__(self, view):
        self.cards = Counter(view["hand"])
        self.is_north = view["seat"] == view["north"]
        self.is_south = view["seat"] == view["south"]
        self.declared = view["declared_points"][view["seat"]]
        # A convoy costs each of many players less than the 50 points of penalty.
        self.needed_by_north = ("M3", "M4", "HO") if view["players"] == 4 else ()
        if is_last_turn(view) and next_seat(view) != view["north"]:
            self.needed_by_north = ()

    def without(self, card, gained=None):
        cards = self.cards.copy()
        cards[gained] += 1
        cards[card] -= 1
        return self.worth(cards)

    def best_with(self, gained, kept=None):
        """The worth once the card has been picked and another one thrown."""
        cards = [card for card in {*self.cards, gained} if card != kept] or [kept]
        return max(self.without(card, gained) for card in cards)

    def worth(self, cards):
        points, idle, bare = ships(cards)
        convoy = sum(cards[card] for card in CONVOY)
        # A weapon beside its ship can be laid down, unless it is N's.
        penalties = 10 * idle
        if self.is_north:
            points += 20 * (convoy - cards["HO"]) + promise(cards)
            penalties = 10 * sum(cards[card] for card in WEAPONS)
        elif self.is_south:
            points += 30 * convoy + promise(cards) / 2
        else:
            penalties += 50 * convoy
            if any(cards[card] for card in self.needed_by_north):
                points += KEPT_BACK
        times = 2 if cards["DB"] else 1
        hope = HOPE * (idle + bare / 2) + DOUBLE * cards["DB"]
        return times * (points + self.declared) - penalties + hope


def ships(cards):
    """Points of ships and weapons by the table, weapons without a ship, ships without a weapon."""
    guns, gunners = cards["AA"] + cards["BG"], cards["BC"] + cards["CR"]
    # A Q Boat takes two guns or two Depth Charges where that is more.
    options = []
    for by_guns in range(min(cards["QB"], guns // 2) + 1):
        for by_charges in range(min(cards["QB"] - by_guns, cards["DC"] // 2) + 1):
            armed = min(guns - 2 * by_guns, gunners)
            charged = min(cards["DC"] - 2 * by_charges, cards["DD"])
            boats = by_guns + by_charges
            options.append((40 * boats + 20 * armed + 10 * charged, boats, armed + charged))
    gained, boats, armed = max(options)
    carriers = min(cards["AC"], cards["AP"] // 4)
    planes = cards["SP"] + cards["AP"] - 4 * carriers
    torpedoes = cards["TO"] + cards["MI"]
    torpedoed, bombed = min(cards["SS"], torpedoes), min(planes, cards["BO"])
    points = 30 * cards["BC"] + 20 * (cards["CR"] + cards["DD"] + cards["AC"])
    points += 10 * (cards["QB"] + cards["SS"] + cards["SP"] + cards["AP"])
    points += gained + 90 * carriers + 20 * (torpedoed + bombed)
    pairs = armed + torpedoed + bombed
    idle = guns + cards["DC"] + torpedoes + cards["BO"] - 2 * boats - pairs
    return points, idle, gunners + cards["DD"] + cards["SS"] + planes - pairs


def promise(cards):
    """What Merchantmen and HOME are worth to N beyond 20 points each."""
    best = 0
    for first in range(3):
        sequence = sum(cards[card] > 0 for card in MERCHANTMEN[first : first + 4])
        if sequence == 4:
            best = max(best, 420 if cards["HO"] else 70 + PROMISE[4])
        else:
            best = max(best, PROMISE[sequence + min(cards["HO"], 1)])
    return best


def unseen(view):
    """How many of each card may still be drawn, as far as I can know."""
    left = Counter()
    if view["round"] == 1:
        packs = 1 if view["players"] == 4 else 2
        left.update({card: count * packs for card, count in ONE_PACK.items()})
        left.subtract(["HO", "DB"] * (packs - 1))
        left.subtract(view["hand"] + view["pile"])
        for names in view["declared"]:
            left.subtract(card for name in names for card in name.split("+"))
        return +left
    for event in view["events"]:
        if event[0] == "reshuffle":
            left = Counter(event[1])
        elif event[0] == "discard" or (event[0] == "draw" and event[1] == view["seat"]):
            # What others throw they have mostly just drawn.
            left[event[2]] -= 1
    return +left


def is_last_turn(view):
    """Whether the deal ends before it is my turn again, if everybody draws."""
    return view["round"] == 2 and view["stock"] < view["out"].count(False)


def next_seat(view):
    seat = (view["seat"] + 1) % view["players"]
    while view["out"][seat]:
        seat = (seat + 1) % view["players"]
    return seat
