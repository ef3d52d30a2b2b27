"""Which descriptors a process of the guest keeps open."""

import os

try:
    import resource
except ImportError:  # not on every system an author may try the bot on
    resource = None  # type: ignore[assignment]


def close_all_but(*kept: int) -> None:
    """Close every descriptor but ``kept``, which has 0, 1 and 2."""
    fds = sorted(kept)
    ends = [*fds[1:], os.sysconf("SC_OPEN_MAX") if resource else 256]
    for fd, end in zip(fds, ends, strict=True):
        # With an end before its start, closerange() closes everything.
        if fd + 1 < end:
            os.closerange(fd + 1, end)
