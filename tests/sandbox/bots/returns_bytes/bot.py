def choose_move(view):
    return view["legal"][0].encode()
