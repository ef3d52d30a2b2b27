"""Backtracking without end, in C."""

import re


def choose_move(view):
    return re.match(r"(a|aa)+$", "a" * 100 + "b")
