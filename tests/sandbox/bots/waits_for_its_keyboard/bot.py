"""There is nobody there, and it is told so at once."""


def choose_move(view):
    return input("Your move? ")
