"""Disk and inodes run out, for the bot alone."""

import itertools

from tried import refused


def fill():
    for number in itertools.count():
        with open(f"/tmp/{number}", "wb") as file:
            file.write(b"x" * 2**20)


def choose_move(view):
    refused(fill)
    return view["legal"][0]
