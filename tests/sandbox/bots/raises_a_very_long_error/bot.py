"""Its owner reads the beginning and the end; the referee holds no more than that."""


def choose_move(view):
    raise ValueError("long " * 5_000_000 + "the end")
