"""What a container must not see of its machine, though its own /proc and /dev show it.

Most of it is counters that every process of the machine moves: two bots of one match could
talk by them. The rest describes the machine, which is nobody's business. Processes of the
container itself, ``self``, ``cpuinfo``, ``uptime`` and ``version`` stay, and so does what only root
may read or write: a covered file can be opened.
"""

from typing import Final

_COUNTERS: Final = """
    buddyinfo cgroups diskstats interrupts key-users keys latency_stats loadavg locks meminfo
    partitions pressure sched_debug schedstat softirqs stat swaps timer_list timer_stats vmstat
    zoneinfo
"""
_MACHINE: Final = """
    acpi asound bus cmdline config.gz consoles devices driver fs iomem ioports irq kallsyms kcore
    misc modules scsi tty
"""
_SETTINGS: Final = "sys"

MASKED: Final = (
    *(f"/proc/{name}" for name in (_COUNTERS + _MACHINE + _SETTINGS).split()),
    "/sys/firmware",
    # Terminals are counted for the whole machine, so one bot could use up all there are.
    "/dev/pts",
)
"""Paths that the engine covers, files by an empty device, folders by an empty read-only one."""
