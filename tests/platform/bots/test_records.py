import errno

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from bots import records


def test_where_the_disk_is_full_no_part_of_a_match_is_left(monkeypatch, settings, tmp_path) -> None:
    settings.MEDIA_ROOT = str(tmp_path)
    save = default_storage.save

    def room_for_one(name: str, content: ContentFile) -> str:
        stored = save(name, content)
        if name == "second.gz":
            raise OSError(errno.ENOSPC, "No space left on device")
        return stored

    monkeypatch.setattr(default_storage, "save", room_for_one)
    with pytest.raises(OSError, match="No space"):
        records.keep({"first.gz": {}, "second.gz": {}, "third.gz": {}})
    assert not any(default_storage.exists(f"{name}.gz") for name in ("first", "second", "third"))
