"""Values in error messages are shown, or described, but never an error themselves."""

import pytest

from arena.quoting import quoted


class Unwritable:
    def __repr__(self):
        raise RuntimeError("no words")


def nested(depth):
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


def test_a_short_value_is_shown_as_python_writes_it():
    assert quoted("R1") == "'R1'"
    assert quoted([1, None]) == "[1, None]"


def test_half_a_character_is_escaped():
    quoted("\ud800").encode()


def test_a_long_value_is_cut():
    assert quoted("x" * 10_000) == "'" + "x" * 199 + "..."


@pytest.mark.parametrize("value", [10**5000, nested(100_000), Unwritable()], ids=type)
def test_what_cannot_be_written_is_described(value):
    assert quoted(value) == f"a value of type {type(value).__name__} that can't be shown"
