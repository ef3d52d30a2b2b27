import time

time.sleep(3600)


def choose_move(view):
    return view["legal"][0]
