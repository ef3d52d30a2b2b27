"""Nothing that Python can raise gets past the guest."""


def choose_move(view):
    raise KeyboardInterrupt
