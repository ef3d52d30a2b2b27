"""Two demos do not share a data directory."""

import pytest

from demo.one_at_a_time import RunningAlready, note, only_demo_in


def test_the_second_demo_is_told_where_the_first_one_serves(tmp_path):
    with only_demo_in(tmp_path) as lock:
        note(lock, "http://127.0.0.1:8000")
        with pytest.raises(RunningAlready, match="already: http://127.0.0.1:8000"):
            with only_demo_in(tmp_path):
                pass


def test_the_next_demo_may_start_when_the_first_one_has_ended(tmp_path):
    for _ in range(2):
        with only_demo_in(tmp_path):
            pass


def test_two_directories_do_not_disturb_each_other(tmp_path):
    with only_demo_in(tmp_path / "a"), only_demo_in(tmp_path / "b"):
        pass
