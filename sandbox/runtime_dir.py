"""The folder with what running boxes need on this machine: one folder a box, locks of slots."""

import contextlib
import fcntl
import json
import os
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, Self

from sandbox.errors import SandboxError
from sandbox.process_tree import worker_is_gone

_ABOUT: Final = "about.json"
_READ_BY_ALL: Final = 0o444


class RuntimeDir:
    """``<tmp>/quintet-sandbox-<uid>`` unless told otherwise; nobody else may write to it."""

    def __init__(self, path: str | Path = "") -> None:
        uid = os.geteuid()
        self.path = Path(path or Path(tempfile.gettempdir()) / f"quintet-sandbox-{uid}")
        self.path.mkdir(mode=0o711, parents=True, exist_ok=True)
        state = self.path.lstat()
        if state.st_uid != uid or state.st_mode & 0o022 or not self.path.is_dir():
            raise SandboxError(
                f"{self.path} belongs to somebody else or may be written by others; remove it, "
                "or name another folder by the setting QUINTET_SANDBOX_RUNTIME_DIR"
            )
        self.path.chmod(0o711)

    def new_box(self, about: Mapping[str, Any]) -> "BoxDir":
        """A folder for a new box, with ``about`` stored for the reaper."""
        name = f"box-{secrets.token_hex(8)}"
        folder = self.path / name
        folder.mkdir(mode=0o711)
        folder.chmod(0o711)
        box = BoxDir(folder)
        box.code_dir.mkdir()
        box.code_dir.chmod(0o755)
        box.write_about(about)
        return box

    def boxes(self) -> "Iterator[BoxDir]":
        for folder in self.path.glob("box-*"):
            yield BoxDir(folder)

    def remove_leftovers(self) -> int:
        """Remove folders of boxes whose worker is gone; returns how many."""
        gone = [box for box in self.boxes() if worker_is_gone(box.about() or {})]
        for box in gone:
            box.remove()
        return len(gone)

    @contextlib.contextmanager
    def lock(self, name: str) -> Iterator[None]:
        """Held by one process of this machine at a time."""
        fd = os.open(self.path / f"{name}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            yield
        finally:
            os.close(fd)

    def take_slot(self, first: int, *, count: int = 1000) -> "Slot":
        """The first slot from ``first`` on that no process of this machine holds."""
        for step in range(count):
            number = (first + step) % count
            slot = Slot.take(self.path / f"slot-{number}.lock", number)
            if slot is not None:
                return slot
        raise SandboxError(f"all {count} slots of the sandbox are taken")


class BoxDir:
    """The folder of one box."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def name(self) -> str:
        return self.path.name

    def write_about(self, about: Mapping[str, Any]) -> None:
        """Store what the reaper must know, when it isn't just ending the box.

        Neither by renaming nor by emptying first: both make ext4 write to the disk at once.
        """
        path = os.fspath(self.path / _ABOUT)
        with self.held():
            fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                os.ftruncate(fd, os.write(fd, json.dumps(dict(about)).encode()))
            finally:
                os.close(fd)

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """While it lasts, nobody else says whom the box is for, nor reaps it."""
        fd = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX)
            yield
        finally:
            os.close(fd)

    @contextlib.contextmanager
    def still_about(self, known: Mapping[str, Any]) -> Iterator[bool]:
        """Hold the box; whether it is for whom it was when ``known`` was read.

        A box stays with its bot: the attempt that was over when it was looked up may have
        handed it on, and the next match isn't to lose it.
        """
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(self.held())
            except FileNotFoundError:
                yield True  # nobody can hand it on
                return
            yield (self.about() or {}) == known

    def about(self) -> dict[str, Any] | None:
        """What was stored; None where it can't be read (yet)."""
        try:
            found = json.loads((self.path / _ABOUT).read_text())
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    @property
    def code_dir(self) -> Path:
        """What the box shows as ``/bot``: empty until a bot is handed in."""
        return self.path / "bot"

    def copy_code(self, code_dir: Path) -> None:
        """Copy a bot's files into ``code_dir``, for every user to read and nobody to write."""
        shutil.copytree(
            code_dir,
            self.code_dir,
            symlinks=True,
            copy_function=_copy_readable,
            dirs_exist_ok=True,
        )
        for folder, _, _ in os.walk(self.code_dir):
            os.chmod(folder, 0o755)

    @property
    def socket_dir(self) -> Path:
        return self.path / "socket"

    @property
    def socket_path(self) -> Path:
        return self.socket_dir / "control"

    def listen(self) -> socket.socket:
        """A socket in ``socket_dir`` that the box's user, whoever that is, can connect to."""
        self.socket_dir.mkdir(mode=0o755)
        self.socket_dir.chmod(0o755)
        listener = socket.socket(socket.AF_UNIX)
        folder = os.open(self.socket_dir, os.O_PATH | os.O_DIRECTORY)
        try:
            # By this way the length of the path, which is limited, doesn't matter.
            listener.bind(f"/proc/self/fd/{folder}/{self.socket_path.name}")
        finally:
            os.close(folder)
        self.socket_path.chmod(0o666)
        listener.listen(1)
        return listener

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)


def _copy_readable(source: str, target: str) -> str:
    shutil.copyfile(source, target)
    os.chmod(target, _READ_BY_ALL)
    return target


class Slot:
    """A number that no other box on this machine has while it is held."""

    def __init__(self, number: int, fd: int) -> None:
        self.number = number
        self._fd: int | None = fd

    @classmethod
    def take(cls, lock: Path, number: int) -> Self | None:
        fd = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(fd)
            return None
        return cls(number, fd)

    def free(self) -> None:
        if self._fd is not None:
            with contextlib.suppress(OSError):
                os.close(self._fd)
            self._fd = None
