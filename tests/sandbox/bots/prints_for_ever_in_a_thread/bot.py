import os
import threading


def flood():
    while True:
        os.write(1, b"x" * 10_000)


def choose_move(view):
    threading.Thread(target=flood, daemon=True).start()
    while True:
        pass
