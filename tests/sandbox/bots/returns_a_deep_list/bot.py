def choose_move(view):
    move = []
    for _ in range(100_000):
        move = [move]
    return move
