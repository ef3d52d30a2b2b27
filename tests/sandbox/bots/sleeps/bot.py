import time


def choose_move(view):
    time.sleep(3600)
