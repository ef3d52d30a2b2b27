"""A process that plays has boxes at hand; one that doesn't has none."""

import pytest

from arena.bot_log import LogMark
from bots import tables
from sandbox.errors import SandboxError


@pytest.fixture
def found(sandbox, monkeypatch) -> list[str]:
    """The names by which a backend was looked for; what is found is the fake."""
    looked_for: list[str] = []

    def find(name: str, **_: object):
        looked_for.append(name)
        return sandbox

    monkeypatch.undo()
    monkeypatch.setattr(tables, "find_backend", find)
    monkeypatch.setattr(tables, "_plays", False)
    tables.forget_sandbox()
    yield looked_for
    tables.forget_sandbox()


def test_a_process_that_only_clears_up_has_no_boxes_at_hand(found, sandbox) -> None:
    tables.sandbox_backend()
    assert sandbox.boxes_at_hand == 0


def test_a_process_that_plays_has_as_many_as_the_settings_say(found, sandbox, settings) -> None:
    settings.SANDBOX_WARM_BOXES = 3
    tables.warm_up()
    tables.sandbox_backend()
    assert sandbox.boxes_at_hand == 3
    assert len(found) == 1


def test_a_process_that_ends_leaves_none(found, sandbox) -> None:
    tables.warm_up()
    tables.sandbox_backend()
    tables.forget_sandbox()
    assert sandbox.boxes_at_hand == 0


def test_after_an_error_of_the_sandbox_boxes_are_at_hand_again(found, sandbox) -> None:
    tables.warm_up()
    tables.sandbox_backend()
    tables.doubt_sandbox(SandboxError("the engine hangs"))
    assert sandbox.boxes_at_hand == 0
    tables.sandbox_backend()
    assert sandbox.boxes_at_hand > 0
    assert len(found) == 2


class PrintedBox:
    """A box whose bot has printed this."""

    log = b"caf\xc3\xa9\x1b[31m\nfirst\xff\nsecond\n"
    log_marks = (LogMark(0, 0, -1, 0), LogMark(11, 0, 0, 4), LogMark(18, 1, 2, 7))


def test_marks_of_a_log_count_the_characters_that_are_shown() -> None:
    text, marks = tables.readable_log(PrintedBox())
    assert text == "café[31m\nfirst\ufffd\nsecond\n"
    assert marks == [[0, 0, -1, 0], [9, 0, 0, 4], [16, 1, 2, 7]]
    assert text[9:].startswith("first")
    assert text[16:] == "second\n"
