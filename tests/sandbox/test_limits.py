"""Reaching a limit costs the bot that did it the fault that is named for it, at any moment."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from arena.player import BotFault, View
from sandbox.box import Box
from sandbox.limits import MIB, SandboxLimits

DEEDS = {
    "out_of_memory": """
kept = []
while True:
    try:
        kept.append(bytearray(b"x" * 2**20))
    except MemoryError:
        raise
""",
    "output_flood": "while True: os.write(1, b'x' * 10000)",
    "crash": "os._exit(1)",
}
"""What a bot does for each fault."""

MOMENTS = {
    "at import": """
import os
{deed}
def choose_move(view):
    return view["legal"][0]
""",
    "in a decision": """
import os
def choose_move(view):
    {deed}
""",
    "between two decisions": """
import os, threading, time
def do():
    time.sleep(0.05)
    {thread_deed}
def choose_move(view):
    if threading.active_count() == 1:
        threading.Thread(target=do, daemon=True).start()
    return view["legal"][0]
""",
}
# A thread's own MemoryError would end the thread alone: there other processes fill the memory.
IN_A_THREAD = {
    "out_of_memory": """
for _ in range(6):
    if os.fork() == 0:
        kept = bytearray(b"x" * 2**20 * 80)
        time.sleep(60)
kept = bytearray(b"x" * 2**20 * 80)
""",
}


def source(moment: str, fault: str) -> str:
    def indented(deed: str) -> str:
        return deed.strip().replace("\n", "\n    ")

    deed = DEEDS[fault].strip()
    return MOMENTS[moment].format(
        deed=deed if moment == "at import" else indented(deed),
        thread_deed=indented(IN_A_THREAD.get(fault, deed)),
    )


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("fault", DEEDS)
def test_a_limit_reached_is_the_named_fault_at_any_moment(
    fault: str,
    moment: str,
    open_bot: Callable[..., Box],
    a_view: Callable[..., View],
    seat: dict[str, Any],
) -> None:
    honest = open_bot("def choose_move(view):\n    return view['legal'][0]\n").player
    hostile = open_bot(source(moment, fault), SandboxLimits(decision_s=5.0)).player
    honest.sit(**seat)

    def play() -> None:
        hostile.sit(**seat)
        # What is printed between two questions stays in a pipe, and so adds up slowly.
        for _ in range(100):
            hostile.choose(a_view())
            time.sleep(0.05)

    with pytest.raises(BotFault) as raised:
        play()
    assert raised.value.fault == fault, raised.value.detail
    assert raised.value.detail
    assert honest.choose(a_view())[0] == "R1"


@pytest.mark.parametrize("fault", DEEDS)
def test_after_its_last_answer_a_bot_owes_nothing_and_the_next_sitting_is_fresh(
    fault: str,
    open_bot: Callable[..., Box],
    a_view: Callable[..., View],
    seat: dict[str, Any],
) -> None:
    player = open_bot(source("between two decisions", fault), SandboxLimits(decision_s=5.0)).player
    for _ in range(2):
        player.sit(**seat)
        assert player.choose(a_view())[0] == "R1"
        time.sleep(0.4)
        player.rise()


LIMITED = {
    "open files": (
        "kept = []\n"
        "try:\n"
        "    while True: kept.append(open('/dev/null'))\n"
        "except OSError: found = len(kept)\n",
        {"open_files": 20},
        range(5, 20),
    ),
    "the size of a file": (
        "try:\n"
        "    with open('/tmp/f', 'wb') as file:\n"
        "        while True: file.write(bytes(4096)); file.flush()\n"
        "except OSError: pass\n"
        "found = os.stat('/tmp/f').st_size // 2**20\n",
        {"file_bytes": 3 * MIB},
        range(3, 4),
    ),
    "the size of /tmp": (
        "found = 0\n"
        "try:\n"
        "    while True:\n"
        "        with open(f'/tmp/{found}', 'wb') as file: file.write(bytes(2**20))\n"
        "        found += 1\n"
        "except OSError: pass\n",
        {"tmpfs_bytes": 5 * MIB},
        range(4, 6),
    ),
    "processes": (
        "found = 0\n"
        "try:\n"
        "    while True:\n"
        "        if os.fork() == 0: time.sleep(60)\n"
        "        found += 1\n"
        "except OSError: pass\n",
        # Docker's own threads, half a dozen, still count for a moment after a container's start.
        {"pids": 20},
        range(10, 20),
    ),
    "threads": (
        "found = 0\n"
        "try:\n"
        "    while True:\n"
        "        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "        found += 1\n"
        "except RuntimeError: pass\n",
        # Docker's own threads, half a dozen, still count for a moment after a container's start.
        {"pids": 20},
        range(10, 20),
    ),
    "memory of one process": (
        "found = 0\n"
        "kept = []\n"
        "try:\n"
        "    while True: kept.append(bytearray(2**20)); found += 1\n"
        "except MemoryError: del kept\n",
        {"memory_bytes": 128 * MIB},
        range(60, 113),
    ),
}


@pytest.mark.parametrize("what", LIMITED)
def test_a_bot_is_told_by_an_error_that_there_is_no_more(
    what: str, open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    deed, limits, allowed = LIMITED[what]
    lines = "\n    ".join(deed.strip().split("\n"))
    player = open_bot(
        f"import os, threading, time\ndef choose_move(view):\n    {lines}\n    return found\n",
        SandboxLimits(**limits),
    ).player
    player.sit(**seat)
    assert player.choose(a_view())[0] in allowed


MAKES_FILES = """
def choose_move(view):
    made = 0
    try:
        while made < 60000:
            open(f"/tmp/{made}", "w").close()
            made += 1
    except OSError:
        pass
    return made
"""


def test_tmp_takes_no_more_files_than_the_limit(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    player = open_bot(MAKES_FILES, SandboxLimits(tmpfs_inodes=50, decision_s=20.0)).player
    player.sit(**seat)
    assert player.choose(a_view())[0] == 49  # the folder is the fiftieth
