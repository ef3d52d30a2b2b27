"""Davy Crockett with a memory: leads and wins only what can't be beaten any more.

It reads view["events"] to know which cards have gone, the first step beyond
rules of thumb.
"""

SUITS = "RYBW"


def number(card):
    return int(card[1:])


def cards_gone(view):
    return {event[2] for event in view["events"] if event[0] == "play"}


def choose_move(view):
    legal = sorted(view["legal"], key=number)
    mine = set(view["hand"])
    gone = cards_gone(view)

    def is_master(card):
        """No higher card of its suit can still be played by somebody else."""
        higher = (f"{card[0]}{n}" for n in range(number(card) + 1, 12))
        return all(other in gone or other in mine for other in higher)

    trick = view["trick"]
    if not trick:
        masters = [card for card in legal if is_master(card)]
        return masters[-1] if masters else legal[0]

    to_beat = max(number(card) for _, card in trick if card[0] == view["led"])
    winning = [card for card in legal if card[0] == view["led"] and number(card) > to_beat]
    if len(trick) == view["players"] - 1:
        safe = winning
    else:
        safe = [card for card in winning if is_master(card)]
    if safe and (number(safe[-1]) >= 8 or any(number(card) >= 8 for _, card in trick)):
        return safe[-1]
    return legal[0]
