"""Static files as production serves them."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command

HASHED = re.compile(r"\.[0-9a-f]{12}\.")
IMPORT = re.compile(r'from "(\./[^"]+)"')


@pytest.fixture
def collected(settings, tmp_path: Path) -> Path:
    """Everything that `collectstatic` makes."""
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "config.static_files.HashedStaticFiles"}
    }
    call_command("collectstatic", "--noinput", verbosity=0)
    return tmp_path


def test_our_modules_import_each_other_by_hashed_names(collected):
    modules = [path for path in collected.glob("matches/theatre/*.js") if HASHED.search(path.name)]
    imported = {(module, name) for module in modules for name in IMPORT.findall(module.read_text())}
    assert len(imported) > 10
    for module, name in imported:
        assert HASHED.search(name)
        assert (module.parent / name).is_file()


def test_text_files_are_compressed_beforehand(collected):
    assert list(collected.glob("pages/base.*.css.gz"))
