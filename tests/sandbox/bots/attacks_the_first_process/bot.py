"""The guest's parent survives every signal, and can't be looked into."""

import os
import signal
import time

from tried import refused


def choose_move(view):
    for number in range(1, signal.NSIG):
        try:
            os.kill(1, number)
        except OSError:
            pass
    time.sleep(0.05)
    os.kill(1, 0)
    refused(open, "/proc/1/mem", "rb")
    refused(os.listdir, "/proc/1/fd")
    return view["legal"][0]
