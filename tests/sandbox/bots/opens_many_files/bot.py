from tried import refused


def open_many():
    kept = []
    for _ in range(100):
        kept.append(open(__file__))


def choose_move(view):
    refused(open_many)
    return view["legal"][0]
