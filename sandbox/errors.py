"""What goes wrong on our side. Never a bot's fault: see arena.player.BotFault."""


class SandboxError(Exception):
    """The sandbox failed, not the bot: the attempt has no result and may be made again."""


class NoSandbox(SandboxError):
    """No backend works here; the message says exactly what to install or to set."""
