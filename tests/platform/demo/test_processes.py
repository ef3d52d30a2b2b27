"""The demo's children are watched, started again, and all of them stopped."""

import os
import signal
import subprocess
import sys
import time

import pytest

from demo.processes import Child, ChildDied, Supervisor

SLEEPS = "import time; print('up', flush=True); time.sleep(60)"
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
    "signal.signal(signal.SIGQUIT, signal.SIG_IGN); print('up', flush=True); time.sleep(60)"
)
WITH_A_CHILD = (
    "import subprocess, sys, time; child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']); "
    "print(child.pid, flush=True); time.sleep(60)"
)


@pytest.fixture
def supervisor():
    supervisor = Supervisor()
    yield supervisor
    supervisor.stop()


@pytest.fixture
def child_of(tmp_path, supervisor):
    def start(code: str, **options) -> Child:
        log = tmp_path / f"log-{len(supervisor.children)}"
        child = Child("child", [sys.executable, "-c", code], os.environ, log, **options)
        supervisor.start(child)
        return child

    return start


def await_line(child: Child) -> str:
    deadline = time.monotonic() + 10
    while not child.last_words():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return child.last_words()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"


def test_a_child_is_out_of_reach_of_the_terminal(child_of):
    child = child_of(SLEEPS)
    assert os.getsid(child.process.pid) != os.getsid(0)


def test_stopping_asks_first(child_of, supervisor):
    child = child_of(SLEEPS)
    await_line(child)
    supervisor.stop()
    assert child.process.returncode == -signal.SIGTERM


def test_stopping_kills_who_does_not_listen(child_of, supervisor):
    child = child_of(STUBBORN, patience_s=0.2)
    await_line(child)
    supervisor.stop()
    assert child.process.returncode == -signal.SIGKILL


def test_stopping_leaves_no_grandchild(child_of, supervisor):
    grandchild = int(await_line(child_of(WITH_A_CHILD)))
    supervisor.stop()
    time.sleep(0.1)
    assert not is_running(grandchild)


def test_a_child_that_died_is_started_again(child_of, supervisor):
    child = child_of(SLEEPS, restart=True)
    first = child.process.pid
    os.kill(first, signal.SIGKILL)
    child.process.wait()
    supervisor.check()
    assert child.process.pid != first
    assert not child.has_ended()


def test_a_child_that_dies_again_and_again_ends_the_demo_with_its_last_words(child_of, supervisor):
    child = child_of("raise SystemExit('no bread')", restart=True)

    def crash_loop():
        while True:
            child.process.wait()
            supervisor.check()

    with pytest.raises(ChildDied, match="no bread"):
        crash_loop()
    assert len(child.starts) == 6


@pytest.mark.skipif(sys.platform != "linux", reason="Linux: the kernel signals the children")
def test_children_end_when_the_parent_is_killed(tmp_path):
    parent = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import os, sys, time; from pathlib import Path; from demo.processes import Child; "
            f"child = Child('child', [sys.executable, '-c', {SLEEPS!r}], os.environ, Path({str(tmp_path / 'log')!r})); "
            "child.start(); print(child.process.pid, flush=True); time.sleep(60)",
        ],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 10
    while is_running(pid):
        assert time.monotonic() < deadline
        time.sleep(0.05)
