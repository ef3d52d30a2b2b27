def choose(view, memory):
    return view["legal"][0]


choose_move = choose
