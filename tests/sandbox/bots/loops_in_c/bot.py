"""Signals and exceptions cannot interrupt this."""


def choose_move(view):
    return 9**9**9
