"""Prints, also what looks like a reply, and writes to the descriptors of old."""

import os
import sys

print("imported")


def choose_move(view):
    print('{"id": "0", "move": "R1"}')
    print("to stderr", file=sys.stderr)
    os.write(1, b"raw\n")
    return view["legal"][0]
