"""Boxes by Docker: one container for one bot in one match, with every way out closed.

The worker listens on a Unix socket in a folder of the box, which the guest connects to;
questions and answers then go through pipes handed over it. See docs/operations/sandbox.md.
"""

import contextlib
import json
import logging
import os
import socket
import tempfile
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Final

import docker
from docker.errors import DockerException, NotFound
from docker.types import LogConfig, Mount, Ulimit
from requests.exceptions import RequestException

from arena.player import CRASH, OUT_OF_MEMORY, BotFault
from arena.remote_player import GUEST_ENVIRONMENT, Ended, RemotePlayer
from sandbox.box import Alive, Backend, Box, decode, encode, is_abandoned, with_deadline
from sandbox.cgroup import Cgroup
from sandbox.docker_image import IMAGE, build, image_digest
from sandbox.errors import NoSandbox, SandboxError
from sandbox.limits import SandboxLimits
from sandbox.process_tree import boxed_by, worker_is_gone
from sandbox.runtime_dir import BoxDir, RuntimeDir, Slot, readable_by_all
from sandbox.seccomp import docker_profile

log = logging.getLogger(__name__)

START_S: Final = 30.0
"""How long a container may take until its guest has connected."""
_LABEL: Final = "quintet."
_BOX_LABEL: Final = _LABEL + "box"
_INSIDE: Final = "/quintet/box"
_KILLED: Final = 137


