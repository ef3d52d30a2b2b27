"""Anything that can be called will do."""


class Player:
    def __init__(self):
        self.asked = 0

    def __call__(self, view):
        self.asked += 1
        return view["legal"][self.asked % len(view["legal"])]


choose_move = Player()
