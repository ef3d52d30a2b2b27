"""The embedded mode's secret key: made once, kept in a file that only its owner can read."""

import os
import secrets
from pathlib import Path


def kept_secret_key(path: Path) -> str:
    """Return the key in `path`; make it first where there is none. Safe when two processes start at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        own = path.with_name(f"{path.name}.{os.getpid()}")
        with open(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            os.link(own, path)
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path.read_text()
