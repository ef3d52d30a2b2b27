"""Records as they lie in storage: gzipped JSON, the same bytes for the same record."""

import contextlib
import gzip
import json
from collections.abc import Mapping

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models.fields.files import FieldFile

from arena.match import MatchResult


def packed(record: dict) -> ContentFile:
    """The record as a file's content."""
    text = json.dumps(record, separators=(",", ":"), allow_nan=False)
    # Level 9 would take twice as long for two per cent.
    return ContentFile(gzip.compress(text.encode(), compresslevel=6, mtime=0))


def keep(new: Mapping[str, dict]) -> list[str]:
    """Store records by names that nothing else has; return their names there.

    All or none: where the disk is full, nothing of them is left.
    """
    try:
        return [default_storage.save(name, packed(record)) for name, record in new.items()]
    except OSError:
        for name in new:
            with contextlib.suppress(OSError):
                default_storage.delete(name)
        raise


def gzipped(file: FieldFile) -> bytes:
    """A stored record as it lies there."""
    with file.open("rb") as stream:
        return stream.read()


def text(file: FieldFile) -> bytes:
    """A stored record as JSON."""
    return gzip.decompress(gzipped(file))


def load(file: FieldFile) -> dict:
    """Read a stored record."""
    return json.loads(text(file))


def match_thinking_us(result: MatchResult) -> list[int]:
    """Microseconds of thinking in the whole match, one sum per player."""
    sums = [0] * len(result.scores)
    for played, seating in zip(result.sittings, result.seating, strict=True):
        for seat, microseconds in enumerate(thinking_us(played.record)):
            sums[seating[seat]] += microseconds
    return sums


def thinking_us(record: dict) -> list[int]:
    """Microseconds of thinking in the whole sitting, one sum per seat."""
    sums = [0] * record["players"]
    for deal in record["deals"]:
        for seat, _, how in deal["moves"]:
            if isinstance(how, int):
                sums[seat] += how
    return sums
