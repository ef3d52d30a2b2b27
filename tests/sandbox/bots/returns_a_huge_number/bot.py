def choose_move(view):
    return 10**4000
