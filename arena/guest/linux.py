"""What the guest asks of Linux that Python has no words for."""

import os
import struct
import sys

try:
    import ctypes
except ImportError:  # not on every system an author may try the bot on
    ctypes = None  # type: ignore[assignment]

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP = 1, 4, 22
PR_CAPBSET_DROP = 24
SECCOMP_MODE_FILTER = 2
CAPABILITY_VERSION_3 = 0x20080522
CAP_SYS_ADMIN = 21

LIBC = ctypes.CDLL(None, use_errno=True) if ctypes and sys.platform == "linux" else None


def prctl(option: int, value: int) -> None:
    """Linux's prctl, where there is one."""
    if LIBC is not None:
        LIBC.prctl(option, int(value), 0, 0, 0)


def call(name: str, *arguments: object) -> None:
    """Call the C library; raises OSError, which names the call."""
    if getattr(LIBC, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


class Capabilities:
    """A set that a process can make its own, given up to it beforehand."""

    def __init__(self, *numbers: int) -> None:
        bits = sum(1 << number for number in numbers)
        # Twice effective, permitted and inheritable: each of 32 bits.
        self.header = struct.pack("=Ii", CAPABILITY_VERSION_3, 0)
        self.sets = struct.pack("=6I", bits, bits, 0, 0, 0, 0)

    def take_on(self) -> None:
        """Give up all others, those that another program would be given among them."""
        call("capset", self.header, self.sets)


class Filter:
    """A filter of system calls, made once and taken on by many."""

    def __init__(self, program: bytes) -> None:
        self.code = ctypes.create_string_buffer(program, len(program))
        # The kernel's struct sock_fprog: an unsigned short, and behind a gap a pointer.
        self.told = struct.pack("@HP", len(program) // 8, ctypes.addressof(self.code))

    def take_on(self) -> None:
        """For this process and all it starts."""
        call("prctl", PR_SET_SECCOMP, SECCOMP_MODE_FILTER, self.told, 0, 0)
