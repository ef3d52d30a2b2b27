def choose_move(view):
    return choose_move(view)
