"""Its name, its clock, its settings."""

import os
import socket
import time

from tried import refused


def write(name):
    os.write(os.open(name, os.O_WRONLY), b"1")


def choose_move(view):
    refused(socket.sethostname, "mine")
    refused(time.clock_settime, time.CLOCK_REALTIME, 0)
    for name in (
        "/proc/sys/kernel/core_pattern",
        "/proc/sys/kernel/hostname",
        "/proc/sys/kernel/domainname",
        "/proc/sys/kernel/randomize_va_space",
        "/proc/sys/kernel/ns_last_pid",
        "/proc/sys/net/ipv4/ip_forward",
        "/proc/sys/vm/overcommit_memory",
        "/proc/sys/fs/pipe-max-size",
        "/proc/sys/user/max_user_namespaces",
        "/proc/sysrq-trigger",
        "/proc/1/oom_score_adj",
        "/proc/1/coredump_filter",
        "/proc/1/timerslack_ns",
        "/proc/1/attr/current",
        "/proc/self/uid_map",
        "/proc/self/timens_offsets",
        "/sys/fs/cgroup/cgroup.procs",
        "/sys/fs/cgroup/memory/memory.limit_in_bytes",
        "/sys/kernel/mm/ksm/run",
        "/sys/power/state",
    ):
        refused(write, name)
    return view["legal"][0]
