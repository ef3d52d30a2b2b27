"""The line to the referee is closed by exec; the process lives on."""

import os
import sys


def choose_move(view):
    os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)"])
