def choose_move(view):
    move = []
    move.append(move)
    return move
