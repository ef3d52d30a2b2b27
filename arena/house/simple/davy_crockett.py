"""A few rules of thumb for Davy Crockett.

Take a trick that holds points, as cheaply as it can be taken; let go of one that
holds none with the lowest card; never give a character away if another card will do.
"""


def number(card):
    return int(card[1:])


def choose_move(view):
    legal = sorted(view["legal"], key=number)
    trick = view["trick"]
    if not trick:
        # An 11 can't be beaten by its suit: lead it while others must follow.
        return legal[-1] if number(legal[-1]) == 11 else legal[0]

    led = view["led"]
    to_beat = max(number(card) for _, card in trick if card[0] == led)
    winning = [card for card in legal if card[0] == led and number(card) > to_beat]
    plays_last = len(trick) == view["players"] - 1
    holds_points = any(number(card) >= 8 for _, card in trick)
    if winning and plays_last and (holds_points or number(winning[-1]) >= 8):
        # Nobody can beat it any more: win with the character that is worth a point itself.
        return winning[-1] if number(winning[-1]) >= 8 else winning[0]
    if winning and holds_points:
        return winning[-1]
    return legal[0]