class DockerBackend(Backend):
    """``base_url``: of the daemon, by default from DOCKER_HOST. ``timeout_s``: of every call to it.

    ``image``, ``build_image``: built when it is missing or stale, unless False. ``runtime``:
    another OCI runtime, such as ``runsc``. ``runtime_dir``, ``code``: folders that the daemon
    must see under the same path. ``first_uid``: slot n runs as user ``first_uid`` + n.
    """

    name = "docker"
    preference = 10

    def __init__(
        self,
        *,
        image: str = IMAGE,
        build_image: bool = True,
        base_url: str = "",
        timeout_s: float = 30.0,
        runtime: str = "",
        runtime_dir: str | Path = "",
        first_uid: int = 61_000,
    ) -> None:
        self._image = image
        self._build_image = build_image
        self._base_url = base_url
        self._timeout_s = timeout_s
        self._runtime = runtime
        self._runtime_setting = runtime_dir
        self._first_uid = first_uid
        self._clients: dict[int, Any] = {}
        self._digest = ""

    @cached_property
    def runtime_dir(self) -> RuntimeDir:
        return RuntimeDir(self._runtime_setting)

    @property
    def client(self) -> Any:
        """The connection of this process: a forked worker must not share its parent's."""
        pid = os.getpid()
        if pid not in self._clients:
            if self._base_url:
                client = docker.DockerClient(base_url=self._base_url, timeout=self._timeout_s)
            else:
                client = docker.from_env(timeout=self._timeout_s)
            # It would keep a connection open for every address it ever asked, up to 25.
            client.api.headers["Connection"] = "close"
            self._clients = {pid: client}
        return self._clients[pid]

    def problem(self) -> str | None:
        try:
            with _ours("no Docker daemon answers"):
                self.client.ping()
            self._digest = self._find_image()
            with tempfile.TemporaryDirectory(prefix="trial-", dir=self.runtime_dir.path) as folder:
                os.chmod(folder, 0o755)
                Path(folder, "bot.py").touch()
                with self.open(Path(folder), limits=SandboxLimits(), labels={}) as box:
                    _ = box.player
        except (SandboxError, OSError) as error:
            return (
                f"{error}. Install and start Docker (Debian: apt install docker.io), or set "
                "DOCKER_HOST to where it is."
                if isinstance(error, _NoDaemon)
                else str(error)
            )
        return None

    def open(
        self,
        code_dir: Path,
        *,
        limits: SandboxLimits,
        labels: Mapping[str, str],
        slot: int = 0,
    ) -> Box:
        labels = with_deadline(labels)
        digest = self._digest or self._find_image(may_build=False)
        with contextlib.ExitStack() as undo:
            held = self.runtime_dir.take_slot(slot)
            undo.callback(held.free)
            folder = self.runtime_dir.new_box({**labels, **boxed_by(os.getpid())})
            undo.callback(folder.remove)
            if not readable_by_all(code_dir, from_root=False):
                code_dir = folder.copy_code(code_dir)
            listener = folder.listen()
            undo.callback(listener.close)
            with _ours("the container could not be created"):
                container = self.client.api.create_container_from_config(
                    self._config(
                        digest,
                        code_dir=code_dir.resolve(),
                        folder=folder,
                        uid=self._first_uid + held.number,
                        limits=limits,
                        labels=labels,
                    )
                )["Id"]
            undo.callback(remove_container, self.client, container)
            with _ours("the container could not be started"):
                self.client.api.start(container)
            undo.pop_all()
        return DockerBox(
            self.client,
            container,
            listener=listener,
            folder=folder,
            slot=held,
            limits=limits,
        )

    def reap(self, *, now: datetime, alive: Alive | None = None) -> int:
        removed = 0
        with _ours("the containers could not be listed"):
            containers = self.client.api.containers(all=True, filters={"label": _BOX_LABEL})
        for container in containers:
            labels = {
                name.removeprefix(_LABEL): value for name, value in container["Labels"].items()
            }
            folder = BoxDir(self.runtime_dir.path / labels["box"])
            about = folder.about() or {}
            if worker_is_gone(about) or is_abandoned(labels, now=now, alive=alive):
                remove_container(self.client, container["Id"])
                folder.remove()
                removed += 1
        return removed + self.runtime_dir.remove_leftovers()

    def _find_image(self, *, may_build: bool = True) -> str:
        """The image's digest; raises NoSandbox."""
        with _ours("the image could not be looked up"):
            try:
                return image_digest(self.client, self._image)
            except NoSandbox:
                if not (may_build and self._build_image):
                    raise
        with self.runtime_dir.lock("build"), _ours("the image could not be built"):
            with contextlib.suppress(NoSandbox):
                return image_digest(self.client, self._image)  # another worker built it
            return build(self.client, image=self._image)

    def _config(
        self,
        digest: str,
        *,
        code_dir: Path,
        folder: BoxDir,
        uid: int,
        limits: SandboxLimits,
        labels: Mapping[str, str],
    ) -> dict[str, Any]:
        api = self.client.api
        tmpfs = (
            f"rw,noexec,nosuid,nodev,size={limits.tmpfs_bytes},nr_inodes={limits.tmpfs_inodes},"
            f"mode=0700,uid={uid},gid={uid}"
        )
        host = api.create_host_config(
            network_mode="none",
            ipc_mode="none",
            read_only=True,
            init=False,
            privileged=False,
            cap_drop=["ALL"],
            security_opt=["no-new-privileges", "seccomp=" + json.dumps(docker_profile())],
            tmpfs={"/tmp": tmpfs},
            mounts=[
                Mount("/bot", str(code_dir), type="bind", read_only=True),
                Mount(_INSIDE, str(folder.socket_dir), type="bind", read_only=True),
            ],
            mem_limit=limits.memory_bytes,
            memswap_limit=limits.memory_bytes,
            pids_limit=limits.pids,
            nano_cpus=int(limits.cpus * 1e9),
            oom_score_adj=500,
            log_config=LogConfig(type="none"),
            restart_policy={"Name": "no"},
            runtime=self._runtime or None,
            ulimits=[
                Ulimit(name=name.lower(), soft=value, hard=value)
                for name, value in limits.rlimits().items()
                if name != "AS"  # Docker has no such; the guest sets it
            ],
        )
        command = [
            *("--bot", "/bot", "--socket", f"{_INSIDE}/{folder.socket_path.name}"),
            *("--scratch", "/tmp", "--packages", "/packages"),
            *("--limits", json.dumps(limits.rlimits())),
        ]
        config: dict[str, Any] = api.create_container_config(
            image=digest,
            command=command,
            hostname="box",
            user=f"{uid}:{uid}",
            working_dir="/tmp",
            environment=GUEST_ENVIRONMENT,
            labels={
                _BOX_LABEL: folder.name,
                **{_LABEL + name: value for name, value in labels.items()},
            },
            host_config=host,
            network_disabled=True,
        )
        return config


