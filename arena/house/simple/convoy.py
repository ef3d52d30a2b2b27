"""A few rules of thumb for Convoy.

Call when you can; lay down what you can; take the pile's top card if it fits; throw what is
least use. S hands every Merchantman and HOME on to N, and N takes whatever S offers.
"""

ALONE = {"BC": 30, "CR": 20, "DD": 20, "AC": 20, "SS": 10, "SP": 10, "AP": 10, "QB": 10}
WEAPONS_OF = {
    **dict.fromkeys(("BC", "CR"), ("BG", "AA")),
    "DD": ("DC",),
    "SS": ("TO", "MI"),
    **dict.fromkeys(("SP", "AP"), ("BO",)),
}
CONVOY = ("M1", "M2", "M3", "M4", "M5", "M6", "HO")


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
    if any(card in WEAPONS_OF.get(ship, ()) for ship in ships_alone):
        return True
    return card in ("DB", "BC") or any(
        weapon in spare_weapons(view) for weapon in WEAPONS_OF.get(card, ())
    )


def spare_weapons(view):
    """Weapons in hand that arm nothing."""
    spare = [card for card in view["hand"] if card not in ALONE]
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

    def use(card):
        if card in CONVOY:
            if view["seat"] == view["north"]:
                return 50
            return 40 if view["seat"] == view["south"] and not giving else -50
        if card == "DB":
            return 100
        shares = [25 for name in together if card in name.split("+")]
        return max(shares, default=ALONE.get(card, -10))

    return min(cards, key=use)
