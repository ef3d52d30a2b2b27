import os

from tried import refused


def choose_move(view):
    for change in (os.setuid, os.setgid, os.seteuid, os.setegid):
        refused(change, 0)
    refused(os.chroot, "/tmp")
    refused(os.mknod, "/tmp/null", 0o20666, os.makedev(1, 3))
    with open("/proc/self/status") as file:
        status = dict(line.split(":", 1) for line in file)
    for name in ("CapEff", "CapPrm", "CapBnd", "CapInh", "CapAmb"):
        if int(status[name], 16) != 0:
            raise BaseException(f"has {name} {status[name]}")
    if status["NoNewPrivs"].strip() != "1" or status["Seccomp"].strip() != "2":
        raise BaseException("lacks no_new_privs or seccomp")
    return view["legal"][0]
