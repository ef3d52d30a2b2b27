"""Sockets sent over each other live on after their process, with their names and what they hold."""

import array
import socket

from tried import refused


def choose_move(view):
    left, right = socket.socketpair()
    named = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    named.bind("\0for the next sitting")
    for sent in (left, right, named):
        rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [sent.fileno()]))
        refused(left.sendmsg, [b"x"], [rights])
    return view["legal"][0]
