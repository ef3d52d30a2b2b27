"""`make test`: what a database can make a difference to on PostgreSQL where it is to be had, then all tests on SQLite.

PostgreSQL is a private server in a temporary directory, started and stopped here; with DATABASE_URL set to a
running one, that one is used. Several processes share the tests (tests/shares.py). Arguments, if any, go to
pytest, which then runs once, on SQLite, in one process unless told otherwise.
"""

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTEST = [sys.executable, "-m", "pytest"]
PROCESSES = min(len(os.sched_getaffinity(0)), 5) + 1
"""One more than there are cores: tests of the sandbox mostly wait."""
SHARED_OUT = ["-n", str(PROCESSES), "--dist", "loadfile"]
DATABASE_TESTS = ["tests/platform", "-m", "database and not browser and not docker"]
"""What a database can make a difference to. In the second run a browser meets the same views, and
a worker, which has used bubblewrap in this one, uses Docker too."""


def main(arguments: list[str]) -> int:
    """Return the exit status of the first run that failed, or 0."""
    on_sqlite = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    if not arguments:
        with postgresql() as address:
            if address:
                print("What a database can make a difference to, on PostgreSQL:", flush=True)
                status = run([*SHARED_OUT, *DATABASE_TESTS], on_sqlite | {"DATABASE_URL": address})
                if status:
                    return status
            elif os.environ.get("QUINTET_REQUIRE_ALL") == "1":
                print("PostgreSQL is required here (QUINTET_REQUIRE_ALL=1), and was not found.")
                return 1
            else:
                print(
                    "PostgreSQL was not found: the platform's tests run on SQLite only.", flush=True
                )
        print("All tests, on SQLite:", flush=True)
    return run(arguments or SHARED_OUT, on_sqlite)


def run(arguments: list[str], environment: dict[str, str]) -> int:
    return subprocess.run([*PYTEST, *arguments], cwd=ROOT, env=environment).returncode


@contextmanager
def postgresql() -> Iterator[str]:
    """Yield the address of a PostgreSQL whose user may create databases, or nothing."""
    if os.environ.get("DATABASE_URL", "").startswith("postgres"):
        yield os.environ["DATABASE_URL"]
        return
    programs = find_programs()
    if programs is None:
        yield ""
        return
    folder = Path(tempfile.mkdtemp(prefix="quintet-pg-"))
    user = unprivileged_user()
    shutil.chown(folder, user)
    data = folder / "data"

    def call(*command: str) -> None:
        with (folder / "calls.log").open("ab") as log:
            subprocess.run(
                command,
                user=user,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                check=True,
            )

    try:
        call(
            f"{programs}/initdb",
            "-D",
            str(data),
            "-U",
            "quintet",
            "--auth=trust",
            "-E",
            "UTF8",
            "--no-sync",
        )
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c synchronous_commit=off"
        call(
            f"{programs}/pg_ctl", "-D", str(data), "-o", options, "-l", f"{data}/log", "-w", "start"
        )
        yield f"postgresql://quintet@{str(folder).replace('/', '%2F')}/postgres"
    except subprocess.CalledProcessError as error:
        log = (folder / "calls.log").read_text()
        raise SystemExit(f"PostgreSQL did not start: {error}\n{log}") from error
    finally:
        if (data / "postmaster.pid").exists():
            call(f"{programs}/pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder)


def find_programs() -> Path | None:
    """The folder of initdb and pg_ctl: Debian keeps them off the PATH."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    usable = [folder for folder in folders if (folder / "initdb").exists()]
    return max(usable, key=lambda folder: float(folder.parent.name), default=None)


def unprivileged_user() -> str:
    """Whom the server runs as: PostgreSQL refuses to run as root."""
    if os.geteuid():
        return pwd.getpwuid(os.geteuid()).pw_name
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
