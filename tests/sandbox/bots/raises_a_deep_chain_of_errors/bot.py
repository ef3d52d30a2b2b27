def fail(depth):
    try:
        if depth:
            fail(depth - 1)
    finally:
        raise ValueError(f"at depth {depth}")


def choose_move(view):
    fail(300)
