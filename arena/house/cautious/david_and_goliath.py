"""David & Goliath with a memory: weighs each card by the chance that it will be low or high.

Cards that nobody has shown yet may come from the hands behind. So every card has a chance
to stay the lowest or the highest of the trick, and either is worth what the cards then won
change in the own points.
"""

COLOURS = "RYGBP"


def number(card):
    return int(card[1:])


def credit(cards):
    """Points of the cards won: values of one or two of a colour, one each for three or more."""
    points = 0
    for colour in COLOURS:
        values = [number(card) for card in cards if card[0] == colour]
        points += sum(values) if len(values) <= 2 else len(values)
    return points


def cards_unseen(view):
    """The cards in the other hands, low to high."""
    seen = {*view["hand"], *(card for _, card in view["trick"])}
    seen.update(card for cards in view["won"] for card in cards)
    values = range(1, 3 * view["players"] + 1)
    return [f"{c}{value}" for value in values for c in COLOURS if f"{c}{value}" not in seen]


def choose_move(view):
    table = [card for _, card in view["trick"]]
    behind = view["players"] - 1 - len(table)
    unseen = cards_unseen(view)
    won = view["won"][view["seat"]]
    now = credit(won)

    def worth(card):
        """Points that the trick is likely to bring, if this card is played to it."""
        led = view["led"] or card[0]
        likely = [other for other in unseen if other[0] == led]
        if len(likely) < behind:
            likely = unseen  # somebody behind must be void
        prize, rest = table, table
        lower = higher = 0.0
        if behind:
            # As if each behind played any likely card: a good one as the prize, usual ones else.
            prize = [*table, likely[len(likely) * 3 // 4]]
            rest = table + [likely[len(likely) // 2]] * behind
            lower = sum(number(other) <= number(card) for other in likely) / len(likely)
            higher = sum(number(other) >= number(card) for other in likely) / len(likely)
        points = 0.0
        if all(number(other) >= number(card) for other in table):
            points += (1 - lower) ** behind * (credit([*won, max(prize, key=number)]) - now)
        if all(number(other) <= number(card) for other in table):
            points += (1 - higher) ** behind * (credit(won + rest) - now)
        return points

    # Of equally good cards the lowest goes first.
    return max(sorted(view["legal"], key=number), key=worth)
