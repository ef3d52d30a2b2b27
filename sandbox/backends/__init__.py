"""The backends: each module in this folder that sets BACKEND is one. None runs a bot bare."""

import importlib
import inspect
import pkgutil
from typing import Any

from sandbox.box import Backend
from sandbox.errors import NoSandbox


def all_backends() -> dict[str, type[Backend]]:
    """By name, the most preferred first."""
    found: list[type[Backend]] = []
    for module in pkgutil.iter_modules(__path__):
        backend = getattr(importlib.import_module(f"{__name__}.{module.name}"), "BACKEND", None)
        if backend is not None:
            found.append(backend)
    return {backend.name: backend for backend in sorted(found, key=lambda found: found.preference)}


def find_backend(name: str = "auto", **settings: Any) -> Backend:
    """The backend named, or with ``auto`` the first that works here.

    ``settings`` go to each backend that has a setting of that name. Raises NoSandbox, which
    says what to install, and LookupError for a name or setting that doesn't exist.
    """
    known = all_backends()
    if name != "auto" and name not in known:
        raise LookupError(f"no sandbox named {name!r}; there are auto, {', '.join(known)}")
    unknown = settings.keys() - {key for kind in known.values() for key in _settings_of(kind)}
    if unknown:
        raise LookupError(f"no sandbox has the settings {', '.join(sorted(unknown))}")
    problems = []
    for kind in known.values() if name == "auto" else [known[name]]:
        own = {key: value for key, value in settings.items() if key in _settings_of(kind)}
        backend = kind(**own)
        problem = backend.problem()
        if problem is None:
            return backend
        problems.append(f"- {kind.name}: {problem}")
    raise NoSandbox("Bots can't be played here, for want of a sandbox.\n" + "\n".join(problems))


def _settings_of(kind: type[Backend]) -> list[str]:
    return list(inspect.signature(kind).parameters)
