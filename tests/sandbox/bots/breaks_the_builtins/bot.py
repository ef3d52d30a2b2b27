"""Takes from the guest what it stands on; the log says what was missing."""

import builtins


def choose_move(view):
    for name in ("isinstance", "len", "type"):
        setattr(builtins, name, None)
    return view["legal"][0]
