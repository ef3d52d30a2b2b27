"""What authors send in: looked at without running it, refused with what to do."""

import io
import stat
import struct
import threading
import zipfile
from pathlib import Path

import pytest

from sandbox.upload import MIB, Upload, UploadRefused, inspect, unpack

BOT = b"def choose_move(view):\n    return view['legal'][0]\n"


def zipped(*members: tuple[str, bytes], **options: int) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", **options) as archive:  # type: ignore[call-overload]
        for name, content in members:
            archive.writestr(name, content)
    return packed.getvalue()


def with_mode(mode: int, name: str = "link") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("bot.py", BOT)
        member = zipfile.ZipInfo(name)
        member.external_attr = mode << 16
        archive.writestr(member, "/etc/passwd")
    return packed.getvalue()


def encrypted() -> bytes:
    data = bytearray(zipped(("bot.py", BOT)))
    for signature, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + at] |= 1
    return bytes(data)


def with_another_sum() -> bytes:
    data = bytearray(zipped(("bot.py", BOT)))
    data[data.index(BOT)] ^= 1
    return bytes(data)


def with_a_false_size() -> bytes:
    """A zip that says it holds few bytes but unpacks to many."""
    data = bytearray(
        zipped(("bot.py", BOT), ("data", bytes(64 * MIB)), compression=zipfile.ZIP_DEFLATED)
    )
    for signature, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(signature, data.index(signature) + 4)
        data[start + at : start + at + 4] = struct.pack("<I", 64)
    return bytes(data)


def with_a_nul_in_its_name() -> bytes:
    return zipped(("bot.py", BOT), ("abcXdef", b"")).replace(b"abcXdef", b"abc\0def")


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
        b"class choose_move:\n    pass\n",
        b"try:\n    import numpy\nexcept ImportError:\n    def choose_move(view): return 1\n",
        b"if True:\n    pass\nelse:\n    def choose_move(view, depth=3): return 1\n",
        b"def choose_move(*views): return 1\n",
        b"# coding: latin-1\nname = '\xe9'\ndef choose_move(view): return 1\n",
        b"\xef\xbb\xbfdef choose_move(view): return 1\n",
    ],
)
def test_choose_move_may_be_made_in_any_way_at_the_top_level(source: bytes) -> None:
    assert inspect("bot.py", source).files == {"bot.py": source}


