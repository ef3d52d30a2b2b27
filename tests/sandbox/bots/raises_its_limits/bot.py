import os
import resource

from tried import refused


def choose_move(view):
    for name in ("AS", "CORE", "DATA", "FSIZE", "MEMLOCK", "NOFILE", "NPROC"):
        number = getattr(resource, f"RLIMIT_{name}")
        soft, hard = resource.getrlimit(number)
        if hard == resource.RLIM_INFINITY or soft != hard:
            raise BaseException(f"{name} is {soft}, {hard}")
        refused(resource.setrlimit, number, (hard + 1, hard + 1))
        refused(resource.prlimit, 1, number, (hard, hard))
        refused(resource.prlimit, os.getppid(), number)
    for change in (os.nice, lambda by: os.setpriority(os.PRIO_PROCESS, 0, by)):
        refused(change, -5)
    refused(os.setpriority, os.PRIO_PROCESS, 1, 19)
    refused(os.sched_setaffinity, 0, {0})
    refused(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1))
    refused(os.sched_setparam, 1, os.sched_param(0))
    return view["legal"][0]
