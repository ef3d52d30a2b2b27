import ctypes
import os

from tried import refused

NEW = {
    "cgroup": 0x02000000,
    "uts": 0x04000000,
    "ipc": 0x08000000,
    "user": 0x10000000,
    "pid": 0x20000000,
    "net": 0x40000000,
    "mount": 0x00020000,
    "time": 0x00000080,
}


def choose_move(view):
    library = ctypes.CDLL(None, use_errno=True)
    for name, flag in NEW.items():
        if library.unshare(flag) == 0:
            raise BaseException(f"unshares {name}")
    for pid in ("self", "1"):
        refused(os.listdir, f"/proc/{pid}/ns")
    if library.setns(0, 0) == 0 or library.chroot(b"/tmp") == 0:
        raise BaseException("enters another")
    for kind in (b"tmpfs", b"proc", b"sysfs", b"overlay", b"mqueue", b"bpf"):
        if library.mount(b"none", b"/tmp", kind, 0, None) == 0:
            raise BaseException(f"mounts {kind}")
    if library.mount(b"/bot", b"/tmp", None, 4096, None) == 0:
        raise BaseException("binds")
    if library.mount(None, b"/", None, 32 | 4096, None) == 0:
        raise BaseException("remounts")
    if library.umount2(b"/proc", 2) == 0:
        raise BaseException("unmounts")
    return view["legal"][0]