class DockerBox(Box):
    """A container that has been started; owns it, its folder and its slot."""

    def __init__(
        self,
        client: Any,
        container: str,
        *,
        listener: socket.socket,
        folder: BoxDir,
        slot: Slot,
        limits: SandboxLimits,
    ) -> None:
        self._client = client
        self._container = container
        self._listener = listener
        self._folder = folder
        self._slot = slot
        self._limits = limits
        self._player: RemotePlayer | None = None
        self._closed = False

    @property
    def player(self) -> RemotePlayer:
        if self._player is None:
            self._player = RemotePlayer(
                self._accept(),
                limits=self._limits,
                cpu_time=self._cpu_s,
                encode=encode,
                decode=decode,
                autopsy=self._autopsy,
            )
        return self._player

    @property
    def log(self) -> bytes:
        return b"" if self._player is None else self._player.log

    def _accept(self) -> socket.socket:
        """The guest's connection, the only one that is ever taken."""
        deadline = monotonic() + START_S
        self._listener.settimeout(0.5)
        while True:
            try:
                control, _ = self._listener.accept()
            except TimeoutError:
                state = self._state()
                if not state["Running"] and state["Status"] != "created":
                    raise SandboxError(
                        f"the container ended before its guest had connected, with status "
                        f"{state['ExitCode']} {state['Error']}"
                    ) from None
                if monotonic() > deadline:
                    raise SandboxError(f"the guest did not connect in {START_S:g} s") from None
            else:
                self._listener.close()
                self._folder.socket_path.unlink(missing_ok=True)
                return control

    def _state(self) -> dict[str, Any]:
        with _ours("the container could not be looked at"):
            state: dict[str, Any] = self._client.api.inspect_container(self._container)["State"]
        return state

    @cached_property
    def _cgroup(self) -> Cgroup | None:
        """The container's cgroup, if the daemon is on this machine and it can be read."""
        return Cgroup.of_process(int(self._state()["Pid"]), expected=self._container)

    def _cpu_s(self) -> float:
        """Seconds of processor time of the whole container."""
        if self._cgroup is not None:
            with contextlib.suppress(OSError):
                return self._cgroup.cpu_s()
        with _ours("the container's processor time could not be read"):
            usage = self._client.api.stats(self._container, stream=False, one_shot=True)
        return int(usage["cpu_stats"]["cpu_usage"]["total_usage"]) / 1e9

    def _autopsy(self, ended: Ended) -> BotFault:
        """Whose fault the end was; raises SandboxError if it was nobody's inside."""
        if ended != Ended():
            if ended.signal == 9 and self._ran_out_of_memory():
                return self._out_of_memory()
            return BotFault(CRASH, f"the bot's process {ended}")
        state = self._ended_state()
        if state["Running"]:
            return BotFault(CRASH, "the bot's processes could not be ended in time")
        if state["ExitCode"] == _KILLED:
            if state["OOMKilled"]:
                return self._out_of_memory()
            # From inside nobody can send this signal to the first process.
            raise SandboxError("the container was killed from outside")
        return BotFault(
            CRASH, f"the sandbox's first process ended with exit status {state['ExitCode']}"
        )

    def _ran_out_of_memory(self) -> bool:
        if self._cgroup is not None:
            return self._cgroup.memory_kills() > 0
        return bool(self._state()["OOMKilled"])

    def _ended_state(self) -> dict[str, Any]:
        """The state once the container has ended, or when that takes too long."""
        deadline = monotonic() + 2.0
        while (state := self._state())["Running"] and monotonic() < deadline:
            sleep(0.02)
        return state

    def _out_of_memory(self) -> BotFault:
        mib = self._limits.memory_bytes // 2**20
        return BotFault(OUT_OF_MEMORY, f"the bot's processes used more than {mib} MiB of memory")

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._listener.close()
        if self._player is not None:
            self._player.close()
        cgroup = self.__dict__.get("_cgroup")
        if cgroup is not None:
            cgroup.close()
        remove_container(self._client, self._container)
        self._folder.remove()
        self._slot.free()


class _NoDaemon(SandboxError):
    pass


@contextlib.contextmanager
def _ours(what: str) -> Iterator[None]:
    """Failures of the daemon are ours, never a bot's."""
    try:
        yield
    except NoSandbox:
        raise
    except (DockerException, RequestException, OSError) as error:
        kind = _NoDaemon if "daemon" in what else SandboxError
        raise kind(f"{what}: {error}") from error


def remove_container(client: Any, container: str) -> None:
    """Kill and remove it. One that the daemon won't remove now is left to the reaper."""
    try:
        client.api.remove_container(container, force=True, v=True)
    except NotFound:
        pass
    except (DockerException, RequestException) as error:
        if "already in progress" not in str(error):
            log.warning("container %s could not be removed: %s", container[:12], error)


BACKEND = DockerBackend
