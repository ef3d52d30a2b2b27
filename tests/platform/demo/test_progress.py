"""Progress is redrawn in a terminal; anywhere else it is a line now and then."""

import io

from demo.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_terminal_sees_one_line_that_is_redrawn():
    out = Terminal()
    with Progress("Matches", 4, out=out) as progress:
        for done in range(1, 5):
            progress.show(done)
    assert out.getvalue().count("\n") == 1
    assert out.getvalue().count("\r") == 5
    assert "4/4" in out.getvalue()


def test_a_file_gets_the_first_and_the_last_state_and_nothing_twice():
    out = io.StringIO()
    with Progress("Matches", 4, out=out) as progress:
        for done in (0, 1, 2, 2, 4, 4):
            progress.show(done)
    lines = out.getvalue().splitlines()
    assert "\r" not in out.getvalue()
    assert len(lines) == 2
    assert "0/4" in lines[0]
    assert "4/4" in lines[1]


def test_more_than_the_total_is_shown_as_the_total():
    out = io.StringIO()
    with Progress("Matches", 4, out=out) as progress:
        progress.show(9)
    assert "4/4" in out.getvalue()
