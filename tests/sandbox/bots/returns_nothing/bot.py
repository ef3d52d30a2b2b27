def choose_move(view):
    pass
