"""Nothing of the deal to come is in its process, its files or its environment."""

import gc
import glob
import os
import sys


def everything():
    for name in ("/proc/self/cmdline", "/proc/1/cmdline"):
        if not os.path.exists(name):
            continue  # the guest's parent isn't shown at all
        with open(name, "rb") as file:
            yield file.read().decode(errors="replace")
    yield repr(os.environ)
    for name in glob.glob("/bot/*") + glob.glob("/tmp/*") + glob.glob("/quintet/box/*"):
        yield name
    frame = sys._getframe().f_back
    while frame:
        yield repr({name: value for name, value in frame.f_locals.items() if name != "texts"})
        frame = frame.f_back
    for found in gc.get_objects():
        if type(found) is dict:
            yield from (key for key in list(found) if type(key) is str)


def choose_move(view):
    texts = list(everything())
    for word in ("shuffle" + "_seed", "SECRET" + "_KEY", "DATABASE" + "_URL"):
        if any(word in text for text in texts):
            raise BaseException(f"there is a {word}")
    if "arena" in sys.modules or os.path.exists("/bot/../arena"):
        raise BaseException("the referee's code is here")
    return view["legal"][0]
