"""Standard output that ends the program when it is flushed."""

import sys


class Spoiled:
    def write(self, text):
        return len(text)

    def flush(self):
        raise SystemExit


sys.stdout = sys.stderr = Spoiled()


def choose_move(view):
    return view["legal"][0]
