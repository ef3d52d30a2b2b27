"""What would run when a program ends, doesn't: it isn't waited for."""

import atexit
import threading
import time


class Slow:
    def __del__(self):
        time.sleep(3600)


kept = Slow()
atexit.register(time.sleep, 3600)
threading.Thread(target=time.sleep, args=(3600,)).start()


def choose_move(view):
    return view["legal"][0]
