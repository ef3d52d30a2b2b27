"""Nothing is carried from one sitting to the next: they are played with the same cards."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.player import BotFault, View
from sandbox.backends import find_backend
from sandbox.box import Box
from sandbox.limits import SandboxLimits

LEFTOVERS = {
    "globals": """
seen = []
def choose_move(view):
    seen.append(1)
    return len(seen)
""",
    "files": """
import os
def choose_move(view):
    found = len(os.listdir("/tmp"))
    os.chdir("/tmp")
    for depth in range(300):
        os.mkdir("d")
        open("f", "w").close()
        if depth % 50 == 7:
            os.symlink("/", "link")
        os.chdir("d")
    os.chdir("/tmp")
    os.mkdir("/tmp/\\udcff\\n")
    os.mkdir("/tmp/locked")
    open("/tmp/locked/file", "w").close()
    os.chmod("/tmp/locked", 0)
    return found
""",
    "the scratch directory itself": """
import os
def choose_move(view):
    state = os.stat("/tmp")
    found = [state.st_mode, state.st_mtime if state.st_mtime in (0, 12345) else 0]
    os.utime("/tmp", (12345, 12345))
    os.chmod("/tmp", 0o711)
    return 0 if found[1] == 0 and found[0] & 0o777 == 0o700 else found
""",
    "processes": """
import os, signal, time
def choose_move(view):
    others = {int(name) for name in os.listdir("/proc") if name.isdigit()}
    found = len(others - {1, os.getpid()})
    for _ in range(5):
        if os.fork() == 0:
            os.setsid()
            for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
                signal.signal(number, signal.SIG_IGN)
            while True:
                time.sleep(60)
    return found
""",
    "patches": """
import os, sys, json, signal
parent = sys.modules["guest.parent"]
found = hasattr(os, "patched") + hasattr(parent, "patched") + hasattr(json, "patched")
os.patched = parent.patched = json.patched = True
real_exit = os._exit
os._exit = lambda status: None
os.fork = lambda: 0
parent.Parent.rise = lambda self, message: None
def choose_move(view):
    return found
""",
    "a process that won't leave its seat": """
import os, sys
child = sys.modules["guest.child"]
memory = []
def for_ever(fd):
    while True:
        try:
            yield from real_lines(fd)
        except BaseException:
            pass
real_lines, child.lines = child.lines, for_ever
def choose_move(view):
    memory.append(1)
    return len(memory) - 1
""",
    "settings of its namespaces": """
import os
settings = []
for folder, _, names in os.walk("/proc/sys"):
    settings += [os.path.join(folder, name) for name in names]
def choose_move(view):
    written = 0
    for path in settings:
        try:
            with open(path, "r+") as file:
                file.write(file.read())
            written += 1
        except (OSError, ValueError):
            pass
    return 2 * written
""",
    "pages of its files dropped from memory": """
import os
file = os.open("/bot/bot.py", os.O_RDONLY)
def is_in_memory():
    try:
        return os.preadv(file, [bytearray(1)], 0, os.RWF_NOWAIT)
    except BlockingIOError:
        return 0
    except OSError:
        return 1
found = is_in_memory()
def choose_move(view):
    try:
        os.fsync(file)
        os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    except OSError:
        pass
    return found
""",
    "priorities": """
import os
def choose_move(view):
    found = os.getpriority(os.PRIO_PROCESS, 0)
    for pid in (0, 1):
        try:
            os.setpriority(os.PRIO_PROCESS, pid, 5)
        except OSError:
            pass
    return found
""",
}


NUMBERS = """
import os
def choose_move(view):
    found = [os.getpid(), os.listdir("/tmp"), sorted(os.listdir("/proc"))]
    for number in range(20):
        child = os.fork()
        if child == 0:
            end = os.times().user + 0.001
            while os.times().user < end:
                pass
            os._exit(0)
        os.waitpid(child, 0)
        with open(f"/tmp/{number}", "w") as file:
            inode = os.fstat(file.fileno()).st_ino
    return str([*found, child, inode])
