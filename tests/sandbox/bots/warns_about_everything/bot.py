import warnings

warnings.simplefilter("error")


def choose_move(view):
    return view["legal"][0]
