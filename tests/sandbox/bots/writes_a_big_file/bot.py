from tried import refused


def write():
    with open("/tmp/big", "wb") as file:
        file.truncate(2**30)


def choose_move(view):
    refused(write)
    return view["legal"][0]
