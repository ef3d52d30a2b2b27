choose_move = "a text"
