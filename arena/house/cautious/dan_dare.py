"""Dan Dare with a memory: knows which cards are left and what the duel's other player may hold.

It reads view["events"] for the cards that others have claimed in front of all and
view["out"] for those that nobody holds any more. A lead is weighed by the chance that it
wins; the price of a duel is the card that is played.
"""

AVERAGE = 6  # what the loser of a duel draws, more or less
SETS = "GRBY"


def number(card):
    return int(card[1:])


def claimed(view):
    """The cards that each other seat is known to hold, because it claimed them."""
    held = [set() for _ in range(view["players"])]
    for event in view["events"]:
        if event[0] == "claim":
            held[event[1]].add(event[2])
        elif event[0] == "play":
            held[event[1]].discard(event[2])
    return held


def choose_move(view):
    legal = sorted(view["legal"], key=number)
    trick, led, seat, players = view["trick"], view["led"], view["seat"], view["players"]
    held = claimed(view)
    seen = {*view["out"], *view["hand"], view["upturned"]} | {card for _, card in trick}
    pack = [f"{suit}{n}" for suit in SETS for n in range(1, 12)]
    unseen = [card for card in pack if card not in seen and not any(card in h for h in held)]
    if view["part"] == 1:
        behind = [] if trick else [view["duel"][1]]
    else:
        behind = [(seat + step) % players for step in range(1, players - len(trick))]
    in_the_dark = sum(view["hands"][other] - len(held[other]) for other in behind)
    share = in_the_dark / max(1, len(unseen))

    def chance_to_win(card):
        """The card beats the table, and nobody behind holds a higher one of the suit."""
        if trick and card[0] != led:
            return 0.0
        if any(number(other) > number(card) for _, other in trick if other[0] == led):
            return 0.0
        higher = {f"{card[0]}{n}" for n in range(number(card) + 1, 12)}
        if any(higher & held[other] for other in behind):
            return 0.0
        return (1 - share) ** len(higher.intersection(unseen))

    def worth(card):
        chance = chance_to_win(card)
        if view["part"] == 1:
            return chance * (number(view["upturned"]) - AVERAGE) - 0.9 * number(card)
        # A sure trick is taken, an unsure one only if it may come off: a card is worth a tenth.
        return chance - 0.06 * number(card) * (1 - chance) - 0.01 * number(card)

    return max(legal, key=worth)
