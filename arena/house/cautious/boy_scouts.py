"""Boy Scouts with an eye on the others: what a card opens for them counts against it.

What lies on the table tells which cards have gone; all that still wait behind a card and are
not its own are in the hands of others. It holds back cards that would help them more than
itself. With counters it buys and sells the right of first play at what the hand makes of it.
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
    alike = {card: sum(number(card) == number(other) for other in hand) for card in hand}
    most = max(alike.values())
    if view["phase"] == "offer":
        return "keep" if most >= 3 else "offer"
    if view["phase"] == "auction":
        return f"bid {view['bid'] + 1}" if view["bid"] < 10 * (most - 1) else "drop"

    def help_to_me(card, start):
        """Own cards behind it, less half of those that the others hold."""
        waiting = behind(card, start)
        mine = waiting & set(hand)
        return len(mine) - len(waiting - mine) / 2

    if view["start"] is None:
        # The number held most often, and of such cards the one with most to lay behind it.
        leads = [card for card in hand if alike[card] == most]
        return max(leads, key=lambda card: help_to_me(card, number(card)))
    if not view["playable"]:
        return "pass"
    return max(view["playable"], key=lambda card: help_to_me(card, view["start"]))
