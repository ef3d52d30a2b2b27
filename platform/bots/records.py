"""Records as they lie in storage: gzipped JSON, the same bytes for the same record."""

import gzip
import json

from django.core.files.base import ContentFile
from django.db.models.fields.files import FieldFile


def packed(record: dict) -> ContentFile:
    """The record as a file's content."""
    text = json.dumps(record, separators=(",", ":"), allow_nan=False)
    return ContentFile(gzip.compress(text.encode(), mtime=0))


def load(file: FieldFile) -> dict:
    """Read a stored record."""
    with file.open("rb") as stream:
        return json.loads(gzip.decompress(stream.read()))
