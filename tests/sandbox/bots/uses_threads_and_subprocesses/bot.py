"""What a program may do: threads, asyncio, a subprocess, scratch files."""

import asyncio
import subprocess
import sys
import tempfile
import threading


async def say(what):
    await asyncio.sleep(0)
    return what


def choose_move(view):
    found = []
    thread = threading.Thread(target=found.append, args=(view["legal"][0],))
    thread.start()
    thread.join()
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"scratch")
    command = [sys.executable, "-I", "-S", "-c", "print(6 * 7)"]
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"42\n"
    return asyncio.run(say(found[0]))
