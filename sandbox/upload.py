"""Uploads: what an author sends in, looked at before anything of it is stored.

Nothing of an upload is unpacked, parsed or imported in the process that receives it: a child
with hard limits does that (see code_check), for a small file can make a parser eat
all memory or crash.
"""

import contextlib
import errno
import hashlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from arena.player import PYTHON_FILE_BYTES, ZIP_BYTES
from sandbox.errors import SandboxError

MIB: Final = 1024 * 1024
CHECK_S: Final = 40.0
"""How long looking at one upload may take: the child's own limit comes first, but where the
machine lets it wait."""

_CHECK: Final = (
    f"import sys; sys.path.append({str(Path(__file__).parents[1])!r}); "
    "from sandbox.code_check import main; main()"
)
_ZIP_BEGINS: Final = b"PK\x03\x04"
_EMPTY_ZIP_BEGINS: Final = b"PK\x05\x06"
_SPLIT_ZIP_BEGINS: Final = b"PK\x07\x08"
_ZIP_ENDS: Final = b"PK\x05\x06"


class UploadRefused(Exception):
    """What is wrong with an upload and what to do about it, in words for its author."""


@dataclass(frozen=True)
class Upload:
    """A bot's files by their names inside its folder; ``bot.py`` is one of them."""

    digest: str
    """SHA-256 (hex) over the names and contents, however they were packed."""
    files: dict[str, bytes]


def inspect(filename: str, data: bytes) -> Upload:
    """Look at an upload: one Python file, or a zip with ``bot.py`` at its top.

    Raises UploadRefused; SandboxError if it could not be looked at for a reason of ours.
    """
    kind = _kind(filename, data)
    answer, content = _check(kind, data)
    if "refused" in answer:
        raise UploadRefused(answer["refused"])
    files: dict[str, bytes] = {}
    start = 0
    for name, size in answer["files"]:
        files[name] = bytes(content[start : start + size])
        start += size
    return Upload(digest=digest_of(files), files=files)


def digest_of(files: dict[str, bytes]) -> str:
    """SHA-256 (hex) over names and contents, independent of order."""
    total = hashlib.sha256()
    for name in sorted(files):
        for part in (name.encode(), files[name]):
            total.update(len(part).to_bytes(8, "big"))
            total.update(part)
    return total.hexdigest()


def unpack(upload: Upload, into: Path) -> Path:
    """Write the files to the read-only folder ``into``/digest, unless it is there; return it.

    Two workers may do so at once. Raises OSError (a full disk, for one).
    """
    target = into / upload.digest
    if target.is_dir():
        return target
    into.mkdir(parents=True, exist_ok=True)
    draft = into / f".{upload.digest}-{secrets.token_hex(4)}"
    try:
        _write_files(upload.files, draft)
        try:
            draft.rename(target)
        except OSError as error:
            if error.errno not in (errno.EEXIST, errno.ENOTEMPTY):
                raise
    finally:
        if draft.exists():
            _remove_read_only(draft)
    return target


def _kind(filename: str, data: bytes) -> str:
    """``py`` or ``zip``; raises UploadRefused."""
    suffix = Path(filename.lower()).suffix
    if suffix not in (".py", ".zip"):
        raise UploadRefused(
            f"{_shown(filename)} is neither a Python file nor a zip. Upload one file named "
            "*.py, or a .zip with bot.py at its top."
        )
    if not data:
        raise UploadRefused(f"{_shown(filename)} is empty. Upload the file that holds your bot.")
    is_zip = data.startswith(_ZIP_BEGINS)
    if suffix == ".zip" and not is_zip:
        raise UploadRefused(f"{_shown(filename)} {_no_zip(data)}")
    if suffix == ".py" and is_zip:
        raise UploadRefused(
            f"{_shown(filename)} is a zip archive, in spite of its name. Give it a name that "
            "ends in .zip."
        )
    most = PYTHON_FILE_BYTES if suffix == ".py" else ZIP_BYTES
    if len(data) > most:
        raise UploadRefused(
            f"{_shown(filename)} has {len(data) / MIB:.1f} MiB; a {suffix} file may have "
            f"{most // MIB} MiB. Leave out what the bot doesn't need"
            + (", or upload code and data as a zip." if suffix == ".py" else ".")
        )
    return suffix[1:]


def _no_zip(data: bytes) -> str:
    """What a file is that is named .zip and doesn't begin as a bot's zip does."""
    if data.startswith(_EMPTY_ZIP_BEGINS):
        return "is a zip without any file. Pack the bot's folder anew, with bot.py at its top."
    if data.startswith(_SPLIT_ZIP_BEGINS):
        return "is one part of a split archive. Pack the bot's folder into one file."
    if _ZIP_ENDS in data:
        return (
            "has something before the archive (is it one that unpacks itself?). Pack the bot's "
            "folder anew, as a plain .zip."
        )
    return (
        "is not a zip archive, in spite of its name. Pack the bot's folder anew, as .zip (not "
        ".tar, .7z or .rar)."
    )


def _check(kind: str, data: bytes) -> tuple[dict[str, Any], memoryview]:
    """The child's answer, and the contents of the files one after another."""
    try:
        child = subprocess.run(
            [sys.executable, "-I", "-S", "-B", "-c", _CHECK, kind],
            input=data,
            capture_output=True,
            timeout=CHECK_S,
            env={},
            cwd="/",
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise SandboxError(
            f"looking at an upload took more than {CHECK_S:g} s: the machine is too busy"
        ) from error
    except OSError as error:
        raise SandboxError(f"uploads can't be looked at: {error}") from error
    end = child.stdout.find(b"\n")
    if child.returncode == 0 and end >= 0:
        answer: dict[str, Any] = json.loads(child.stdout[:end])
        # A view: up to 32 MiB need not be held twice.
        return answer, memoryview(child.stdout)[end + 1 :]
    if child.returncode == -signal.SIGXCPU:
        raise UploadRefused(
            "Looking at the upload took too much processor time. Is there a huge expression or "
            "table in bot.py? Put data into a file of its own."
        )
    if child.returncode < 0 or child.stderr.rstrip().endswith((b"MemoryError", b"RecursionError")):
        raise UploadRefused(
            "bot.py can't be parsed: it is nested too deeply, or a literal in it is too large. "
            "Put data into a file of its own, and simplify the expression."
        )
    raise SandboxError(
        f"looking at an upload failed: {child.stderr[-500:].decode('utf-8', 'replace')}"
    )


def _write_files(files: dict[str, bytes], folder: Path) -> None:
    folder.mkdir()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        path.chmod(0o444)
    for place, _, _ in os.walk(folder, topdown=False):
        os.chmod(place, 0o555)


def _remove_read_only(folder: Path) -> None:
    for place, _, _ in os.walk(folder):
        with contextlib.suppress(OSError):
            os.chmod(place, 0o755)
    shutil.rmtree(folder, ignore_errors=True)


def _shown(filename: str) -> str:
    text = filename.encode("utf-8", "replace").decode()
    return repr(text if len(text) <= 80 else text[:77] + "...")
