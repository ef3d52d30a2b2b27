"""Its handler strikes in the guest's own lines, too."""

import signal


def strike(number, frame):
    raise RuntimeError("struck")


signal.signal(signal.SIGALRM, strike)


def choose_move(view):
    if signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0):
        signal.setitimer(signal.ITIMER_REAL, 0.0002, 0.0001)
    return view["legal"][0]
