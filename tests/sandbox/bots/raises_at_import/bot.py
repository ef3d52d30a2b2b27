import no_such_module

X = no_such_module.X


def choose_move(view):
    return view["legal"][0]
