"""What the bot's author is told of an exception."""

import os
import traceback

from .loading import NoEntryPoint

try:
    import resource
except ImportError:  # not on every system an author may try the bot on
    resource = None  # type: ignore[assignment]

ERROR_CHARS = 8000


def explain(error: BaseException, folder: str) -> tuple[str, str]:
    """(traceback text with the bot's own frames only, kind of fault)."""
    kind = "out_of_memory" if isinstance(error, MemoryError) else "crash"
    if isinstance(error, NoEntryPoint):
        return str(error), kind
    try:
        described = traceback.TracebackException(type(error), error, error.__traceback__)
        trim(described, os.path.join(folder, ""), set())
        text = "".join(described.format())
        if not described.stack:
            text = "".join(described.format_exception_only())
    except Exception:
        text = f"{type(error).__name__} (its traceback could not be made)"
    if len(text) > ERROR_CHARS:
        half = ERROR_CHARS // 2
        text = f"{text[:half]}\n[... {len(text) - ERROR_CHARS} characters left out ...]\n{text[-half:]}"
    if kind == "out_of_memory":
        text += memory_allowed()
    return text.encode("utf-8", "backslashreplace").decode(), kind


def memory_allowed() -> str:
    """A line that says how much a process may hold, where that is limited."""
    most = resource.getrlimit(resource.RLIMIT_DATA)[0] if resource else -1
    if resource is None or most == resource.RLIM_INFINITY:
        return ""
    return f"One process of the bot may hold {most // 2**20} MiB.\n"


def trim(described: traceback.TracebackException | None, prefix: str, done: set[int]) -> None:
    """Leave only frames in files under ``prefix``, named relative to it, in the whole chain."""
    if described is None or id(described) in done:
        return
    done.add(id(described))
    kept = []
    for frame in described.stack:
        if frame.filename.startswith(prefix):
            _ = frame.line  # reads the source line while the name is still a path
            frame.filename = frame.filename[len(prefix) :]
            kept.append(frame)
    described.stack[:] = kept
    name = getattr(described, "filename", None)
    if isinstance(name, str) and name.startswith(prefix):
        described.filename = name[len(prefix) :]
    trim(described.__cause__, prefix, done)
    trim(described.__context__, prefix, done)
    for member in getattr(described, "exceptions", None) or ():
        trim(member, prefix, done)
