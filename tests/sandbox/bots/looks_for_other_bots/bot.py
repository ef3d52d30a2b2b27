"""Other bots' folders, sockets and processes are nowhere."""

import os
import socket

from tried import refused


def choose_move(view):
    here = {"bot.py", "tried.py", "expected.toml", "__pycache__"}
    if set(os.listdir("/bot")) - here:
        raise BaseException(f"sees {os.listdir('/bot')}")
    for folder in ("/bot/..", "/quintet", "/quintet/box", "/tmp", "/tmp/.."):
        try:
            found = set(os.listdir(folder))
        except OSError:
            continue
        if any(name.startswith(("quintet-sandbox", "box-", "slot-")) for name in found):
            raise BaseException(f"sees {found} in {folder}")
        if "control" in found:
            raise BaseException("sees the line of the guest's parent")
    for pid in os.listdir("/proc"):
        if pid.isdigit() and int(pid) not in (1, os.getpid()):
            raise BaseException(f"sees process {pid}")
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        with socket.socket(socket.AF_UNIX, kind) as lone:
            refused(lone.connect, "\0quintet")
    with open("/proc/self/net/unix") as file:
        paths = [line.split()[7] for line in file if len(line.split()) > 7 and "Path" not in line]
        if [path for path in paths if not path.endswith("/control")]:
            raise BaseException("sees sockets of others")
    return view["legal"][0]
