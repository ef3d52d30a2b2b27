class Broken:
    def __repr__(self):
        raise SystemExit


def choose_move(view):
    return Broken()
