"""A running container: its guest's connection, its clock, its end."""

import contextlib
import logging
import signal
import socket
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property
from time import monotonic, sleep
from typing import Any, Final

from docker.errors import DockerException, NotFound
from requests.exceptions import RequestException

from arena.bot_log import LogMark
from arena.clock import Meter
from arena.player import CRASH, BotFault
from arena.remote_player import Ended, RemotePlayer
from sandbox.box import Box, decode, encode, out_of_memory, still_running
from sandbox.cgroup import Cgroup
from sandbox.errors import NoSandbox, SandboxError
from sandbox.limits import SandboxLimits
from sandbox.process_tree import ProcessTree
from sandbox.runtime_dir import BoxDir, Slot

log = logging.getLogger(__name__)

START_S: Final = 30.0
"""How long a container may take until its guest has connected."""
_BY_SIGNAL: Final = 128


class NoDaemon(SandboxError):
    """No daemon answers."""


@contextlib.contextmanager
def by_daemon(what: str) -> Iterator[None]:
    """Failures of the daemon are ours, never a bot's."""
    try:
        yield
    except NoSandbox:
        raise
    except (DockerException, RequestException, OSError) as error:
        kind = NoDaemon if "daemon" in what else SandboxError
        raise kind(f"{what}: {error}") from error


def remove_container(client: Any, container: str) -> bool:
    """Kill and remove it; False if the daemon won't now, and the reaper must."""
    try:
        client.api.remove_container(container, force=True, v=True)
    except NotFound:
        pass
    except (DockerException, RequestException) as error:
        if "already in progress" not in str(error):
            log.warning("container %s could not be removed: %s", container[:12], error)
            return False
    return True


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
        facts: Mapping[str, Any],
    ) -> None:
        super().__init__(folder=folder, slot=slot, limits=limits, facts=facts)
        self._client = client
        self._container = container
        self._listener = listener
        self._player: RemotePlayer | None = None
        self._closed = False

    @property
    def player(self) -> RemotePlayer:
        if self._player is None:
            self._player = RemotePlayer(
                self._accept(),
                limits=self.limits,
                meter=Meter(used=self._cpu_s, starved=self._starved_s),
                encode=encode,
                decode=decode,
                autopsy=self._autopsy,
                look_again=self._look_again,
            )
        return self._player

    @property
    def log(self) -> bytes:
        return b"" if self._player is None else self._player.log

    @property
    def log_marks(self) -> list[LogMark]:
        return [] if self._player is None else self._player.log_marks

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

    def get_ready(self) -> None:
        super().get_ready()
        _ = self._tree  # asks the daemon, which no match should wait for

    def _state(self) -> dict[str, Any]:
        with by_daemon("the container could not be looked at"):
            state: dict[str, Any] = self._client.api.inspect_container(self._container)["State"]
        return state

    @cached_property
    def _first_process(self) -> int:
        """The container's first process, as the daemon sees it."""
        return int(self._state()["Pid"])

    @cached_property
    def _cgroup(self) -> Cgroup | None:
        """The container's cgroup, if the daemon is on this machine and it can be read."""
        return Cgroup.of_process(self._first_process, expected=self._container)

    @cached_property
    def _tree(self) -> ProcessTree | None:
        """The container's processes, if they are of this machine."""
        return None if self._cgroup is None else ProcessTree(self._first_process)

    def _cpu_s(self) -> float:
        """Seconds of processor time of the whole container."""
        if self._cgroup is not None:
            with contextlib.suppress(OSError):
                return self._cgroup.cpu_s()
        with by_daemon("the container's processor time could not be read"):
            usage = self._client.api.stats(self._container, stream=False, one_shot=True)
        return int(usage["cpu_stats"]["cpu_usage"]["total_usage"]) / 1e9

    def _starved_s(self) -> float:
        return 0.0 if self._tree is None else self._tree.starved_s()

    def _autopsy(self, ended: Ended) -> BotFault:
        """Whose fault the end was; raises SandboxError if it was nobody's inside."""
        if ended.failed:
            raise SandboxError(f"the container can't be used any more: {ended.failed}")
        if ended != Ended():
            if ended.signal == signal.SIGKILL and self._ran_out_of_memory():
                return out_of_memory(self.limits)
            return BotFault(CRASH, f"the bot's process {ended}")
        state = self._ended_state()
        if state["Running"]:
            return still_running()
        if state["ExitCode"] > _BY_SIGNAL:
            if state["OOMKilled"]:
                return out_of_memory(self.limits)
            # From inside nobody can send such a signal to the first process; 255: the daemon
            # doesn't know how it ended.
            raise SandboxError("the container was killed from outside")
        return BotFault(
            CRASH, f"the sandbox's first process ended with exit status {state['ExitCode']}"
        )

    def _look_again(self, late: BotFault) -> BotFault:
        """Who waits in vain for processes that were killed for want of memory isn't slow."""
        return out_of_memory(self.limits) if self._ran_out_of_memory() else late

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

    def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._listener.close()
        if self._player is not None:
            self._player.close()
        for part in ("_cgroup", "_tree"):
            opened: Cgroup | ProcessTree | None = self.__dict__.get(part)
            if opened is not None:
                opened.close()
        if remove_container(self._client, self._container):
            self._folder.remove()
        else:
            # Without the folder the reaper would wait for the container's own deadline.
            with contextlib.suppress(OSError):
                overdue = {"deadline": datetime.now(UTC).isoformat()}
                self._folder.write_about({**self._facts, **overdue})
        self._slot.free()
