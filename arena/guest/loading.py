"""Loading the bot, in the child of a sitting."""

import importlib
import os
import sys
import types
from collections.abc import Callable
from typing import Any

OWN_MODULES = frozenset(sys.modules)
# Not for us: most bots want it, and in every sitting anew.
importlib.import_module("random")
AHEAD = frozenset(sys.modules) - OWN_MODULES | {__package__}
"""Modules that are there without being needed: a bot may have others by these names."""

ChooseMove = Callable[[dict[str, Any]], object]


class NoEntryPoint(Exception):
    """The bot lacks ``choose_move``."""


class Bot:
    """The bot's folder."""

    def __init__(self, folder: str, packages: str) -> None:
        self.folder = os.path.abspath(folder)
        self.path = os.path.join(self.folder, "bot.py")
        self.packages = packages

    def load(self) -> ChooseMove:
        """Run ``bot.py`` as the module ``bot`` and return its ``choose_move``."""
        sys.argv = ["bot.py"]
        sys.path.insert(0, self.folder)
        own = {name.partition(".")[0] for name in os.listdir(self.folder)} & AHEAD
        for name in [name for name in sys.modules if name.partition(".")[0] in own]:
            del sys.modules[name]
        if self.packages and os.path.isdir(self.packages):
            sys.path.append(self.packages)
        with open(self.path, "rb") as file:
            code = compile(file.read(), self.path, "exec", dont_inherit=True)
        module = types.ModuleType("bot")
        module.__file__ = self.path
        sys.modules["bot"] = module
        exec(code, module.__dict__)  # noqa: S102 - running the bot is what this is for
        choose_move = getattr(module, "choose_move", None)
        if not callable(choose_move):
            raise NoEntryPoint("bot.py defines no function choose_move(view)")
        return choose_move  # type: ignore[no-any-return]
