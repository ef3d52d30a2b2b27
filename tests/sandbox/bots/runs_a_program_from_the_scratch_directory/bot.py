"""/tmp is noexec: a copied program doesn't start."""

import os
import shutil
import stat
import subprocess
import sys


def choose_move(view):
    shutil.copy(sys.executable, "/tmp/program")
    os.chmod("/tmp/program", stat.S_IRWXU)
    try:
        subprocess.run(["/tmp/program", "-S", "-c", "0"], check=False, capture_output=True)
    except PermissionError:
        pass
    else:
        raise AssertionError("it ran")
    os.unlink("/tmp/program")
    return view["legal"][0]
