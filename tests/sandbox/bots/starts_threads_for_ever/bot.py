import threading
import time


def choose_move(view):
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
