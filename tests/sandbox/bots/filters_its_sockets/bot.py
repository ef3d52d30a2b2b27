"""Programs for the kernel's own filter of packets."""

import socket
import struct

from tried import refused

ATTACH_FILTER, ATTACH_BPF, REUSEPORT_CBPF, BUSY_POLL = 26, 50, 51, 46


def choose_move(view):
    ours, theirs = socket.socketpair()
    for option in (ATTACH_FILTER, ATTACH_BPF, REUSEPORT_CBPF, BUSY_POLL):
        refused(ours.setsockopt, socket.SOL_SOCKET, option, struct.pack("HxxxxxxQ", 1, 0))
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    ours.close()
    theirs.close()
    return view["legal"][0]
