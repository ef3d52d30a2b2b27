TABLE = [bytearray(b"x" * 2**20) for _ in range(10_000)]


def choose_move(view):
    return view["legal"][0]
