def chose_move(view):
    return view["legal"][0]
