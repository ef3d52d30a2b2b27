"""Starts bwrap with all its descriptors, and knows how it ended."""

import contextlib
import json
import os
import select
import socket
import subprocess
from pathlib import Path
from time import monotonic
from typing import Any, Final

from arena.remote_player import GUEST, GUEST_MAIN
from sandbox.cgroup import Cgroup
from sandbox.errors import SandboxError
from sandbox.seccomp import bpf_program

GUEST_INSIDE: Final = "/guest"
START_S: Final = 20.0
"""How long a box may take until its guest is ready."""
END_S: Final = 5.0

_NAMESPACES: Final = (
    "bubblewrap needs user namespaces, which this machine refuses. As root: sysctl -w "
    "kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu from 24.04), or "
    "kernel.unprivileged_userns_clone=1 (older Debian); user.max_user_namespaces must be above "
    "0. Inside a default Docker container it can't work: use the docker sandbox."
)


class Started:
    """A bwrap that has been started. ``pid``: the box's first process, as seen from here."""

    def __init__(
        self, process: "subprocess.Popen[bytes]", *, pid: int, control: socket.socket, stderr: int
    ) -> None:
        self._process = process
        self._stderr = stderr
        self.pid = pid
        self.control = control

    def wait_until_ready(self) -> None:
        """Wait for the guest's first line; raises SandboxError with its or bwrap's message."""
        deadline = monotonic() + START_S
        line = bytearray()
        while not line.endswith(b"\n"):
            _wait_readable(self.control.fileno(), deadline)
            try:
                data = self.control.recv(1)
            except BlockingIOError:
                continue
            except ConnectionError:
                data = b""
            if not data:
                raise _failure(self._process, self._stderr)
            line += data
        if b'"failed"' in line:
            raise SandboxError(f"the box can't be used: {json.loads(line)['failed']}")

    @staticmethod
    def was_killed(status: int) -> bool:
        """Whether bwrap itself was ended by a signal, or the first process was."""
        return status < 0 or status > 128

    def exit_status(self, *, wait_s: float) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(timeout=wait_s)
        return None

    def end(self) -> None:
        """Kill it; the box's first process dies with it."""
        self._process.kill()
        self._process.wait()
        os.close(self._stderr)


def start(
    bwrap: str,
    arguments: list[str],
    *,
    python: list[str],
    told: dict[str, Any],
    uid: int | None,
    cgroup: Cgroup | None,
) -> Started:
    """Start the guest under bwrap, as the user ``uid`` and in ``cgroup`` if there are such.

    ``python``: the command that runs it. ``told``: its argument, but for the descriptors. The box's first process is moved to the cgroup before the guest begins. Raises SandboxError.
    """
    with contextlib.ExitStack() as undo:
        ours, theirs = socket.socketpair()
        undo.callback(ours.close)
        info, info_there = os.pipe()
        go_there, go = os.pipe()
        stderr = os.memfd_create("stderr")
        undo.callback(os.close, stderr)
        inside = theirs.detach()
        handed = [inside, info_there, go_there]
        try:
            policy = _file(bpf_program(), handed)
            files = [
                part
                for file in sorted(GUEST.glob("*.py"))
                for part in _shown(file, f"{GUEST_INSIDE}/{file.name}", handed)
            ]
            whole = [
                *arguments,
                *("--dir", GUEST_INSIDE, *files, "--remount-ro", "/"),
                *("--info-fd", str(info_there), "--block-fd", str(go_there)),
            ]
            listed = _file(b"".join(os.fsencode(part) + b"\0" for part in whole), handed)
            argument = json.dumps({**told, "control": inside, "walls": policy})
            process = _spawn(
                [
                    *(bwrap, "--args", str(listed), "--"),
                    *(*python, f"{GUEST_INSIDE}/{GUEST_MAIN}", argument),
                ],
                handed=handed,
                stderr=stderr,
                uid=uid,
            )
        finally:
            for fd in handed:
                os.close(fd)
        undo.callback(process.wait)
        undo.callback(process.kill)
        try:
            pid = _first_process(info, process, stderr)
            if cgroup is not None:
                cgroup.add(pid)
            os.write(go, b"1")
        except OSError as error:
            raise SandboxError(f"the box could not be started: {error}") from error
        finally:
            os.close(info)
            os.close(go)
        undo.pop_all()
    return Started(process, pid=pid, control=ours, stderr=stderr)


def _spawn(
    command: list[str], *, handed: list[int], stderr: int, uid: int | None
) -> "subprocess.Popen[bytes]":
    """Start a command with nothing in its environment."""
    try:
        return subprocess.Popen(
            command,
            pass_fds=handed,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=stderr,
            env={},
            cwd="/",
            process_group=0,  # what is sent to all of the worker's group is not meant for it
            user=uid,
            group=uid,
            extra_groups=None if uid is None else [],
        )
    except OSError as error:
        raise SandboxError(f"{command[0]} can't be started: {error}") from error


def _first_process(info: int, process: "subprocess.Popen[bytes]", stderr: int) -> int:
    """The number of the box's first process, as bwrap tells it."""
    deadline = monotonic() + START_S
    told = bytearray()
    while b"}" not in told:
        _wait_readable(info, deadline)
        data = os.read(info, 4096)
        if not data:
            raise _failure(process, stderr)
        told += data
    facts: dict[str, Any] = json.loads(told)
    return int(facts["child-pid"])


def _failure(process: "subprocess.Popen[bytes]", stderr: int) -> SandboxError:
    """Why bwrap ended before the guest was ready, in its own words."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=1.0)
    said = os.pread(stderr, 4096, 0).decode("utf-8", "replace").strip()
    hint = f" ({_NAMESPACES})" if "namespace" in said or "uid map" in said else ""
    return SandboxError(
        f"bubblewrap failed with status {process.returncode}: {said or 'no message'}{hint}"
    )


def _file(content: bytes, handed: list[int]) -> int:
    """A descriptor to read ``content`` from, added to ``handed``."""
    fd = os.memfd_create("quintet")
    handed.append(fd)
    with open(fd, "wb", closefd=False) as file:
        file.write(content)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd


def _shown(file: Path, inside: str, handed: list[int]) -> list[str]:
    """What tells bwrap to put a copy of ``file`` into the box, which may not see the file itself."""
    return ["--perms", "0444", "--file", str(_file(file.read_bytes(), handed)), inside]


def _wait_readable(fd: int, deadline: float) -> None:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    if not poll.poll(max(0.0, deadline - monotonic()) * 1000):
        raise SandboxError(f"the box was not ready within {START_S:g} s")
