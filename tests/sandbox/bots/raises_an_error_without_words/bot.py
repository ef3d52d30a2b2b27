class Silent(Exception):
    def __str__(self):
        raise ValueError


def choose_move(view):
    raise Silent("\ud800")
