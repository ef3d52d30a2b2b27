"""What goes wrong on our side is never charged to a bot, and says what to do."""

import contextlib
import errno
import os
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any

import docker
import pytest

from arena.player import View
from sandbox import docker_image
from sandbox.backends import all_backends, find_backend
from sandbox.backends.docker import DockerBackend
from sandbox.box import Backend, Box
from sandbox.errors import NoSandbox, SandboxError
from sandbox.limits import SandboxLimits
from sandbox.runtime_dir import BoxDir, RuntimeDir

HONEST = "def choose_move(view):\n    return view['legal'][0]\n"


def test_there_are_two_backends_the_container_engine_first() -> None:
    assert list(all_backends()) == ["docker", "bubblewrap"]


def test_an_unknown_backend_is_named_with_those_there_are() -> None:
    with pytest.raises(LookupError, match="docker, bubblewrap"):
        find_backend("bare")


def test_a_setting_that_no_backend_has_is_refused() -> None:
    with pytest.raises(LookupError, match="colour"):
        find_backend("auto", colour="red")


def test_a_box_killed_from_outside_is_our_error(
    backend: Backend,
    open_bot: Callable[..., Box],
    a_view: Callable[..., View],
    seat: dict[str, Any],
) -> None:
    box = open_bot(HONEST)
    player = box.player
    player.sit(**seat)
    player.choose(a_view())
    kill_from_outside(backend, box)
    with pytest.raises(SandboxError, match="from outside"):
        player.choose(a_view())


@pytest.mark.bubblewrap
def test_a_bwrap_that_is_asked_to_end_is_our_error(
    tmp_path: Path, a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    (tmp_path / "bot.py").write_text(HONEST)
    backend: Any = find_backend("bubblewrap")
    with backend.open(tmp_path, limits=SandboxLimits(), labels={}) as box:
        box.player.sit(**seat)
        process = box._started._process
        assert os.getpgid(process.pid) != os.getpgid(0)
        process.terminate()
        process.wait(5)
        assert box._tree.has_ended(wait_s=5)
        with pytest.raises(SandboxError, match="from outside"):
            box.player.choose(a_view())


def test_a_box_killed_between_sittings_is_our_error(
    backend: Backend,
    open_bot: Callable[..., Box],
    a_view: Callable[..., View],
    seat: dict[str, Any],
) -> None:
    box = open_bot(HONEST)
    player = box.player
    player.sit(**seat)
    player.choose(a_view())
    player.rise()
    kill_from_outside(backend, box)
    with pytest.raises(SandboxError, match="from outside"):
        player.sit(**seat)


def kill_from_outside(backend: Backend, box: Any) -> None:
    if backend.name == "docker":
        subprocess.run(["docker", "kill", box._container], check=True, capture_output=True)
    else:
        os.kill(box._tree.pid, 9)
        assert box._tree.has_ended(wait_s=5)


@pytest.mark.docker
def test_a_missing_image_says_how_to_build_it() -> None:
    with pytest.raises(NoSandbox, match="make image"):
        find_backend("docker", image="quintet-no-such-image", build_image=False)


@pytest.mark.docker
def test_an_image_with_another_guest_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docker_image, "guest_hash", lambda: "another")
    with pytest.raises(NoSandbox, match=r"another guest.*make image"):
        find_backend("docker", build_image=False)


def test_a_machine_without_a_daemon_is_told_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(NoSandbox, match=r"apt install docker\.io"):
        find_backend("docker", base_url=f"unix://{tmp_path}/nobody")


def test_a_daemon_that_hangs_is_given_up_on(tmp_path: Path) -> None:
    with contextlib.ExitStack() as closing:
        listener = closing.enter_context(socket.socket(socket.AF_UNIX))
        listener.bind(str(tmp_path / "hung"))
        listener.listen()
        accepted: list[socket.socket] = []

        def accept() -> None:
            with contextlib.suppress(OSError):
                while True:
                    accepted.append(listener.accept()[0])

        threading.Thread(target=accept, daemon=True).start()
        with pytest.raises(NoSandbox, match="no Docker daemon answers"):
            find_backend("docker", base_url=f"unix://{tmp_path}/hung", timeout_s=0.3)
        for connection in accepted:
            connection.close()


def test_bubblewrap_that_is_not_there_is_our_error(tmp_path: Path) -> None:
    with pytest.raises(NoSandbox, match="can't be started"):
        find_backend("bubblewrap", bwrap=str(tmp_path / "bwrap"))


def test_bubblewrap_that_fails_is_quoted() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        broken = Path(folder, "bwrap")
        broken.write_text("#!/bin/sh\necho No permissions to create new namespace >&2\nexit 1\n")
        broken.chmod(0o755)
        with pytest.raises(NoSandbox, match=r"No permissions.*sysctl"):
            find_backend("bubblewrap", bwrap=str(broken))


def test_a_python_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoSandbox, match="QUINTET_SANDBOX_PYTHON"):
        find_backend("bubblewrap", python=str(tmp_path / "python3"))


def test_a_runtime_folder_that_others_may_write_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "open"
    folder.mkdir()
    folder.chmod(0o777)
    with pytest.raises(NoSandbox, match="QUINTET_SANDBOX_RUNTIME_DIR"):
        find_backend("bubblewrap", runtime_dir=folder)


def test_a_bot_whose_folder_is_gone_is_our_error(backend: Backend, tmp_path: Path) -> None:
    with pytest.raises((SandboxError, OSError)):
        with backend.open(tmp_path / "gone", limits=SandboxLimits(), labels={}) as box:
            _ = box.player


