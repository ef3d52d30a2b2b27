"""The code of versions: kept once per digest in storage, unpacked on the machine that plays it."""

import contextlib
import io
import zipfile
from pathlib import Path

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from bots.models import Version
from sandbox.upload import Upload, unpack

_ANY_DATE = (1980, 1, 1, 0, 0, 0)


def stored(upload: Upload) -> str:
    """Put the inspected files into storage under our own name, and return that name."""
    name = f"versions/{upload.digest[:2]}/{upload.digest}.zip"
    if default_storage.exists(name) and not _remove_if_cut_off(name):
        return name
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(upload.files):
            archive.writestr(zipfile.ZipInfo(path, _ANY_DATE), upload.files[path])
    try:
        return default_storage.save(name, ContentFile(content.getvalue()))
    except OSError:
        with contextlib.suppress(OSError):
            _remove_if_cut_off(name)
        raise


def _remove_if_cut_off(name: str) -> bool:
    """Remove a file that a full disk or a crash cut off; a zip's end tells whether it is whole."""
    with default_storage.open(name) as file:
        is_whole = zipfile.is_zipfile(file)
    if not is_whole:
        default_storage.delete(name)
    return not is_whole


def unpacked(version: Version) -> Path:
    """Return the read-only directory with the version's files, on this machine."""
    there = Path(settings.CODE_DIR) / version.digest
    if there.is_dir():
        return there
    with version.file.open("rb") as stream, zipfile.ZipFile(stream) as archive:
        files = {path: archive.read(path) for path in archive.namelist()}
    return unpack(Upload(digest=version.digest, files=files), Path(settings.CODE_DIR))
