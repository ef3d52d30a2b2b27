"""A few rules of thumb for David & Goliath.

Low cards win prizes, so play low; only who plays last sees what every card brings,
and takes the most.
"""


def number(card):
    return int(card[1:])


def credit(cards):
    """Points of the cards won: values of one or two of a colour, one each for three or more."""
    points = 0
    for colour in "RYGBP":
        values = [number(card) for card in cards if card[0] == colour]
        points += sum(values) if len(values) <= 2 else len(values)
    return points


def takings(trick):
    """Who wins what of a finished trick: the low card's seat and prize, the high card's and rest."""
    high = max(range(len(trick)), key=lambda place: (number(trick[place][1]), place))
    others = [place for place in range(len(trick)) if place != high]
    low = min(others, key=lambda place: (number(trick[place][1]), -place))
    rest = [trick[place][1] for place in others]
    return {trick[low][0]: [trick[high][1]], trick[high][0]: rest}


def choose_move(view):
    legal = sorted(view["legal"], key=number)
    seat, trick = view["seat"], view["trick"]
    if len(trick) < view["players"] - 1:
        return legal[0]
    won = view["won"][seat]

    def points_after(card):
        return credit(won + takings([*trick, (seat, card)]).get(seat, []))

    # The first of the best is the lowest: high cards are the dangerous ones to be left with.
    return max(legal, key=points_after)
