"""Not by an exception: the process is gone before it has said that it is ready."""

import os

os._exit(3)


def choose_move(view):
    return view["legal"][0]
