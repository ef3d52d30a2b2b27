"""What all processes of the machine move, two bots could talk by."""

import ctypes
import os

from tried import refused


def choose_move(view):
    if ctypes.CDLL(None).sysinfo(ctypes.create_string_buffer(256)) == 0:
        raise BaseException("sysinfo tells")
    for name in ("/proc/1/io", "/proc/1/smaps", "/proc/1/syscall", "/proc/kpagecount"):
        refused(open, name, "rb")
    for name in ("loadavg", "stat", "meminfo", "locks", "diskstats", "interrupts", "uptime"):
        if name == "uptime" and os.path.exists("/.dockerenv"):
            continue  # a clock like any other
        if tells(f"/proc/{name}"):
            raise BaseException(f"{name} tells")
    if os.path.exists("/proc/sys") and os.listdir("/proc/sys"):
        raise BaseException("settings tell")
    return view["legal"][0]


def tells(path):
    try:
        with open(path, "rb") as file:
            return file.read(1)
    except FileNotFoundError:
        return b""
