"""A progress bar: redrawn in a terminal, a line now and then anywhere else."""

import shutil
import time
from typing import TextIO

WIDTH = 30
LINE_EVERY_S = 5.0


class Progress:
    """Progress of something counted. Use it as a context manager, and call `show`."""

    def __init__(self, title: str, total: int, *, out: TextIO) -> None:
        self.title = title
        self.total = total
        self.out = out
        self.is_terminal = out.isatty()
        self.began = time.monotonic()
        self.last: tuple[int, str] | None = None
        self.last_line_at = 0.0

    def __enter__(self) -> "Progress":
        self.show(0)
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_terminal:
            self.out.write("\n")
            self.out.flush()

    def show(self, done: int, remark: str = "") -> None:
        """Show `done` of the total, and a short remark beside it."""
        done = min(done, self.total)
        now = time.monotonic()
        text = f"{self.bar(done)} {done:>{len(str(self.total))}}/{self.total}  {now - self.began:4.0f} s  {remark}"
        if self.is_terminal:
            width = shutil.get_terminal_size().columns - 1
            self.out.write(f"\r\033[K{text[:width]}")
        elif (done, remark) != self.last and (
            self.last is None or done == self.total or now - self.last_line_at >= LINE_EVERY_S
        ):
            self.out.write(f"{text.rstrip()}\n")
            self.last_line_at = now
        else:
            return
        self.last = (done, remark)
        self.out.flush()

    def bar(self, done: int) -> str:
        filled = WIDTH * done // max(1, self.total)
        return f"{self.title:<9} [{'#' * filled}{'.' * (WIDTH - filled)}]"
