"""Boxes by Docker: one container for one bot in one match, with every way out closed.

The worker listens on a Unix socket in a folder of the box, which the guest connects to;
questions and answers then go through pipes handed over it. See docs/operations/sandbox.md.
"""

import contextlib
import json
import os
import tempfile
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import docker
from docker.types import LogConfig, Mount, Ulimit

from arena.remote_player import GUEST_ENVIRONMENT
from sandbox.box import Alive, Backend, Box, is_abandoned, with_deadline
from sandbox.cores import core_set
from sandbox.docker_box import DockerBox, NoDaemon, by_daemon, remove_container
from sandbox.docker_image import IMAGE, build, image_digest
from sandbox.errors import NoSandbox, SandboxError, ours
from sandbox.limits import SandboxLimits
from sandbox.masked import MASKED
from sandbox.process_tree import boxed_by, worker_is_gone
from sandbox.runtime_dir import BoxDir, RuntimeDir
from sandbox.seccomp import bots_bpf_program, docker_profile

_LABEL: Final = "quintet."
_BOX_LABEL: Final = _LABEL + "box"
_INSIDE: Final = "/quintet/box"


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
            with by_daemon("no Docker daemon answers"):
                self.client.ping()
            self._digest = self._find_image()
            with tempfile.TemporaryDirectory(prefix="trial-", dir=self.runtime_dir.path) as folder:
                os.chmod(folder, 0o755)
                Path(folder, "bot.py").touch()
                with self.open(Path(folder), limits=SandboxLimits(), labels={}) as box:
                    _ = box.player
        except (SandboxError, OSError) as error:
            return (
                f"{error}. Install and start Docker (Debian: apt install docker.io), let this user "
                "use it (group docker), or set DOCKER_HOST to where it is."
                if isinstance(error, NoDaemon)
                else str(error)
            )
        return None

    def start(self, *, limits: SandboxLimits, slot: int = 0) -> Box:
        facts = boxed_by(os.getpid())
        labels = with_deadline({})
        digest = self._digest or self._find_image(may_build=False)
        with ours("the box could not be made"), contextlib.ExitStack() as undo:
            held = self.runtime_dir.take_slot(slot)
            undo.callback(held.free)
            folder = self.runtime_dir.new_box({**labels, **facts})
            undo.callback(folder.remove)
            listener = folder.listen()
            undo.callback(listener.close)
            with by_daemon("the container could not be created"):
                container = self.client.api.create_container_from_config(
                    self._config(
                        digest,
                        folder=folder,
                        uid=self._first_uid + held.number,
                        limits=limits,
                        deadline=labels["deadline"],
                    )
                )["Id"]
            undo.callback(remove_container, self.client, container)
            with by_daemon("the container could not be started"):
                self.client.api.start(container)
            undo.pop_all()
        return DockerBox(
            self.client,
            container,
            listener=listener,
            folder=folder,
            slot=held,
            limits=limits,
            facts=facts,
        )

    def reap(self, *, now: datetime, alive: Alive | None = None) -> int:
        removed = 0
        with by_daemon("the containers could not be listed"):
            containers = self.client.api.containers(all=True, filters={"label": _BOX_LABEL})
        for container in containers:
            labels = {
                name.removeprefix(_LABEL): value for name, value in container["Labels"].items()
            }
            folder = BoxDir(self.runtime_dir.path / labels["box"])
            known = folder.about() or {}
            about = known or labels
            if not worker_is_gone(about) and not is_abandoned(about, now=now, alive=alive):
                continue
            with folder.still_about(known) as is_same:
                if is_same and remove_container(self.client, container["Id"]):
                    folder.remove()
                    removed += 1
        return removed + self.runtime_dir.remove_leftovers()

    def _find_image(self, *, may_build: bool = True) -> str:
        """The image's digest; raises NoSandbox."""
        with by_daemon("the image could not be looked up"):
            try:
                return image_digest(self.client, self._image)
            except NoSandbox:
                if not (may_build and self._build_image):
                    raise
        with self.runtime_dir.lock("build"), by_daemon("the image could not be built"):
            with contextlib.suppress(NoSandbox):
                return image_digest(self.client, self._image)  # another worker built it
            return build(self.client, image=self._image)

    def _config(
        self,
        digest: str,
        *,
        folder: BoxDir,
        uid: int,
        limits: SandboxLimits,
        deadline: str,
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
            # What /sys tells of the machine is nobody's business.
            tmpfs={"/tmp": tmpfs, "/sys": "ro,noexec,nosuid,nodev,size=4k"},
            mounts=[
                Mount("/bot", str(folder.code_dir.resolve()), type="bind", read_only=True),
                Mount(_INSIDE, str(folder.socket_dir), type="bind", read_only=True),
            ],
            mem_limit=limits.memory_bytes,
            memswap_limit=limits.memory_bytes,
            pids_limit=limits.pids,
            nano_cpus=int(limits.cpus * 1e9),
            cpuset_cpus=core_set(),
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
        host["MaskedPaths"] = list(MASKED)  # the SDK's function has no argument for it
        told = {
            "bot": "/bot",
            "socket": f"{_INSIDE}/{folder.socket_path.name}",
            "scratch": "/tmp",
            "packages": "/packages",
            "limits": limits.rlimits(),
            "filter": bots_bpf_program().hex(),
        }
        config: dict[str, Any] = api.create_container_config(
            image=digest,
            command=[json.dumps(told)],
            hostname="box",
            user=f"{uid}:{uid}",
            working_dir="/tmp",
            environment=GUEST_ENVIRONMENT,
            # Whom it is for is not known yet: that comes into the box's folder.
            labels={_BOX_LABEL: folder.name, _LABEL + "deadline": deadline},
            host_config=host,
            network_disabled=True,
        )
        return config


BACKEND = DockerBackend
