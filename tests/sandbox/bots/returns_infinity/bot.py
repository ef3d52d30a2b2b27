def choose_move(view):
    return 1e308 * 10
