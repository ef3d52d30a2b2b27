"""A thread that its own questions don't wait for."""

import threading
import time


def fill():
    kept = []
    while True:
        try:
            kept.append(bytearray(b"x" * 2**20))
        except MemoryError:
            kept.append(None)


threading.Thread(target=fill, daemon=True).start()


def choose_move(view):
    kept = bytearray(b"x" * 2**20 * 32)
    time.sleep(0.5)
    return view["legal"][len(kept) & 0]
