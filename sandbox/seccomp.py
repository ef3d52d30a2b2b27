"""The system calls that a bot may make: one list for both backends, in two filters.

The guest's parent has the first, and a bot both: the second takes away what only the parent needs.

An allowlist: what isn't named fails with EPERM. It permits files, threads,
asyncio and subprocesses; it has no network, vsock, io_uring, ptrace, keyrings,
namespaces, mounts, System V or POSIX message queues, and no file locks, which
would be a channel between boxes (flock on a shared read-only file). Nor can a bot
drop a file's pages from memory or ask which are there (fadvise64, madvise with
MADV_PAGEOUT, preadv2 with RWF_NOWAIT): what it left in its own files would be read in the
next sitting. What sysinfo counts (free memory, processes, load) is the machine's, and so
would tell one bot what another does.
"""

import errno
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from seccompy import Action, ArgCmp, CmpOp, Filter

_FILES: Final = """
    access faccessat faccessat2 open openat creat close close_range dup dup2 dup3
    stat lstat fstat newfstatat statx statfs fstatfs readlink readlinkat getdents getdents64
    read pread64 readv preadv write pwrite64 writev pwritev lseek
    ftruncate truncate fallocate fsync fdatasync copy_file_range sendfile
    mkdir mkdirat rmdir unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat
    chmod fchmod fchmodat fchmodat2 umask utime utimes utimensat futimesat chdir fchdir getcwd
"""
_MEMORY: Final = "mmap munmap mprotect mremap brk msync membarrier"
_PROCESSES: Final = """
    fork vfork execve exit exit_group wait4 waitid
    getpid getppid gettid getpgid getpgrp getsid setpgid setsid
    getuid geteuid getgid getegid getresuid getresgid getgroups capget
    getrlimit setrlimit getrusage times getpriority uname getcpu
    sched_yield sched_getaffinity sched_getparam sched_getscheduler
    sched_get_priority_max sched_get_priority_min sched_rr_get_interval
    set_tid_address set_robust_list get_robust_list rseq futex futex_waitv arch_prctl
"""
_SIGNALS: Final = """
    kill tkill tgkill pause alarm getitimer setitimer restart_syscall sigaltstack
    rt_sigaction rt_sigprocmask rt_sigreturn rt_sigpending rt_sigtimedwait rt_sigsuspend
    rt_sigqueueinfo rt_tgsigqueueinfo
"""
_TIME: Final = """
    time gettimeofday clock_gettime clock_getres clock_nanosleep nanosleep
    timer_create timer_settime timer_gettime timer_getoverrun timer_delete
    timerfd_create timerfd_settime timerfd_gettime
"""
_WAITING: Final = """
    poll ppoll select pselect6 pipe pipe2 eventfd eventfd2 signalfd signalfd4
    epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2
"""
_UNIX_SOCKETS: Final = """
    bind listen accept accept4 connect getsockname getpeername getsockopt shutdown
    sendto recvfrom recvmsg recvmmsg
"""
_OTHER: Final = "getrandom"

ALLOWED: Final = tuple(
    " ".join(
        (_FILES, _MEMORY, _PROCESSES, _SIGNALS, _TIME, _WAITING, _UNIX_SOCKETS, _OTHER)
    ).split()
)


@dataclass(frozen=True)
class Only:
    """A system call allowed if the bits of ``mask`` in argument ``index`` equal ``value``."""

    name: str
    index: int
    value: int
    mask: int | None = None


_AF_UNIX: Final = 1
_NEW_NAMESPACES: Final = 0x7E020080
"""CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET."""
_FCNTL: Final = (0, 1, 2, 3, 4, 1030, 1032)
"""F_DUPFD, GETFD, SETFD, GETFL, SETFL, DUPFD_CLOEXEC, GETPIPE_SZ: no locks, leases, pipe sizes."""
_IOCTL: Final = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
"""TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX."""
_MADVISE: Final = (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23)
"""NORMAL, RANDOM, SEQUENTIAL, WILLNEED, DONTNEED, FREE, DONTFORK, DOFORK, HUGEPAGE, NOHUGEPAGE,
DONTDUMP, DODUMP, WIPEONFORK, KEEPONFORK, POPULATE_READ, POPULATE_WRITE: one's own memory only."""
_SETSOCKOPT: Final = (2, 7, 8, 9, 16, 20, 21)
"""SO_REUSEADDR, SNDBUF, RCVBUF, KEEPALIVE, PASSCRED, RCVTIMEO, SNDTIMEO: no filter programs."""
_PRCTL: Final = (1, 2, 3, 4, 15, 16, 23, 38, 39, 0x53564D41)
"""PDEATHSIG, DUMPABLE, NAME (each set and get), CAPBSET_READ, NO_NEW_PRIVS, SET_VMA (a name)."""

