"""Looks at an upload, as a child process with hard limits: unpacks, parses, never imports.

    python3 -I -S -B -c 'import sys; sys.path.append(ROOT); from sandbox.code_check import main;
    main()' (py | zip) < upload

Standard library only. Writes one line of JSON, {"refused": TEXT} or {"files": [[name, size],
...]}, and after it the contents of the files, one after another.
"""

import json
import resource
import sys
from typing import Final

from sandbox.refusal import Refused, plain
from sandbox.source_check import check_source
from sandbox.zip_check import unzip

MEMORY_BYTES: Final = 512 * 1024 * 1024
CPU_S: Final = 10


def main() -> None:
    set_limits()
    data = sys.stdin.buffer.read()
    try:
        files = {"bot.py": data} if sys.argv[1] == "py" else unzip(data)
        check_source(files["bot.py"])
    except Refused as refused:
        answer({"refused": plain(str(refused))})
        return
    answer({"files": [[name, len(content)] for name, content in files.items()]})
    for content in files.values():
        sys.stdout.buffer.write(content)


def set_limits() -> None:
    for name, value in (
        ("AS", MEMORY_BYTES),
        ("CPU", CPU_S),
        ("FSIZE", 0),
        ("CORE", 0),
        ("NOFILE", 16),
    ):
        number = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(number)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(number, (value, value))


def answer(message: dict[str, object]) -> None:
    sys.stdout.buffer.write(json.dumps(message).encode() + b"\n")
