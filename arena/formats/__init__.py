"""The formats of a tournament's stages. Each is one module here that sets ``FORMAT``; none is listed."""

import importlib
import pkgutil

from arena.formats.contract import Format
from arena.quoting import quoted


class UnknownFormat(LookupError):
    """No format has this name; the message lists those that there are."""

    def __init__(self, name: object) -> None:
        super().__init__(f"there is no format {quoted(name)}; the formats are {', '.join(FORMATS)}")


def _discovered() -> dict[str, type[Format]]:
    modules = (
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
    )
    found = [module.FORMAT for module in modules if hasattr(module, "FORMAT")]
    return {one.name: one for one in sorted(found, key=lambda one: one.name)}


FORMATS: dict[str, type[Format]] = _discovered()
"""Every format by its name, in alphabetical order."""


def find_format(name: str) -> type[Format]:
    """The format of this name; raises UnknownFormat."""
    try:
        return FORMATS[name]
    except (KeyError, TypeError):
        raise UnknownFormat(name) from None
