def choose_move(view):
    return {"move": view["legal"][0]}
