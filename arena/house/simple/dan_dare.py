"""A few rules of thumb for Dan Dare.

Win what is worth more than the card that it costs, as cheaply as it can be won, and
otherwise let go of the lowest card.
"""

AVERAGE = 6  # what the loser of a duel draws, more or less


def number(card):
    return int(card[1:])


def choose_move(view):
    legal = sorted(view["legal"], key=number)
    trick = view["trick"]
    if not trick:
        wanted = view["part"] == 2 or number(view["upturned"]) > AVERAGE
        return legal[-1] if wanted else legal[0]

    led = view["led"]
    to_beat = max(number(card) for _, card in trick if card[0] == led)
    winning = [card for card in legal if card[0] == led and number(card) > to_beat]
    if not winning:
        return legal[0]
    if view["part"] == 1:
        return winning[0] if number(view["upturned"]) > AVERAGE else legal[0]
    plays_last = len(trick) == view["players"] - 1
    return winning[0] if plays_last else winning[-1]
