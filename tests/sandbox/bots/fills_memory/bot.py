def choose_move(view):
    kept = []
    while True:
        kept.append(bytearray(b"x" * 2**20))
