"""What goes wrong on our side. Never a bot's fault: see arena.player.BotFault."""

import contextlib
from collections.abc import Iterator


class SandboxError(Exception):
    """The sandbox failed, not the bot: the attempt has no result and may be made again."""


class NoSandbox(SandboxError):
    """No backend works here; the message says exactly what to install or to set."""


@contextlib.contextmanager
def ours(what: str) -> Iterator[None]:
    """A failure of the machine (no disk space, no descriptors) becomes a SandboxError."""
    try:
        yield
    except OSError as error:
        raise SandboxError(f"{what}: {error}") from error
