"""Its handler strikes in the guest's own lines, too."""

import signal


def strike(number, frame):
    raise RuntimeError("struck")


signal.signal(signal.SIGALRM, strike)


def choose_move(view):
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    return view["legal"][0]
