"""Files that all bots read: no notice, no lock, no lease, no reading time."""

import ctypes
import fcntl
import os
import struct

from tried import refused

WATCHED = os.__file__


def choose_move(view):
    library = ctypes.CDLL(None, use_errno=True)
    for start in (library.inotify_init, lambda: library.inotify_init1(0)):
        if start() != -1:
            raise BaseException("gets notices")
    with open(WATCHED, "rb") as file:
        refused(fcntl.flock, file, fcntl.LOCK_SH)
        refused(fcntl.lockf, file, fcntl.LOCK_SH)
        refused(fcntl.fcntl, file, fcntl.F_SETLEASE, fcntl.F_RDLCK)
        refused(fcntl.fcntl, file, fcntl.F_NOTIFY, fcntl.DN_ACCESS)
        refused(fcntl.fcntl, file, 37, struct.pack("hhqqi4x", 0, 0, 0, 0, 0))
        before = os.stat(WATCHED).st_atime_ns
        file.read()
        if os.stat(WATCHED).st_atime_ns != before:
            raise BaseException("leaves the time of its reading")
        refused(os.posix_fadvise, file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        refused(os.preadv, file.fileno(), [bytearray(1)], 0, os.RWF_NOWAIT)
    refused(os.setxattr, WATCHED, "user.seen", b"1")
    refused(os.getxattr, WATCHED, "user.seen")
    return view["legal"][0]
