"""One core for a worker and its boxes, where there are enough cores.

A question to a bot on another core costs twice as much as one on the worker's own. What a thread
starts runs on its cores: so do bubblewrap's boxes, and Docker's are told.
"""

import os

from sandbox.runtime_dir import RuntimeDir, Slot


def take_core(runtime: RuntimeDir) -> Slot | None:
    """Run the calling thread, and what it starts from now on, on a core that no other worker has.

    None where there is only one core, or none is free: then nothing changes. Freeing the slot
    lets others have the core, but doesn't widen this thread's cores again.
    """
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        return None
    for core in cores:
        slot = Slot.take(runtime.path / f"core-{core}.lock", core)
        if slot is not None:
            os.sched_setaffinity(0, {core})
            return slot
    return None


def core_set() -> str | None:
    """The calling thread's cores as Docker takes them; None if it may use all there are."""
    cores = sorted(os.sched_getaffinity(0))
    return None if len(cores) == os.cpu_count() else ",".join(map(str, cores))
