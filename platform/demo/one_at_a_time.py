"""Only one demo runs in a data directory: the second one is told where the first one serves."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO


class RunningAlready(Exception):
    """A demo has this data directory; the message says where it serves."""


@contextmanager
def only_demo_in(folder: Path) -> Iterator[TextIO]:
    """Hold the directory's lock; yield its file, into which the address goes. Raises RunningAlready.

    The lock is the kernel's: it ends with the process that holds it, and never has to be cleared away.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "demo.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            where = file.read().strip() or "it is just starting"
            raise RunningAlready(f"A demo is running here already: {where}.") from None
        note(file, "it is just starting")
        yield file
        note(file, "")


def note(file: TextIO, text: str) -> None:
    """Write what a second demo is to be told."""
    file.truncate(0)
    file.write(text)
    file.flush()
    os.fsync(file.fileno())
