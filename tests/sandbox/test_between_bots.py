"""Two boxes side by side, as in a match: one says something by every means, the other listens."""

from collections.abc import Callable
from typing import Any

from arena.player import View
from sandbox.box import Box

SPEAKS = """
import os, socket, subprocess, sys
kept = []
def choose_move(view):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        for name in ("\\0heard", "/tmp/heard"):
            speaker = socket.socket(socket.AF_UNIX, kind)
            try:
                speaker.bind(name + str(int(kind)))
                if kind != socket.SOCK_DGRAM:
                    speaker.listen()
                kept.append(speaker)
            except OSError:
                pass
    open("/tmp/heard", "w").write("heard")
    for folder in ("/dev/shm", "/dev/mqueue", "/var/tmp", "/run", "/bot", "/quintet/box"):
        try:
            open(f"{folder}/heard", "w").write("heard")
        except OSError:
            pass
    kept.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", "heard"]))
    return len(kept)
"""
LISTENS = """
import os, socket
def choose_move(view):
    heard = []
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        for name in ("\\0heard", "/tmp/heard"):
            listener = socket.socket(socket.AF_UNIX, kind)
            try:
                listener.connect(name + str(int(kind)))
                heard.append(name)
            except OSError:
                pass
    for folder in ("/tmp", "/dev/shm", "/dev/mqueue", "/var/tmp", "/run", "/bot", "/quintet/box"):
        if os.path.exists(f"{folder}/heard"):
            heard.append(folder)
    for pid in os.listdir("/proc"):
        if pid.isdigit() and b"heard" in open(f"/proc/{pid}/cmdline", "rb").read():
            heard.append(pid)
    for table in ("net/unix", "locks", "sysvipc/shm", "sysvipc/msg", "sysvipc/sem"):
        try:
            if "heard" in open(f"/proc/self/{table}" if "/" in table else f"/proc/{table}").read():
                heard.append(table)
        except OSError:
            pass
    return heard
"""


def test_what_one_bot_says_no_other_bot_of_the_match_hears(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    speaker, listener = open_bot(SPEAKS).player, open_bot(LISTENS).player
    for player in (speaker, listener):
        player.sit(**seat)
    said, _ = speaker.choose(a_view())
    assert isinstance(said, int)
    assert said >= 6  # three kinds of sockets under names that need no file, and more
    assert listener.choose(a_view())[0] == []


def test_a_bot_that_fails_takes_no_other_bot_with_it(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    """Each box has its own memory and processes, also where both have the same user's."""
    greedy = open_bot(
        "import os\n"
        "def choose_move(view):\n"
        "    kept = []\n"
        "    try:\n"
        "        while True:\n"
        "            pid = os.fork()\n"
        "            if pid == 0:\n"
        "                import time; time.sleep(60)\n"
        "            kept.append(pid)\n"
        "    except BlockingIOError:\n"
        "        return len(kept)\n"
    ).player
    modest = open_bot(
        "import os\n"
        "def choose_move(view):\n"
        "    pids = [os.fork() for _ in range(1)]\n"
        "    if 0 in pids:\n"
        "        os._exit(0)\n"
        "    os.wait()\n"
        "    return len(bytearray(100 * 2**20)) // 2**20\n"
    ).player
    for player in (greedy, modest):
        player.sit(**seat)
    assert 10 < greedy.choose(a_view())[0] < 32  # type: ignore[operator]
    assert modest.choose(a_view())[0] == 100
