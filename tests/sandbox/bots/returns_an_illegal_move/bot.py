def choose_move(view):
    return "no card"
