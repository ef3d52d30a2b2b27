"""There are only so many on a machine."""

import os

from tried import refused


def choose_move(view):
    for name in ("/dev/ptmx", "/dev/pts/ptmx", "/dev/tty", "/dev/console", "/dev/tty0"):
        refused(os.open, name, os.O_RDWR)
    refused(os.openpty)
    return view["legal"][0]
