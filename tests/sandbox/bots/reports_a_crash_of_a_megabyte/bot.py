import json
import os
import sys


def locals_of_the_guest():
    """The names in the guest's frame that called the bot."""
    frame = sys._getframe()
    while "answers" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals


def choose_move(view):
    here = locals_of_the_guest()
    line = {"id": here["identity"], "error": "x" * 2**20, "kind": "crash"}
    os.write(here["answers"], json.dumps(line).encode() + b"\n")
