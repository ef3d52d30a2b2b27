"""Processes whose parent is the guest's own: it buries them like any other."""

import ctypes
import os
import signal
import time

CLONE_CALLS = {"x86_64": 56, "aarch64": 220}
CLONE_PARENT = 0x00008000


def choose_move(view):
    library = ctypes.PyDLL(None)
    for _ in range(5):
        pid = library.syscall(
            CLONE_CALLS[os.uname().machine], CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0
        )
        if pid == 0:
            for number in range(1, signal.NSIG):
                try:
                    os.kill(os.getppid(), number)
                except OSError:
                    pass
            os._exit(3)
    time.sleep(0.01)
    return view["legal"][0]
