"""Nothing can be written but /tmp."""

import os

from tried import refused


def choose_move(view):
    here = os.path.dirname(__file__)
    for folder in (
        "/",
        here,
        "/dev",
        "/dev/shm",
        "/dev/mqueue",
        "/etc",
        "/usr",
        "/proc",
        "/sys",
        "/run",
        "/var",
        "/var/tmp",
        "/home",
        "/packages",
        "/quintet",
        "/quintet/box",
    ):
        refused(open, f"{folder}/written", "w")
    for file in (
        __file__,
        os.__file__,
        "/proc/sys/kernel/hostname",
        "/proc/1/mem",
        "/guest/parent.py",
        "/proc/1/oom_score_adj",
        "/proc/1/comm",
        "/quintet/guest/parent.py",
    ):
        refused(open, file, "r+")
    refused(os.unlink, __file__)
    refused(os.chmod, __file__, 0o777)
    refused(os.utime, __file__)
    refused(os.rename, __file__, "/tmp/bot.py")
    return view["legal"][0]
