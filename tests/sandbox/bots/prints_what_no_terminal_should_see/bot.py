"""Control characters, half characters and raw bytes are only a log."""

import os


def choose_move(view):
    print("\x1b[2J\x1b]0;title\x07\0\x08\r\ud800\u202e\N{SNOWMAN}")
    os.write(2, bytes(range(256)))
    print('{"id": "0", "do": "rise"}')
    return view["legal"][0]
