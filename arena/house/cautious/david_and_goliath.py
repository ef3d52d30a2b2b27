"""David & Goliath with a memory: weighs each card by the chance that it will be low or high.

Cards that nobody has shown yet may come from the hands behind. So every card has a chance
to stay the lowest or the highest of the trick, and either is worth what the cards then won
change in the own points.
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


def choose_move(view):
    seat, players, trick = view["seat"], view["players"], view["trick"]
    behind = players - 1 - len(trick)
    gone = {card for cards in view["won"] for card in cards} | {card for _, card in trick}
    pack = [f"{colour}{n}" for colour in "RYGBP" for n in range(1, 3 * players + 1)]
    unseen = [card for card in pack if card not in gone and card not in view["hand"]]
    won, now = view["won"][seat], credit(view["won"][seat])
    table = [card for _, card in trick]

    def worth(card):
        led = view["led"] or card[0]
        # Whoever is behind follows suit, as long as the suit lasts.
        likely = [number(other) for other in unseen if other[0] == led]
        if len(likely) < behind:
            likely = [number(other) for other in unseen]
        mine = number(card)
        lower = sum(value <= mine for value in likely) / max(1, len(likely))
        higher = sum(value >= mine for value in likely) / max(1, len(likely))
        is_low = all(number(other) >= mine for other in table) * (1 - lower) ** behind
        is_high = all(number(other) <= mine for other in table) * (1 - higher) ** behind
        prize = max(table, key=number, default=None)
        if behind and likely:
            prize = max([*table, f"{led}{sorted(likely)[len(likely) * 3 // 4]}"], key=number)
        usual = f"{led}{sorted(likely)[len(likely) // 2]}" if likely else card
        rest = table + [usual] * behind
        return is_low * (credit([*won, prize]) - now) + is_high * (credit(won + rest) - now)

    return max(sorted(view["legal"], key=number), key=worth)
