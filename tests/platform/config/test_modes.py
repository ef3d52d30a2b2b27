"""The embedded mode needs nothing set; the production mode starts only with everything set."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SHOW = """
import json
from django.conf import settings
names = ["DEBUG", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECRET_KEY", "STORAGES"]
print(json.dumps({name: getattr(settings, name) for name in names}))
"""
PRODUCTION = {
    "QUINTET_MODE": "production",
    "QUINTET_SECRET_KEY": "long and random",
    "QUINTET_HOSTS": "quintet.example",
    "DATABASE_URL": "postgresql://q:p@db/q",
    "REDIS_URL": "redis://:p@broker:6379/0",
}


def settings_with(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    plain = {name: value for name, value in os.environ.items() if "_URL" not in name}
    paths = os.pathsep.join([str(ROOT), str(ROOT / "platform")])
    return subprocess.run(
        [sys.executable, "-c", SHOW],
        env=plain
        | {"PYTHONPATH": paths, "DJANGO_SETTINGS_MODULE": "config.settings"}
        | {"QUINTET_DATA_DIR": str(folder)}
        | environment,
        capture_output=True,
        text=True,
    )


def test_embedded_mode_starts_with_nothing_set_and_keeps_its_secret(tmp_path):
    first, second = (json.loads(settings_with(tmp_path).stdout) for _ in range(2))
    assert len(first["SECRET_KEY"]) >= 50
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert first["DEBUG"] is False


def test_production_mode_names_everything_that_is_missing(tmp_path):
    refused = settings_with(tmp_path, QUINTET_MODE="production")
    assert refused.returncode != 0
    for name in PRODUCTION.keys() - {"QUINTET_MODE"}:
        assert f"{name} is not set: set it to " in refused.stderr
    assert not (tmp_path / "secret-key").exists()


def test_production_mode_is_for_https_and_hashed_static_files(tmp_path):
    found = json.loads(settings_with(tmp_path, **PRODUCTION).stdout)
    assert found["ALLOWED_HOSTS"] == ["quintet.example"]
    assert found["SESSION_COOKIE_SECURE"] is True
    assert found["SECURE_SSL_REDIRECT"] is True
    assert found["STORAGES"]["staticfiles"]["BACKEND"] == "config.static_files.HashedStaticFiles"
