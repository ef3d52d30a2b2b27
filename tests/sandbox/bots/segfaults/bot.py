import ctypes


def choose_move(view):
    return ctypes.string_at(0)
