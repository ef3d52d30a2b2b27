def choose_move(view):
    while True:
        print("x" * 1000)
