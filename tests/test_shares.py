"""Tests that are to be alone have the machine to themselves, and those of a file stay together."""

import json
import subprocess
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest

from tests import shares
from tests.shares import units

ROOT = Path(__file__).resolve().parents[1]

CONFTEST = """
import json, os, time
from pathlib import Path
import pytest
from tests import shares

shares.ALONE = ("test_alone.py", "test_lonely.py")

def pytest_xdist_make_scheduler(config, log):
    return shares.Shares(config, log)

@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item):
    process, began = os.environ["PYTEST_XDIST_WORKER"], time.monotonic()
    done = yield
    told = {"test": item.nodeid, "process": process, "began": began, "ended": time.monotonic()}
    with Path(__file__).with_name("told").open("a") as file:
        file.write(json.dumps(told) + "\\n")
    return done
"""
TESTS = """
import time, pytest

@pytest.mark.parametrize("number", range(3))
def test(number):
    time.sleep(0.05)
"""


@pytest.fixture
def run(tmp_path):
    """A function that runs three tests in each of these files in three processes.

    It returns for each test which it was, in which process, and from when till when.
    """

    def run(*names: str) -> list[dict]:
        (tmp_path / "conftest.py").write_text(CONFTEST)
        (tmp_path / "pytest.ini").write_text("[pytest]\n")
        for name in names:
            (tmp_path / f"test_{name}.py").write_text(TESTS)
        options = ("-p", "no:django", "-p", "no:cacheprovider", "-n", "3", "--dist", "loadfile")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *options],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"{3 * len(names)} passed" in done.stdout
        return [json.loads(line) for line in (tmp_path / "told").read_text().splitlines()]

    return run


@pytest.mark.parametrize(
    "others", [(), ("a",), ("a", "b", "c", "d")], ids=["none", "one other file", "four"]
)
def test_nothing_runs_beside_a_test_that_is_to_be_alone(run, others):
    told = sorted(run("alone", "lonely", *others), key=lambda test: test["began"])
    names = [test["test"].partition("::")[0] for test in told]
    assert set(names[-6:]) == {"test_alone.py", "test_lonely.py"}
    for before, after in pairwise(told[-7:]):
        assert before["ended"] <= after["began"]


def test_the_tests_of_a_file_stay_in_one_process(run):
    processes = defaultdict(set)
    for test in run("a", "b", "c", "d"):
        processes[test["test"].partition("::")[0]].add(test["process"])
    assert [len(of_file) for of_file in processes.values()] == [1, 1, 1, 1]
    assert len(set.union(*processes.values())) == 3


def test_a_long_file_is_shared_out_in_pieces():
    told = dict(units([f"tests/test_long.py::test[{number}::b]" for number in range(100)]))
    assert sorted(set(told.values())) == [f"tests/test_long.py {piece}" for piece in range(3)]


def test_whole_leagues_run_one_at_a_time():
    told = units(["tests/end_to_end/test_a.py::test", "tests/end_to_end/test_b.py::test[c]"])
    assert len({unit for _, unit in told}) == 1


def test_what_is_named_is_there():
    for name in (*shares.ALONE, *shares.LONGEST_FIRST):
        assert (ROOT / name).exists()