"""


@pytest.mark.bubblewrap
def test_neither_process_nor_inode_numbers_nor_counters_go_on_in_the_next_sitting(
    tmp_path: Path, a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    (tmp_path / "bot.py").write_text(NUMBERS)
    found = []
    with find_backend("bubblewrap").open(tmp_path, limits=SandboxLimits(), labels={}) as box:
        for _ in range(3):
            box.player.sit(**seat)
            found.append(box.player.choose(a_view())[0])
            box.player.rise()
    assert found == ["[2, [], ['2', 'self', 'thread-self'], 22, 21]"] * 3


@pytest.mark.parametrize("kind", LEFTOVERS)
def test_a_sitting_finds_nothing_of_the_one_before(
    kind: str,
    open_bot: Callable[..., Box],
    a_view: Callable[..., View],
    seat: dict[str, Any],
) -> None:
    player = open_bot(LEFTOVERS[kind]).player
    found = []
    for _ in range(3):
        player.sit(**seat)
        found.append(player.choose(a_view())[0])
        player.rise()
    assert found[1:] == [found[0], found[0]]
    assert found[0] in (0, 1)


def test_a_bot_has_no_line_but_its_own_however_many_its_worker_has_open(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(2 * SandboxLimits().open_files)]
    try:
        player = open_bot(
            "import os\n"
            "def choose_move(view):\n"
            "    links = []\n"
            "    for fd in os.listdir('/proc/self/fd'):\n"
            "        try:\n"
            "            links.append(os.readlink('/proc/self/fd/' + fd).partition(':')[0])\n"
            "        except FileNotFoundError:\n"
            "            pass\n"
            "    return sorted(links)\n"
        ).player
    finally:
        for fd in opened:
            os.close(fd)
    for _ in range(2):
        player.sit(**seat)
        assert player.choose(a_view())[0] == ["/dev/null", *["pipe"] * 4]
        player.rise()


def test_how_a_bot_ended_is_told_in_a_later_sitting_too(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    player = open_bot(
        "import os\n"
        "def choose_move(view):\n"
        "    if view['legal'] == ['R1']:\n"
        "        os._exit(7)\n"
        "    return view['legal'][0]\n"
    ).player
    player.sit(**seat)
    player.choose(a_view())
    player.rise()
    player.sit(**seat)
    with pytest.raises(BotFault, match="ended by itself with exit status 7"):
        player.choose(a_view(legal=["R1"]))


def test_a_forged_report_that_all_was_cleared_up_is_not_believed(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    player = open_bot(
        "import os\n"
        "me = os.getpid()\n"
        "for fd in range(3, 64):\n"
        "    try:\n"
        '        os.write(fd, b\'{"id": "0", "ok": true}\\n\')\n'
        "    except OSError:\n"
        "        pass\n"
        "def choose_move(view):\n"
        "    return me\n"
    ).player
    with pytest.raises(BotFault) as fault:
        player.sit(**seat)
    assert fault.value.fault == "malformed_reply"


def test_a_bot_that_failed_plays_no_more(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    player = open_bot("def choose_move(view):\n    raise ValueError\n").player
    player.sit(**seat)
    for _ in range(2):
        with pytest.raises(BotFault) as fault:
            player.choose(a_view())
        assert fault.value.fault == "crash"
    player.rise()
    with pytest.raises(BotFault):
        player.sit(**seat)


def test_sets_of_strings_have_the_same_order_in_every_box(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    source = "def choose_move(view):\n    return list({str(n) for n in range(20)})\n"
    orders = []
    for _ in range(2):
        player = open_bot(source).player
        player.sit(**seat)
        orders.append(player.choose(a_view())[0])
    assert orders[0] == orders[1]


def test_what_was_printed_for_a_decision_is_known_by_its_place_and_cannot_be_forged(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    box = open_bot(
        "print('import')\n"
        "def choose_move(view):\n"
        "    print('--- sitting 9, deal 9 ---')\n"
        "    print(f\"event {len(view['events'])}\")\n"
        "    return view['legal'][0]\n"
    )
    for _ in range(2):
        box.player.sit(**seat)
        box.player.choose(a_view())
        box.player.choose(a_view(events=[["deal", 0, 1]] * 2))
        box.player.rise()
    log, marks = box.log, box.log_marks
    assert [mark[1:] for mark in marks] == [
        (sitting, *decision) for sitting in (0, 1) for decision in ((-1, 0), (0, 1), (0, 2))
    ]
    ends = [mark.offset for mark in marks[1:]] + [len(log)]
    parts = [log[mark.offset : end].decode() for mark, end in zip(marks, ends, strict=True)]
    assert [part.splitlines()[:2] for part in parts[:3]] == [
        ["import"],
        ["--- sitting 9, deal 9 ---", "event 1"],
        ["--- sitting 9, deal 9 ---", "event 2"],
    ]
