"""Programs in memory alone, and sources of such."""

import ctypes
import os

from tried import refused


def choose_move(view):
    refused(os.memfd_create, "program")
    library = ctypes.CDLL(None, use_errno=True)
    if library.syscall(447, 0) >= 0:
        raise BaseException("secret memory")
    if library.syscall(322, -1, b"/usr/bin/python3", None, None, 0x1000) >= 0:
        raise BaseException("execveat")
    if library.shm_open(b"/program", os.O_CREAT | os.O_RDWR, 0o700) >= 0:
        raise BaseException("shared memory")
    return view["legal"][0]
