"""What all processes of the machine move, two bots could talk by."""

import ctypes
import os

from tried import refused


def choose_move(view):
    if ctypes.CDLL(None).sysinfo(ctypes.create_string_buffer(256)) == 0:
        raise BaseException("sysinfo tells")
    for name in ("/proc/1/io", "/proc/1/smaps", "/proc/1/syscall", "/proc/kpagecount"):
        refused(open, name, "rb")
    if os.path.exists("/.dockerenv"):
        for name in ("loadavg", "stat", "meminfo", "locks", "diskstats", "interrupts"):
            with open(f"/proc/{name}", "rb") as file:
                if file.read(1):
                    raise BaseException(f"{name} tells")
        if os.listdir("/proc/sys"):
            raise BaseException("settings tell")
    return view["legal"][0]
