"""A left process keeps the line open; the bot's own end is noticed all the same."""

import os
import signal
import time


def choose_move(view):
    if os.fork() == 0:
        os.setsid()
        time.sleep(3600)
    os.kill(os.getpid(), signal.SIGKILL)
