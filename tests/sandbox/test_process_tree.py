"""The clock of a process and all below it, read from /proc."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sandbox.process_tree import ProcessTree

# The child uses more than is asked for below: /proc counts whole ticks of 10 ms.
FORGETS_ITS_CHILD = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
child = os.fork()
if child == 0:
    while time.process_time() < 0.4:
        pass
    print("used", flush=True)
    time.sleep(60)
input()
os.kill(child, signal.SIGKILL)
while os.path.exists(f"/proc/{child}"):
    time.sleep(0.01)
print("gone", flush=True)
input()
end = time.process_time() + 0.2
while time.process_time() < end:
    pass
print("used again", flush=True)
input()
"""
STANDS_IN_ITS_OWN_WAY = """
import os, time
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
for _ in range(7):
    if os.fork() == 0:
        break
else:
    print("begun", flush=True)
end = time.monotonic() + 60
while time.monotonic() < end:
    pass
"""


@contextmanager
def running(source: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", source],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def said(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_the_processor_time_of_a_forgotten_child_is_not_taken_back() -> None:
    with running(FORGETS_ITS_CHILD) as process:
        assert said(process) == "used"
        tree = ProcessTree(process.pid)
        used = tree.cpu_s()
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
        assert said(process) == "gone"
        assert tree.cpu_s() >= used >= 0.3
        tree.close()


def test_what_is_used_after_a_new_beginning_counts_though_more_was_forgotten() -> None:
    with running(FORGETS_ITS_CHILD) as process:
        assert said(process) == "used"
        assert process.stdin is not None
        tree = ProcessTree(process.pid)
        assert tree.cpu_s() >= 0.3
        process.stdin.write("\n")
        process.stdin.flush()
        assert said(process) == "gone"
        tree.begin()
        before = tree.cpu_s()
        process.stdin.write("\n")
        process.stdin.flush()
        assert said(process) == "used again"
        assert 0.15 <= tree.cpu_s() - before < 0.3
        tree.close()


def test_processes_in_each_others_way_do_not_wait_longer_than_time_passes() -> None:
    with running(STANDS_IN_ITS_OWN_WAY) as process:
        assert said(process) == "begun"
        tree = ProcessTree(process.pid)
        began = time.monotonic()
        waited = tree.starved_s()
        time.sleep(1)
        waited = tree.starved_s() - waited
        assert waited <= time.monotonic() - began + 0.1
        tree.close()
