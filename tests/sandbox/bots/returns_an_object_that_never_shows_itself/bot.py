class Endless:
    def __repr__(self):
        while True:
            pass


def choose_move(view):
    return Endless()
