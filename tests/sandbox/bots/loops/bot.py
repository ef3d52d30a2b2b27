def choose_move(view):
    while True:
        pass
