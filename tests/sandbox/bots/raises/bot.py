def evaluate(card):
    return 1 / 0


def choose_move(view):
    return max(view["legal"], key=evaluate)
