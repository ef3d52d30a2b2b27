"""The Python that bots get under bubblewrap: found on this machine, and what it needs to run.

Only the program, its standard library, the shared libraries these are linked to and, where
it is installed, numpy are shown to a bot.
"""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sandbox.errors import NoSandbox

PACKAGES: Final = Path("/packages")
"""Where a bot finds numpy."""

_PROBE: Final = """
import json, os, sys
print(json.dumps({
    "version": list(sys.version_info[:2]),
    "program": os.path.realpath(sys.executable),
    "path": [entry for entry in sys.path if os.path.isdir(entry)],
}))
"""
_PROBE_NUMPY: Final = "import numpy, os; print(os.path.dirname(os.path.realpath(numpy.__file__)))"
_OLDEST: Final = (3, 11)
_LIBRARY: Final = re.compile(r"(?:=>\s+|^\s+)(/\S+)\s+\(0x", re.MULTILINE)


@dataclass(frozen=True)
class Interpreter:
    """``program`` and everything to be shown read-only, as (path here, path in the box)."""

    program: Path
    shown: tuple[tuple[Path, Path], ...]
    hidden: tuple[Path, ...]
    """Folders inside what is shown that a bot has no business in: installed packages."""
    has_numpy: bool


def find_interpreter(*, python: str = "", uid: int | None = None) -> Interpreter:
    """The Python named ``python``, or the first on this machine that will do, best one with numpy.

    ``uid``: the user that must be able to read it, if not the present one. Raises NoSandbox.
    """
    candidates = [python] if python else [sys.executable, "/usr/bin/python3", "python3"]
    problems = []
    without_numpy: Interpreter | None = None
    for candidate in candidates:
        program = shutil.which(candidate)
        if program is None:
            problems.append(f"{candidate}: not found")
            continue
        try:
            found = _look_at(program, uid)
        except _Unfit as problem:
            problems.append(f"{candidate}: {problem}")
            continue
        if found.has_numpy:
            return found
        without_numpy = without_numpy or found
    if without_numpy is not None:
        return without_numpy
    raise NoSandbox(
        "No Python for the bots was found (" + "; ".join(problems) + "). Install Python "
        f"{_OLDEST[0]}.{_OLDEST[1]} or newer where every user can read it (Debian: "
        "apt install python3), or name one by the setting QUINTET_SANDBOX_PYTHON."
    )


class _Unfit(Exception):
    pass


def _look_at(program: str, uid: int | None) -> Interpreter:
    facts: dict[str, Any] = json.loads(_output([program, "-I", "-S", "-c", _PROBE], uid))
    if tuple(facts["version"]) < _OLDEST:
        raise _Unfit("is Python {}.{}, too old".format(*facts["version"]))
    real = Path(facts["program"])
    folders = _outermost([Path(entry).resolve() for entry in facts["path"]])
    shown = [(real, real), *((folder, folder) for folder in folders)]
    modules = [module for folder in folders for module in folder.glob("lib-dynload/*.so")]
    numpy = _numpy(program, uid)
    if numpy is not None:
        shown.append((numpy, PACKAGES / "numpy"))
        beside = numpy.with_name("numpy.libs")
        if beside.is_dir():
            shown.append((beside, PACKAGES / "numpy.libs"))
        modules += numpy.rglob("*.so")
    libraries = _libraries([real, *modules])
    shown += [
        (library, library)
        for library in libraries
        if not any(library.is_relative_to(folder) for folder in folders)
    ]
    hidden = [
        folder / name
        for folder in folders
        for name in ("site-packages", "dist-packages")
        if (folder / name).is_dir()
    ]
    return Interpreter(
        program=real, shown=tuple(shown), hidden=tuple(hidden), has_numpy=numpy is not None
    )


def _numpy(program: str, uid: int | None) -> Path | None:
    try:
        found = _output([program, "-I", "-c", _PROBE_NUMPY], uid)
    except _Unfit:
        return None
    return Path(found.strip())


def _libraries(files: list[Path]) -> list[Path]:
    """The shared libraries that ``files`` are linked to, by the paths they are looked up at."""
    result = subprocess.run(
        ["ldd", *map(str, files)],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    return sorted({Path(path) for path in _LIBRARY.findall(result.stdout)})


def _outermost(folders: list[Path]) -> list[Path]:
    return [
        folder
        for folder in dict.fromkeys(folders)
        if not any(folder != other and folder.is_relative_to(other) for other in folders)
    ]


def _output(command: list[str], uid: int | None) -> str:
    """What a command prints when run by ``uid`` with nothing in its environment."""
    try:
        result = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
            cwd="/",
            env={},
            user=uid,
            group=uid,
            extra_groups=None if uid is None else [],
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise _Unfit(f"cannot be run ({error})") from None
    if result.returncode != 0:
        last = result.stderr.strip().splitlines()[-1:] or ["no message"]
        raise _Unfit(f"failed ({last[0]})")
    return result.stdout
