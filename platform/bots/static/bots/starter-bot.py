"""A first bot for Quintet: it plays its lowest card."""


def choose_move(view):
    """Return one of view["legal"]; view holds all that this seat may know."""
    return min(view["legal"], key=strength)


def strength(move):
    """The number of a card such as "R11"; 0 for a move without a number."""
    digits = move[1:]
    return int(digits) if digits.isdigit() else 0