ALLOWED_ONLY: Final = (
    Only("clone", 0, 0, mask=_NEW_NAMESPACES),
    Only("socket", 0, _AF_UNIX),
    Only("socketpair", 0, _AF_UNIX),
    Only("prlimit64", 0, 0),
    *(Only("fcntl", 1, command) for command in _FCNTL),
    *(Only("ioctl", 1, request) for request in _IOCTL),
    *(Only("madvise", 2, advice) for advice in _MADVISE),
    *(Only("setsockopt", 2, option) for option in _SETSOCKOPT),
    *(Only("prctl", 0, option) for option in _PRCTL),
)

MISSING: Final = ("clone3", "openat2", "pidfd_open", "memfd_create")
"""Answered with ENOSYS, for which the C library and Python have other ways."""


HANDING_OVER: Final = ("sendmsg", "sendmmsg")
"""How the guest's parent gives a child its descriptors. A bot that could would leave some under
way: sockets that hold each other live on after all processes, until the kernel looks for such."""
PARENTS_CALLS: Final = (*HANDING_OVER, "mount", "umount2", "capset")
"""What the guest's parent needs between sittings, and no bot has; under docker only the first two."""
_SET_SECCOMP: Final = Only("prctl", 0, 22)


@cache
def bpf_program() -> bytes:
    """The filter of the guest's parent, and so of all in the box, as the kernel takes it.

    That is packed sock_filter, for this machine's architecture. A bot's processes have
    ``bots_bpf_program`` besides: to take on that one takes a tenth of the time of the whole.
    """
    policy = Filter(default=Action.ERRNO | errno.EPERM)
    for name in PARENTS_CALLS:
        policy.allow(name)
    policy.allow(_SET_SECCOMP.name, args=[_condition(_SET_SECCOMP)])
    for name in ALLOWED:
        if _exists(name):
            policy.allow(name)
    for only in ALLOWED_ONLY:
        if _exists(only.name):
            policy.allow(only.name, args=[_condition(only)])
    for name in MISSING:
        policy.errno(name, errno.ENOSYS)
    return policy.program


@cache
def bots_bpf_program() -> bytes:
    """What takes from a bot the calls that only the guest's parent is to have."""
    policy = Filter(default=Action.ALLOW)
    for name in PARENTS_CALLS:
        policy.errno(name, errno.EPERM)
    policy.errno(_SET_SECCOMP.name, errno.EPERM, args=[_condition(_SET_SECCOMP)])
    return policy.program


def _condition(only: Only) -> ArgCmp:
    if only.mask is None:
        return ArgCmp(only.index, CmpOp.EQ, only.value)
    return ArgCmp(only.index, CmpOp.MASKED_EQ, only.value, only.mask)


def _exists(name: str) -> bool:
    """Whether this architecture has the call: aarch64 lacks many of the older ones."""
    try:
        Filter().allow(name)
    except ValueError:
        return False
    return True


def docker_profile() -> dict[str, Any]:
    """The parent's as a profile for ``--security-opt seccomp=``, but for what it needs to mount."""
    names = [*ALLOWED, *HANDING_OVER]
    entries: list[dict[str, Any]] = [{"names": names, "action": "SCMP_ACT_ALLOW"}]
    for only in (*ALLOWED_ONLY, _SET_SECCOMP):
        condition = {"index": only.index, "value": only.value, "op": "SCMP_CMP_EQ"}
        if only.mask is not None:
            condition = {
                "index": only.index,
                "value": only.mask,
                "valueTwo": only.value,
                "op": "SCMP_CMP_MASKED_EQ",
            }
        entries.append({"names": [only.name], "action": "SCMP_ACT_ALLOW", "args": [condition]})
    entries.append({"names": list(MISSING), "action": "SCMP_ACT_ERRNO", "errnoRet": errno.ENOSYS})
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "archMap": [
            {"architecture": "SCMP_ARCH_X86_64", "subArchitectures": []},
            {"architecture": "SCMP_ARCH_AARCH64", "subArchitectures": []},
        ],
        "syscalls": entries,
    }