REFUSED = {
    "another kind of file": ("bot.tar.gz", b"x", "neither a Python file nor a zip"),
    "no extension": ("bot", BOT, "neither a Python file nor a zip"),
    "an empty file": ("bot.py", b"", "is empty"),
    "a zip that is none": ("bot.zip", b"Rar!", "not a zip archive"),
    "a zip named py": ("bot.py", zipped(("bot.py", BOT)), "ends in .zip"),
    "a big py": ("bot.py", b"#" * (MIB + 1), "1.0 MiB; a .py file may have 1 MiB"),
    "a big zip": ("bot.zip", b"PK\x03\x04" + bytes(8 * MIB), "may have 8 MiB"),
    "a cut zip": ("bot.zip", zipped(("bot.py", BOT))[:-30], "damaged"),
    "a zip without end": ("bot.zip", b"PK\x03\x04" + bytes(100), "damaged"),
    "an empty zip": ("bot.zip", zipped(("a", b""))[:0] + b"PK\x03\x04", "damaged"),
    "no bot.py": ("bot.zip", zipped(("main.py", BOT)), "no bot.py at its top"),
    "a folder around": ("bot.zip", zipped(("my/bot.py", BOT)), "not the folder"),
    "capitals": ("bot.zip", zipped(("Bot.py", BOT)), "small letters"),
    "a link": ("bot.zip", with_mode(stat.S_IFLNK | 0o777), "link"),
    "a device": ("bot.zip", with_mode(stat.S_IFCHR | 0o666), "special file"),
    "a pipe": ("bot.zip", with_mode(stat.S_IFIFO | 0o666), "special file"),
    "dots": ("bot.zip", zipped(("bot.py", BOT), ("../x", b"")), "points out"),
    "dots inside": ("bot.zip", zipped(("bot.py", BOT), ("a/../../x", b"")), "points out"),
    "an absolute name": ("bot.zip", zipped(("bot.py", BOT), ("/etc/x", b"")), "points out"),
    "a drive": ("bot.zip", zipped(("bot.py", BOT), ("C:x", b"")), "not fit for a file name"),
    "a backslash": ("bot.zip", zipped(("bot.py", BOT), ("a\\b", b"")), "not fit"),
    "a control character": ("bot.zip", zipped(("bot.py", BOT), ("a\n", b"")), "not fit"),
    "a nul": ("bot.zip", with_a_nul_in_its_name(), "not fit"),
    "an empty part": ("bot.zip", zipped(("bot.py", BOT), ("a//b", b"")), "points out"),
    "a long name": ("bot.zip", zipped(("bot.py", BOT), ("n" * 300, b"")), "200 characters"),
    "deep folders": ("bot.zip", zipped(("bot.py", BOT), ("d/" * 20 + "f", b"")), "levels"),
    "case twins": ("bot.zip", zipped(("bot.py", BOT), ("BOT.py", BOT)), "capitals only"),
    "unicode twins": (
        "bot.zip",
        zipped(("bot.py", BOT), ("\u00e9", b""), ("e\u0301", b"")),
        "capitals only",
    ),
    "a file as a folder": (
        "bot.zip",
        zipped(("bot.py", BOT), ("a", b""), ("a/b", b"")),
        "as if it were a folder",
    ),
    "a password": ("bot.zip", encrypted(), "without a password"),
    "a wrong sum": ("bot.zip", with_another_sum(), "can't be unpacked"),
    "a rare method": (
        "bot.zip",
        zipped(("bot.py", BOT), compression=zipfile.ZIP_LZMA),
        "rare method",
    ),
    "a bomb": (
        "bot.zip",
        zipped(("bot.py", BOT), ("data", bytes(64 * MIB)), compression=zipfile.ZIP_DEFLATED),
        "more than 32 MiB",
    ),
    "a bomb of many": (
        "bot.zip",
        zipped(
            ("bot.py", BOT),
            *((f"data{n}", bytes(4 * MIB)) for n in range(10)),
            compression=zipfile.ZIP_DEFLATED,
        ),
        "more than 32 MiB",
    ),
    "a bomb that lies": ("bot.zip", with_a_false_size(), "can't be unpacked"),
    "too many files": (
        "bot.zip",
        zipped(("bot.py", BOT), *((f"f{n}", b"") for n in range(600))),
        "may have 500",
    ),
    "very many files": (
        "bot.zip",
        zipped(("bot.py", BOT), *((f"f{n}" * 10, b"") for n in range(20_000))),
        "may have 500",
    ),
    "a syntax error": ("bot.py", b"def choose_move(view):\n    retrun 1\n", "line 2: .*retrun 1"),
    "bad indentation": ("bot.py", b"def choose_move(view):\nreturn 1\n", "line 2"),
    "a return outside": ("bot.py", BOT + b"return 1\n", "line 3: 'return' outside function"),
    "Python 2": ("bot.py", b"print 'x'\n", "line 1: Missing parentheses"),
    "no entry point": ("bot.py", b"def chose_move(view): pass\n", "no function choose_move"),
    "a method only": (
        "bot.py",
        b"class Bot:\n    def choose_move(self, view): pass\n",
        "no function choose_move",
    ),
    "an async function": ("bot.py", b"async def choose_move(view): pass\n", "async"),
    "no argument": ("bot.py", b"def choose_move(): pass\n", "line 1: .*one argument"),
    "two arguments": ("bot.py", b"def choose_move(view, me): pass\n", "one argument"),
    "a named argument": ("bot.py", b"def choose_move(view, *, me): pass\n", "one argument"),
    "UTF-16": ("bot.py", BOT.decode().encode("utf-16"), "UTF-8"),
    "null bytes": ("bot.py", BOT + b"\0", "UTF-8"),
    "not UTF-8": ("bot.py", b"name = '\xff'\n" + BOT, "utf-8|UTF-8"),
    "an unknown encoding": ("bot.py", b"# coding: klingon\n" + BOT, "klingon"),
    "an encoding that is none": ("bot.py", b"# coding: zlib\n" + BOT, "zlib"),
    "deep brackets": ("bot.py", b"x = " + b"(" * 100_000, "nested"),
    "deep signs": ("bot.py", b"x = " + b"-" * 900_000 + b"1\n" + BOT, "nested too deeply"),
    "deep attributes": ("bot.py", b"x = a" + b".a" * 450_000 + b"\n" + BOT, "nested|too"),
    "deep blocks": (
        "bot.py",
        b"".join(b" " * n + b"if 1:\n" for n in range(500)) + b" " * 500 + b"1\n" + BOT,
        "indentation|nested",
    ),
    "a huge number": ("bot.py", b"x = " + b"9" * 900_000 + b"\n" + BOT, "line 1: .*4300 digits"),
    "a huge table": ("bot.py", b"x = [" + b"[]," * 300_000 + b"]\n" + BOT, "too large"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_an_unfit_upload_is_refused_with_what_to_do(what: str) -> None:
    filename, data, message = REFUSED[what]
    with pytest.raises(UploadRefused, match=message) as refusal:
        inspect(filename, data)
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
