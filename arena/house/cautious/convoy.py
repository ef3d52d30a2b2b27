"""Convoy with a memory: thinks of what is still to come, and of what N must not get.

It plays like rules of thumb do, with two cares more. It counts the cards that it has seen,
so it knows which weapon may still find a ship. And while it plays against N and S it holds on to one card that
no convoy can do without: 50 points of penalty are less than what those two would get.
"""

from collections import Counter

ALONE = {"BC": 30, "CR": 20, "DD": 20, "AC": 20, "SS": 10, "SP": 10, "AP": 10, "QB": 10}
SHIPS_OF = {
    **dict.fromkeys(("BG", "AA"), ("BC", "CR")),
    "DC": ("DD",),
    **dict.fromkeys(("TO", "MI"), ("SS",)),
    "BO": ("SP", "AP"),
}
CONVOY = ("M3", "M4", "HO", "M2", "M5", "M1", "M6")
IN_A_PACK = {"BC": 3, "CR": 3, "DD": 3, "SS": 4, "SP": 3, "AP": 5}


def choose_move(view):
    for call in ("convoy", "heave-to"):
        if call in view["legal"]:
            return call
    if view["phase"] == "pick":
        return pick(view)
    if view["phase"] == "answer":
        return answer(view)
    return finish(view)


def pick(view):
    if view["seat"] == view["south"]:
        for card in CONVOY:
            if f"offer {card}" in view["legal"]:
                return f"offer {card}"
    if "take" in view["legal"] and fits(view["pile"][-1], view):
        return "take"
    # This is legal whenever a card is picked.
    return "draw"


def fits(card, view):
    """Whether the card is worth taking: it completes something, or is good alone."""
    if card in CONVOY:
        return view["seat"] in (view["north"], view["south"])
    ships_alone = [name for name in view["combinations"] if "+" not in name]
    if any(ship in SHIPS_OF.get(card, ()) for ship in ships_alone):
        return True
    spare = spare_weapons(view)
    if any(card in SHIPS_OF[weapon] for weapon in spare):
        return True
    # A good ship is better than a weapon that has none.
    return card in ("DB", "BC") or (bool(spare) and ALONE.get(card, 0) >= 20)


def spare_weapons(view):
    """Weapons in hand that arm nothing."""
    spare = [card for card in view["hand"] if card in SHIPS_OF]
    for name in view["combinations"]:
        for card in name.split("+"):
            if card in spare:
                spare.remove(card)
    return spare


def answer(view):
    if view["seat"] not in (view["north"], view["south"]):
        return "refuse"
    return f"give {least_useful(view['hand'], view, giving=True)}"


def finish(view):
    if view["declarations"]:
        return max(view["declarations"], key=view["declarations"].get)
    cards = [move.split()[1] for move in view["legal"] if move.startswith("discard")]
    return f"discard {least_useful(cards, view)}" if cards else "done"


def least_useful(cards, view, giving=False):
    """The card to part with. What S gives goes to N, who is glad of every Merchantman."""
    together = [name for name in view["combinations"] if "+" in name]
    kept_back = card_to_keep_back(view)
    to_come = ships_to_come(view)

    def use(card):
        if card in CONVOY:
            if view["seat"] == view["north"]:
                return 50
            if view["seat"] == view["south"]:
                return -50 if giving else 40
            return 60 if card == kept_back else -50
        if card == "DB":
            return 100
        shares = [25 for name in together if card in name.split("+")]
        hope = min(3 * sum(to_come[ship] for ship in SHIPS_OF.get(card, ())), 15)
        return max(shares, default=ALONE.get(card, hope - 10))

    return min(cards, key=use)


def card_to_keep_back(view):
    """A card in hand that N can't do without, while N could still use it; or None."""
    if view["players"] > 4:
        # A convoy costs each of many players less than 50 points.
        return None
    if view["round"] == 2 and view["stock"] == 0:
        return None
    return next((card for card in ("M3", "M4", "HO") if card in view["hand"]), None)


def ships_to_come(view):
    """How many of each ship I have not seen yet."""
    packs = 1 if view["players"] == 4 else 2
    unseen = Counter({ship: count * packs for ship, count in IN_A_PACK.items()})
    unseen.subtract(view["hand"])
    for names in view["declared"]:
        unseen.subtract(card for name in names for card in name.split("+"))
    if view["round"] == 1:
        # What is thrown comes back in the second round only.
        unseen.subtract(event[2] for event in view["events"] if event[0] == "discard")
    return unseen
