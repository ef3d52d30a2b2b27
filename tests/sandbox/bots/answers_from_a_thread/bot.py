"""A right answer from another hand, and then a second one."""

import json
import os
import sys
import threading
import time


def locals_of_the_guest():
    """The names in the guest's frame that called the bot."""
    frame = sys._getframe()
    while "answers" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals


def choose_move(view):
    here = locals_of_the_guest()
    line = json.dumps({"id": here["identity"], "move": view["legal"][0]}).encode() + b"\n"
    thread = threading.Thread(target=os.write, args=(here["answers"], line))
    thread.start()
    thread.join()
    time.sleep(0.05)
    return view["legal"][0]
