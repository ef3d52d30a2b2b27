def choose_move(view):
    return set(view["legal"][:1])
