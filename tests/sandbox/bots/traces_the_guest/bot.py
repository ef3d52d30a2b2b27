import sys


def trace(frame, event, argument):
    raise RuntimeError("traced")


def choose_move(view):
    sys.setprofile(trace)
    return view["legal"][0]
