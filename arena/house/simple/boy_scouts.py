"""A few rules of thumb for Boy Scouts.

Begin with the number that is held most often; lay the card that has most of the own cards
waiting behind it. With counters: keep the right of first play, buy none, and never pass
with a card that fits.
"""


def number(card):
    return int(card[1:])


def behind(card, start):
    """The cards that can only be laid after this one; both ways from the starting number."""
    up = range(number(card) + 1, 11) if number(card) >= start else ()
    down = range(1, number(card)) if number(card) <= start else ()
    return {f"{card[0]}{n}" for n in (*up, *down)}


def choose_move(view):
    hand = view["hand"]
    if view["phase"] == "offer":
        return "keep"
    if view["phase"] == "auction":
        return "drop"
    if view["start"] is None:
        return max(hand, key=lambda card: sum(number(card) == number(mine) for mine in hand))
    waiting = {card: len(behind(card, view["start"]) & set(hand)) for card in view["playable"]}
    return max(waiting, key=waiting.get) if waiting else "pass"
