"""Nothing of the host, of the worker or of other bots can be read."""

import os

from tried import refused


def choose_move(view):
    for file in (
        "/etc/shadow",
        "/root/.bashrc",
        "/root/.ssh/id_rsa",
        "/var/run/docker.sock",
        "/proc/1/environ",
        "/proc/1/mem",
        "/proc/1/maps",
        "/proc/kcore",
        "/dev/mem",
        "/dev/kmsg",
        "/dev/sda",
        "/dev/vda",
        "/proc/1/root/etc/shadow",
    ):
        refused(open, file, "rb")
    for folder in ("/root", "/home/user", "/proc/1/fd", "/proc/1/cwd/", "/proc/1/map_files"):
        refused(os.listdir, folder)
    if os.path.exists("/sys") and os.listdir("/sys"):
        raise BaseException("sees the machine's devices")
    others = [int(name) for name in os.listdir("/proc") if name.isdigit()]
    if len(others) > 3:
        raise BaseException(f"sees other processes: {others}")
    if os.getppid() != 1 or os.getuid() == 0:
        raise BaseException("runs as root, or beside others")
    wanted = {"HOME", "PATH", "HOSTNAME", "PYTHONHASHSEED", "LC_CTYPE", "PWD"}
    base = {name for name in os.environ if name.startswith(("PYTHON", "LANG", "GPG_KEY"))}
    if set(os.environ) - wanted - base:
        raise BaseException(f"inherits an environment: {dict(os.environ)}")
    return view["legal"][0]
