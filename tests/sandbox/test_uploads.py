"""What authors send in: looked at without running it, refused with what to do."""

import io
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest

from sandbox import upload as uploads
from sandbox.errors import SandboxError
from sandbox.upload import Upload, UploadRefused, inspect, unpack
from tests.hostile_uploads import BOT, HOSTILE, of_large_archives, zipped


def test_a_python_file_of_any_name_is_stored_as_bot_py() -> None:
    assert inspect("My bot (3).PY", BOT).files == {"bot.py": BOT}


def test_a_zip_brings_its_modules_and_data() -> None:
    members = {"bot.py": BOT, "lib/plan.py": b"x = 1\n", "data/weights.bin": bytes(1000)}
    packed = zipped(("lib/", b""), *members.items(), compression=zipfile.ZIP_DEFLATED)
    assert inspect("bot.zip", packed).files == members


def test_what_archivers_add_by_themselves_is_left_out() -> None:
    packed = zipped(
        ("bot.py", BOT),
        ("__MACOSX/._bot.py", b"x"),
        (".DS_Store", b"x"),
        ("lib/__pycache__/plan.cpython-311.pyc", b"x"),
    )
    assert inspect("bot.zip", packed).files == {"bot.py": BOT}


def test_the_digest_is_of_the_content_not_of_its_packing() -> None:
    a = inspect("bot.zip", zipped(("bot.py", BOT), ("a", b"1")))
    b = inspect("b.zip", zipped(("a", b"1"), ("bot.py", BOT), compression=zipfile.ZIP_DEFLATED))
    assert a.digest == b.digest
    assert a.digest != inspect("bot.zip", zipped(("bot.py", BOT), ("a", b"2"))).digest


@pytest.mark.parametrize(
    "source",
    [
        b"from lib import choose_move\n",
        b"from lib import *\n",
        b"import lib as choose_move\n",
        b"choose_move = lambda view: view['legal'][0]\n",
        b"choose_move: object = max\n",
        b"a, choose_move = 1, max\n",
        b"class choose_move:\n    def __new__(cls, view): return 1\n",
        b"for choose_move in [max]: pass\n",
        b"(choose_move := max)\n",
        b"import functools\n@functools.cache\ndef choose_move(*views, **named): return 1\n",
        b"def run(f): return f\n@run\nasync def choose_move(view): return 1\n",
        b"def choose_move(view):\n    def moves(): yield 1\n    return next(moves())\n",
        b"if 0: pass\n" + b"elif 0: pass\n" * 500 + b"else:\n    def choose_move(view): return 1\n",
        b"def choose_move(): pass\ndef choose_move(view): return 1\n",
        b"choose_move = 1\ndel choose_move\nchoose_move = max\n",
        b"match 1:\n    case 1:\n        def choose_move(view): return 1\n",
        b"def choose_move(view): return 1\r\n",
        b"def choose_move(view): return 1",
        b"try:\n    import numpy\nexcept ImportError:\n    def choose_move(view): return 1\n",
        b"if True:\n    pass\nelse:\n    def choose_move(view, depth=3): return 1\n",
        b"def choose_move(*views): return 1\n",
        b"# coding: latin-1\nname = '\xe9'\ndef choose_move(view): return 1\n",
        b"\xef\xbb\xbfdef choose_move(view): return 1\n",
    ],
)
def test_choose_move_may_be_made_in_any_way_at_the_top_level(source: bytes) -> None:
    assert inspect("bot.py", source).files == {"bot.py": source}


@pytest.mark.parametrize("what", HOSTILE)
def test_an_unfit_upload_is_refused_with_what_to_do(what: str) -> None:
    filename, make, message = HOSTILE[what]
    with pytest.raises(UploadRefused, match=message) as refusal:
        inspect(filename, make())
    assert len(str(refusal.value)) < 1000


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_zip_with_the_same_name_twice_is_refused() -> None:
    with pytest.raises(UploadRefused, match="'bot.py' twice"):
        inspect("bot.zip", zipped(("bot.py", BOT), ("bot.py", BOT)))


def test_a_wrong_line_is_quoted_from_the_upload_and_from_no_file_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text("SECRET = 'of somebody else'\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UploadRefused, match=r"line 1: expected ':': def choose_move\(view\)$"):
        inspect("bot.py", b"def choose_move(view)\n    pass\n")


def test_a_zip_of_the_form_for_large_archives_is_taken() -> None:
    data = of_large_archives(len(zipped(("bot.py", BOT))) - 30 - 6 - len(BOT) - 22)
    assert inspect("bot.zip", data).files == {"bot.py": BOT}


def test_a_zip_written_as_a_stream_is_taken() -> None:
    class Stream(io.RawIOBase):
        """Can't be sought, so the sizes stand behind each member."""

        def __init__(self) -> None:
            self.written = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, data: Any) -> int:
            self.written += bytes(data)
            return len(data)

    stream = Stream()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:  # type: ignore[arg-type]
        archive.writestr("bot.py", BOT)
        archive.writestr("data/ä.txt", "hä")
        archive.comment = b"made by hand"
    assert inspect("bot.zip", bytes(stream.written)).files == {
        "bot.py": BOT,
        "data/ä.txt": "hä".encode(),
    }


def test_modules_named_as_pythons_own_are_the_authors_choice() -> None:
    members = {"bot.py": BOT, "random.py": b"x = 1\n", "numpy/__init__.py": b"", "site.py": b"("}
    assert inspect("bot.zip", zipped(*members.items())).files == members


def test_a_machine_too_busy_to_look_is_our_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "CHECK_S", 0.001)
    with pytest.raises(SandboxError, match="too busy"):
        inspect("bot.py", BOT)


def test_a_child_that_fails_by_itself_is_our_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "_CHECK", "raise SystemError('broken by us')")
    with pytest.raises(SandboxError, match="broken by us"):
        inspect("bot.py", BOT)


def test_an_upload_is_never_run(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    source = f"open({str(trace)!r}, 'w')\n".encode() + BOT
    inspect("bot.py", source)
    inspect("bot.zip", zipped(("bot.py", source), ("sitecustomize.py", source)))
    assert not trace.exists()


def test_an_upload_is_unpacked_read_only_under_its_digest(tmp_path: Path) -> None:
    upload = Upload(digest="d", files={"bot.py": BOT, "lib/plan.py": b"x"})
    folder = unpack(upload, tmp_path)
    assert folder == tmp_path / "d"
    assert (folder / "lib/plan.py").read_bytes() == b"x"
    for path in (folder, *folder.rglob("*")):
        assert not path.stat().st_mode & 0o222


def test_two_workers_may_unpack_the_same_upload_at_once(tmp_path: Path) -> None:
    upload = Upload(digest="d", files={f"f{n}": bytes(100) for n in range(20)} | {"bot.py": BOT})
    folders: list[Path] = []
    workers = [
        threading.Thread(target=lambda: folders.append(unpack(upload, tmp_path))) for _ in range(8)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert folders == [tmp_path / "d"] * 8
    assert [path.name for path in tmp_path.iterdir()] == ["d"]
    assert len(list((tmp_path / "d").iterdir())) == 21