def test_a_private_folder_of_code_is_handed_in_all_the_same(
    backend: Backend, tmp_path: Path, a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    code = tmp_path / "private" / "code"
    code.mkdir(parents=True)
    (code / "bot.py").write_text(HONEST)
    (code / "bot.py").chmod(0o600)
    code.parent.chmod(0o700)
    with backend.open(code, limits=SandboxLimits(), labels={}) as box:
        box.player.sit(**seat)
        assert box.player.choose(a_view())[0] == "R1"


def test_a_full_disk_is_our_error(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text(HONEST)

    def no_space(self: object, about: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(BoxDir, "write_about", no_space)
    with pytest.raises(SandboxError, match="No space left"):
        backend.open(tmp_path, limits=SandboxLimits(), labels={})


def test_a_full_disk_when_a_bot_is_handed_in_leaves_nothing(
    backend: Backend, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text(HONEST)
    before = {box.name for box in RuntimeDir().boxes()}

    def no_space(self: object, code_dir: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(BoxDir, "copy_code", no_space)
    with pytest.raises(SandboxError, match="could not be handed in.*No space left"):
        backend.open(tmp_path, limits=SandboxLimits(), labels={})
    mine = [
        box
        for box in RuntimeDir().boxes()
        if box.name not in before and ((box.about() or {}).get("worker") or [0])[0] == os.getpid()
    ]
    assert not mine


@pytest.mark.docker
def test_a_container_that_is_lost_is_our_error(
    docker_backend: Backend, tmp_path: Path, a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    (tmp_path / "bot.py").write_text(HONEST)
    box: Any
    with docker_backend.open(tmp_path, limits=SandboxLimits(), labels={}) as box:
        player = box.player
        player.sit(**seat)
        subprocess.run(["docker", "rm", "-f", box._container], check=True, capture_output=True)
        with pytest.raises(SandboxError):
            player.choose(a_view())


@pytest.mark.docker
def test_an_image_that_is_lost_between_two_matches_is_our_error(
    docker_backend: Backend, tmp_path: Path
) -> None:
    (tmp_path / "bot.py").write_text(HONEST)
    lost = DockerBackend()
    lost._digest = "sha256:" + "0" * 64
    with pytest.raises(SandboxError, match="could not be created"):
        lost.open(tmp_path, limits=SandboxLimits(), labels={})


class Daemon:
    """The real daemon behind a socket that stops answering when it is told to."""

    def __init__(self, path: Path) -> None:
        self._real = os.environ.get("DOCKER_HOST", "unix:///var/run/docker.sock")[len("unix://") :]
        self._answers = threading.Event()
        self._answers.set()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        self.address = f"unix://{path}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near = self._listener.accept()[0]
                far = socket.socket(socket.AF_UNIX)
                far.connect(self._real)
                for source, target in ((near, far), (far, near)):
                    threading.Thread(target=self._copy, args=(source, target), daemon=True).start()

    def _copy(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self._answers.wait()
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hang(self) -> None:
        self._answers.clear()

    def answer(self) -> None:
        self._answers.set()

    def close(self) -> None:
        self.answer()
        self._listener.close()


@pytest.fixture
def daemon(docker_backend: Backend, tmp_path: Path) -> Iterator[Daemon]:
    if not os.environ.get("DOCKER_HOST", "unix://").startswith("unix://"):
        pytest.skip("docker: its daemon is reached by another way than a Unix socket")
    with tempfile.TemporaryDirectory() as short:
        daemon = Daemon(Path(short, "socket"))
        yield daemon
        daemon.close()


@pytest.mark.docker
def test_a_daemon_that_hangs_in_mid_match_faults_nobody_and_holds_up_nobody(
    daemon: Daemon, tmp_path: Path, a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    """The game goes on without it; only what it must be asked fails; the reaper clears up later."""
    (tmp_path / "bot.py").write_text(HONEST)
    backend: Any = find_backend("docker", base_url=daemon.address, timeout_s=3.0)
    box: Any = backend.open(tmp_path, limits=SandboxLimits(), labels={})
    box.player.sit(**seat)
    daemon.hang()
    assert box.player.choose(a_view())[0] == "R1"
    began = monotonic()
    box.close()
    with pytest.raises(SandboxError, match="could not be created"):
        backend.open(tmp_path, limits=SandboxLimits(), labels={})
    with pytest.raises(SandboxError, match="could not be listed"):
        backend.reap(now=datetime.now(UTC))
    assert monotonic() - began < 30
    daemon.answer()
    backend.reap(now=datetime.now(UTC))
    client = docker.from_env()
    assert not client.containers.list(all=True, filters={"id": box._container})
    client.close()


@pytest.mark.docker
def test_a_daemon_that_hangs_when_a_container_is_lost_is_our_error(
    daemon: Daemon, tmp_path: Path, a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    (tmp_path / "bot.py").write_text(HONEST)
    backend: Any = find_backend("docker", base_url=daemon.address, timeout_s=3.0)
    with backend.open(tmp_path, limits=SandboxLimits(), labels={}) as box:
        box.player.sit(**seat)
        daemon.hang()
        kill = ["docker", "kill", box._container]
        subprocess.run(kill, check=True, capture_output=True)
        with pytest.raises(SandboxError, match="could not be looked at"):
            box.player.choose(a_view())
        daemon.answer()
