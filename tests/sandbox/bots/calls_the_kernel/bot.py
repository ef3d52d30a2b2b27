"""System calls that a card player needs not."""

import ctypes
import errno
import platform

X86_64 = {
    "ptrace": 101,
    "syslog": 103,
    "mount": 165,
    "umount2": 166,
    "swapon": 167,
    "reboot": 169,
    "init_module": 175,
    "quotactl": 179,
    "add_key": 248,
    "request_key": 249,
    "keyctl": 250,
    "unshare": 272,
    "perf_event_open": 298,
    "open_by_handle_at": 304,
    "setns": 308,
    "process_vm_readv": 310,
    "process_vm_writev": 311,
    "kcmp": 312,
    "finit_module": 313,
    "memfd_create": 319,
    "bpf": 321,
    "userfaultfd": 323,
    "io_uring_setup": 425,
    "pidfd_open": 434,
    "clone3": 435,
    "pidfd_getfd": 438,
    "mount_setattr": 442,
    "shmget": 29,
    "semget": 64,
    "msgget": 68,
    "mq_open": 240,
    "flock": 73,
    "chroot": 161,
    "pivot_root": 155,
    "mknod": 133,
    "setxattr": 188,
    "inotify_init": 253,
    "fanotify_init": 300,
    "personality": 135,
    "sched_setaffinity": 203,
    "setpriority": 141,
    "ioprio_set": 251,
    "kexec_load": 246,
    "fadvise64": 221,
    "mincore": 27,
    "preadv2": 327,
    "pwritev2": 328,
}
CLONE_NEWUSER = 0x10000000


def choose_move(view):
    if platform.machine() != "x86_64":
        return view["legal"][0]
    kernel = ctypes.CDLL(None, use_errno=True)
    for name, number in X86_64.items():
        ctypes.set_errno(0)
        result = kernel.syscall(number, 0, 0, 0, 0, 0, 0)
        if result != -1 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS):
            raise BaseException(f"{name} gave {result}, errno {ctypes.get_errno()}")
    if kernel.syscall(56, CLONE_NEWUSER | 17, 0, 0, 0, 0) != -1:
        raise BaseException("clone makes namespaces")
    # prlimit of the first process; fcntl with a lock.
    if kernel.syscall(302, 1, 0, 0, 0) != -1:
        raise BaseException("prlimit reaches others")
    with open(__file__) as file:
        if kernel.syscall(72, file.fileno(), 6, ctypes.create_string_buffer(64)) != -1:
            raise BaseException("files can be locked")
    return view["legal"][0]
