"""The kernel picks the greediest process, which need not be the one that is asked."""

import os
import time


def choose_move(view):
    children = [os.fork() for _ in range(4)]
    if 0 in children:
        kept = bytearray(b"x" * 2**20 * 70)
        time.sleep(60)
    time.sleep(60)
