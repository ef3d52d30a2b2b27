import signal

for number in range(1, signal.NSIG):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass


def choose_move(view):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
