"""Davy Crockett with a memory: weighs what a card may win or lose by what has gone.

It reads view["events"] to know which cards have been played, the first step beyond
rules of thumb: a higher card that nobody has shown yet may be in the hands behind.
"""

SUITS = "RYBW"
THRIFT = 0.03  # points; of two cards as good for this trick the lower one goes


def number(card):
    return int(card[1:])


def is_character(card):
    return number(card) >= 8


def choose_move(view):
    players, seat, trick = view["players"], view["seat"], view["trick"]
    gone = {event[2] for event in view["events"] if event[0] == "play"}
    behind = [(seat + step) % players for step in range(1, players - len(trick))]
    held_behind = sum(view["hands"][other] for other in behind)
    unseen = view["stock"] + sum(view["hands"]) - len(view["hand"])
    led_cards = [card for _, card in trick if card[0] == view["led"]]
    to_beat = max((number(card) for card in led_cards), default=0)
    on_the_table = sum(is_character(card) for _, card in trick)

    def chance_to_win(card):
        """No higher card of the suit is behind: each unseen one may be there or elsewhere."""
        if trick and (card[0] != view["led"] or number(card) < to_beat):
            return 0.0
        higher = [f"{card[0]}{n}" for n in range(number(card) + 1, 12)]
        at_large = [other for other in higher if other not in gone and other not in view["hand"]]
        return (1 - held_behind / unseen) ** len(at_large) if at_large else 1.0

    def worth(card):
        chance = chance_to_win(card)
        own = is_character(card)
        return chance * (on_the_table + own) - (1 - chance) * own - THRIFT * number(card)

    return max(view["legal"], key=worth)
