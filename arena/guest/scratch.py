"""Emptying the scratch directory, where a sitting can't get one of its own."""

import itertools
import os


def some(folder: bytes) -> list["os.DirEntry[bytes]"]:
    """Some of what is in ``folder``: there may be more than memory holds."""
    with os.scandir(folder) as entries:
        return list(itertools.islice(entries, 1000))


def empty(folder: str) -> None:
    """Remove everything in ``folder``, however deep, named, protected or numerous.

    Subfolders are lifted to the top before theirs is removed, so neither path
    length nor recursion nor open files grow with the depth.
    """
    top = os.fsencode(folder)
    lifted = 0
    if os.stat(top).st_uid == os.getuid():
        os.chmod(top, 0o700)
    while entries := some(top):
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                os.unlink(entry.path)
                continue
            os.chmod(entry.path, 0o700)
            while inner := some(entry.path):
                for inside in inner:
                    if not inside.is_dir(follow_symlinks=False):
                        os.unlink(inside.path)
                        continue
                    os.chmod(inside.path, 0o700)
                    lifted += 1
                    target = b".lifted-%d-%d" % (os.getpid(), lifted)
                    os.rename(inside.path, os.path.join(top, target))
            os.rmdir(entry.path)
    if os.stat(top).st_uid == os.getuid():
        os.chmod(top, 0o700)
        os.utime(top, (0, 0))
