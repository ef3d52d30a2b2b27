"""What no author means to send in, or only by mistake: each with part of what is said to it.

Used by the tests of the inspection, and of the form and the API in front of it.
"""

import io
import stat
import struct
import zipfile
from collections.abc import Callable

MIB = 1024 * 1024
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


def header(member: str, field: int, value: bytes, data: bytes) -> bytes:
    """The zip with ``value`` at ``field`` of the member's entry in the list of members."""
    changed = bytearray(data)
    start = changed.rindex(b"PK\x01\x02", 0, changed.rindex(member.encode()))
    changed[start + field : start + field + len(value)] = value
    return bytes(changed)


def end(field: int, value: bytes, data: bytes) -> bytes:
    """The zip with ``value`` at ``field`` of the record at its end."""
    changed = bytearray(data)
    start = changed.rindex(b"PK\x05\x06")
    changed[start + field : start + field + len(value)] = value
    return bytes(changed)


def overlapping() -> bytes:
    """Two entries in the list of members for the same bytes."""
    data = zipped(("bot.py", BOT), ("aaaa", bytes(5000)), ("bbbb", bytes(5000)))
    first = data.index(b"aaaa") - 30
    return header("bbbb", 42, struct.pack("<I", first), data)


def quoted_overlap() -> bytes:
    """Each member holds the headings of all that follow: the flattest of bombs."""
    kernel = bytes(4 * 2**20)
    inner = zipped(("kernel", kernel), compression=zipfile.ZIP_DEFLATED)
    data = zipped(("bot.py", BOT), ("outer", inner[: inner.index(b"PK\x01\x02")]), ("kernel", b""))
    return header(
        "kernel", 42, struct.pack("<I", data.index(b"PK\x03\x04", data.index(b"outer"))), data
    )


def of_large_archives(directory_bytes: int) -> bytes:
    """A zip with the record for large archives, which says how long the list of members is."""
    data = zipped(("bot.py", BOT))
    at = data.rindex(b"PK\x05\x06")
    start = data.index(b"PK\x01\x02")
    record = struct.pack(
        "<4sQHHIIQQQQ", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, directory_bytes, start
    )
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, at, 1)
    return data[:at] + record + locator + end(12, b"\xff" * 8, data)[at:]


def with_another_name_inside() -> bytes:
    """Its list of members says bot.py, the member's own heading something else."""
    data = bytearray(zipped(("bot.py", BOT)))
    at = data.index(b"bot.py")
    data[at : at + 6] = b"bad.py"
    return bytes(data)


def flagged(flag: int) -> bytes:
    return header("bot.py", 8, struct.pack("<H", flag), zipped(("bot.py", BOT)))


def sparse_folders(count: int) -> bytes:
    return zipped(("bot.py", BOT), *((f"d{number}/", b"") for number in range(count)))


HOSTILE: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "another kind of file": ("bot.tar.gz", lambda: b"x", "neither a Python file nor a zip"),
    "no extension": ("bot", lambda: BOT, "neither a Python file nor a zip"),
    "an empty file": ("bot.py", lambda: b"", "is empty"),
    "a zip that is none": ("bot.zip", lambda: b"Rar!", "not a zip archive"),
    "a zip named py": ("bot.py", lambda: zipped(("bot.py", BOT)), "ends in .zip"),
    "a big py": ("bot.py", lambda: b"#" * (MIB + 1), "1.0 MiB; a .py file may have 1 MiB"),
    "a big zip": ("bot.zip", lambda: b"PK\x03\x04" + bytes(8 * MIB), "may have 8 MiB"),
    "a cut zip": ("bot.zip", lambda: zipped(("bot.py", BOT))[:-30], "damaged"),
    "a zip without end": ("bot.zip", lambda: b"PK\x03\x04" + bytes(100), "damaged"),
    "an empty zip": ("bot.zip", lambda: zipped(("a", b""))[:0] + b"PK\x03\x04", "damaged"),
    "no bot.py": ("bot.zip", lambda: zipped(("main.py", BOT)), "no bot.py at its top"),
    "a folder around": ("bot.zip", lambda: zipped(("my/bot.py", BOT)), "not the folder"),
    "capitals": ("bot.zip", lambda: zipped(("Bot.py", BOT)), "small letters"),
    "a link": ("bot.zip", lambda: with_mode(stat.S_IFLNK | 0o777), "link"),
    "a device": ("bot.zip", lambda: with_mode(stat.S_IFCHR | 0o666), "special file"),
    "a pipe": ("bot.zip", lambda: with_mode(stat.S_IFIFO | 0o666), "special file"),
    "dots": ("bot.zip", lambda: zipped(("bot.py", BOT), ("../x", b"")), "points out"),
    "dots inside": ("bot.zip", lambda: zipped(("bot.py", BOT), ("a/../../x", b"")), "points out"),
    "an absolute name": ("bot.zip", lambda: zipped(("bot.py", BOT), ("/etc/x", b"")), "points out"),
    "a drive": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("C:x", b"")),
        "not fit for a file name",
    ),
    "a backslash": ("bot.zip", lambda: zipped(("bot.py", BOT), ("a\\b", b"")), "not fit"),
    "a control character": ("bot.zip", lambda: zipped(("bot.py", BOT), ("a\n", b"")), "not fit"),
    "a nul": ("bot.zip", lambda: with_a_nul_in_its_name(), "not fit"),
    "an empty part": ("bot.zip", lambda: zipped(("bot.py", BOT), ("a//b", b"")), "points out"),
    "a long name": ("bot.zip", lambda: zipped(("bot.py", BOT), ("n" * 300, b"")), "200 characters"),
    "deep folders": ("bot.zip", lambda: zipped(("bot.py", BOT), ("d/" * 20 + "f", b"")), "levels"),
    "case twins": ("bot.zip", lambda: zipped(("bot.py", BOT), ("BOT.py", BOT)), "capitals only"),
    "unicode twins": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("\u00e9", b""), ("e\u0301", b"")),
        "capitals only",
    ),
    "a file as a folder": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("a", b""), ("a/b", b"")),
        "as if it were a folder",
    ),
    "a password": ("bot.zip", lambda: encrypted(), "without a password"),
    "a wrong sum": ("bot.zip", lambda: with_another_sum(), "can't be unpacked"),
    "a rare method": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), compression=zipfile.ZIP_LZMA),
        "rare method",
    ),
    "a bomb": (
        "bot.zip",
        lambda: zipped(
            ("bot.py", BOT), ("data", bytes(64 * MIB)), compression=zipfile.ZIP_DEFLATED
        ),
        "more than 32 MiB",
    ),
    "a bomb of many": (
        "bot.zip",
        lambda: zipped(
            ("bot.py", BOT),
            *((f"data{n}", bytes(4 * MIB)) for n in range(10)),
            compression=zipfile.ZIP_DEFLATED,
        ),
        "more than 32 MiB",
    ),
    "a bomb that lies": ("bot.zip", lambda: with_a_false_size(), "can't be unpacked"),
    "too many files": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), *((f"f{n}", b"") for n in range(600))),
        "may have 500",
    ),
    "very many files": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), *((f"f{n}" * 10, b"") for n in range(20_000))),
        "may have 500",
    ),
    "a syntax error": (
        "bot.py",
        lambda: b"def choose_move(view):\n    retrun 1\n",
        "line 2: .*retrun 1",
    ),
    "bad indentation": ("bot.py", lambda: b"def choose_move(view):\nreturn 1\n", "line 2"),
    "a return outside": (
        "bot.py",
        lambda: BOT + b"return 1\n",
        "line 3: 'return' outside function",
    ),
    "Python 2": ("bot.py", lambda: b"print 'x'\n", "line 1: Missing parentheses"),
    "no entry point": (
        "bot.py",
        lambda: b"def chose_move(view): pass\n",
        "no function choose_move",
    ),
    "a method only": (
        "bot.py",
        lambda: b"class Bot:\n    def choose_move(self, view): pass\n",
        "no function choose_move",
    ),
    "an async function": ("bot.py", lambda: b"async def choose_move(view): pass\n", "async"),
    "no argument": ("bot.py", lambda: b"def choose_move(): pass\n", "line 1: .*one argument"),
    "two arguments": ("bot.py", lambda: b"def choose_move(view, me): pass\n", "one argument"),
    "a named argument": ("bot.py", lambda: b"def choose_move(view, *, me): pass\n", "one argument"),
    "UTF-16": ("bot.py", lambda: BOT.decode().encode("utf-16"), "UTF-8"),
    "null bytes": ("bot.py", lambda: BOT + b"\0", "UTF-8"),
    "not UTF-8": ("bot.py", lambda: b"name = '\xff'\n" + BOT, "utf-8|UTF-8"),
    "an unknown encoding": ("bot.py", lambda: b"# coding: klingon\n" + BOT, "klingon"),
    "an encoding that is none": ("bot.py", lambda: b"# coding: zlib\n" + BOT, "zlib"),
    "deep brackets": ("bot.py", lambda: b"x = " + b"(" * 100_000, "nested"),
    "deep signs": ("bot.py", lambda: b"x = " + b"-" * 900_000 + b"1\n" + BOT, "nested too deeply"),
    "deep attributes": ("bot.py", lambda: b"x = a" + b".a" * 450_000 + b"\n" + BOT, "nested|too"),
    "deep blocks": (
        "bot.py",
        lambda: b"".join(b" " * n + b"if 1:\n" for n in range(500)) + b" " * 500 + b"1\n" + BOT,
        "indentation|nested",
    ),
    "a huge number": (
        "bot.py",
        lambda: b"x = " + b"9" * 900_000 + b"\n" + BOT,
        "line 1: .*4300 digits",
    ),
    "a huge table": ("bot.py", lambda: b"x = [" + b"[]," * 300_000 + b"]\n" + BOT, "too large"),
    "a zip of nothing": ("bot.zip", lambda: zipped(), "without any file"),
    "the first part of a split zip": (
        "bot.zip",
        lambda: b"PK\x07\x08" + zipped(("bot.py", BOT)),
        "split archive",
    ),
    "a part of a split zip": (
        "bot.zip",
        lambda: end(4, b"\1\0", zipped(("bot.py", BOT))),
        "split archive",
    ),
    "a zip that begins late": (
        "bot.zip",
        lambda: b"#!/bin/sh\n" + zipped(("bot.py", BOT)),
        "before the archive",
    ),
    "a zip in a zip's front": (
        "bot.zip",
        lambda: zipped(("evil", b"x")) + zipped(("bot.py", BOT)),
        "before its first member",
    ),
    "something behind the end": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT)) + b"<script>",
        "behind its end",
    ),
    "a false comment": (
        "bot.zip",
        lambda: end(20, b"\x10\0", zipped(("bot.py", BOT))),
        "behind its end",
    ),
    "shared bytes": ("bot.zip", lambda: overlapping(), "inside another one"),
    "quoted headings": ("bot.zip", lambda: quoted_overlap(), "inside another one"),
    "a place outside": (
        "bot.zip",
        lambda: header("bot.py", 20, struct.pack("<I", 2**31), zipped(("bot.py", BOT))),
        "longer than the archive|damaged",
    ),
    "a list that lies outside": (
        "bot.zip",
        lambda: end(16, struct.pack("<I", 2**31), zipped(("bot.py", BOT))),
        "damaged",
    ),
    "a list that is too long": (
        "bot.zip",
        lambda: end(12, struct.pack("<I", 2**30), zipped(("bot.py", BOT))),
        "too many members",
    ),
    "a large archive's list that is too long": (
        "bot.zip",
        lambda: of_large_archives(2**40),
        "too many members",
    ),
    "a large archive without its record": (
        "bot.zip",
        lambda: end(12, b"\xff" * 4, zipped(("bot.py", BOT))),
        "record for large archives",
    ),
    "another name inside": ("bot.zip", lambda: with_another_name_inside(), "can't be unpacked"),
    "strong encryption": ("bot.zip", lambda: flagged(0x41), "without a password"),
    "an encrypted list": ("bot.zip", lambda: flagged(0x2000), "without a password"),
    "patched data": ("bot.zip", lambda: flagged(0x20), "can't be unpacked"),
    "a newer format": (
        "bot.zip",
        lambda: header("bot.py", 6, struct.pack("<H", 99), zipped(("bot.py", BOT))),
        "damaged",
    ),
    "bzip2": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), compression=zipfile.ZIP_BZIP2),
        "rare method",
    ),
    "a method that is none": (
        "bot.zip",
        lambda: header("bot.py", 10, struct.pack("<H", 77), zipped(("bot.py", BOT))),
        "rare method",
    ),
    "stored, but called deflated": (
        "bot.zip",
        lambda: header("bot.py", 10, struct.pack("<H", 8), zipped(("bot.py", BOT))),
        "can't be unpacked",
    ),
    "a socket": ("bot.zip", lambda: with_mode(stat.S_IFSOCK | 0o666), "special file"),
    "a disk": ("bot.zip", lambda: with_mode(stat.S_IFBLK | 0o666), "special file"),
    "a link as bot.py": ("bot.zip", lambda: with_mode(stat.S_IFLNK | 0o777, "lib.py"), "link"),
    "two dots alone": ("bot.zip", lambda: zipped(("bot.py", BOT), ("..", b"")), "points out"),
    "a dot": ("bot.zip", lambda: zipped(("bot.py", BOT), ("./x", b"")), "points out"),
    "dots for another system": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("..\\x", b"")),
        "not fit",
    ),
    "another machine": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("\\\\host\\x", b"")),
        "not fit",
    ),
    "a drive with a slash": ("bot.zip", lambda: zipped(("bot.py", BOT), ("C:/x", b"")), "not fit"),
    "a stream of a file": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("bot.py:x", b"")),
        "not fit",
    ),
    "a question": ("bot.zip", lambda: zipped(("bot.py", BOT), ("what?", b"")), "not fit"),
    "markup": ("bot.zip", lambda: zipped(("bot.py", BOT), ("<script>", b"")), "not fit"),
    "an escape": ("bot.zip", lambda: zipped(("bot.py", BOT), ("\x1b[2J", b"")), "not fit"),
    "a turn of direction": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("a\u202eyp.exe", b"")),
        "not fit",
    ),
    "a letter without width": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("bot\u200b.py", b"")),
        "not fit",
    ),
    "a line's end of Unicode": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("a\u2028b", b"")),
        "not fit",
    ),
    "a private character": ("bot.zip", lambda: zipped(("bot.py", BOT), ("\ue000", b"")), "not fit"),
    "a device's name": ("bot.zip", lambda: zipped(("bot.py", BOT), ("nul.py", b"")), "devices"),
    "a device's name in a folder": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("lib/COM1", b"")),
        "devices",
    ),
    "a blank at the end": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("bot.py ", b"")),
        "blank or a dot",
    ),
    "a dot at the end": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("lib./x", b"")),
        "blank or a dot",
    ),
    "a long name of another alphabet": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("\u20ac" * 90, b"")),
        "levels",
    ),
    "folders that are twins": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("lib/a", b""), ("LIB/b", b"")),
        "folders 'lib' and 'LIB'",
    ),
    "twins by a sharp s": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("stra\u00dfe", b""), ("STRASSE", b"")),
        "capitals only",
    ),
    "a folder named bot.py": ("bot.zip", lambda: zipped(("bot.py/", b"")), "no bot.py at its top"),
    "a folder and a file named bot.py": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("bot.py/", b"")),
        "as if it were a folder",
    ),
    "a file whose folder is written otherwise": (
        "bot.zip",
        lambda: zipped(("bot.py", BOT), ("Data", b""), ("data/x", b"")),
        "as if it were a folder",
    ),
    "bot.py in two folders": (
        "bot.zip",
        lambda: zipped(("a/bot.py", BOT), ("b/bot.py", BOT)),
        "not the folder",
    ),
    "a compiled bot": ("bot.zip", lambda: zipped(("bot.pyc", BOT)), "no bot.py at its top"),
    "very many folders": ("bot.zip", lambda: sparse_folders(30_000), "too many members"),
    "a syntax error in a zip": ("bot.zip", lambda: zipped(("bot.py", b"def f(:\n")), "line 1"),
    "a zip in a zip": (
        "bot.zip",
        lambda: zipped(("bot.zip", zipped(("bot.py", BOT)))),
        "no bot.py at its top",
    ),
    "a zip as bot.py": (
        "bot.zip",
        lambda: zipped(("bot.py", zipped(("bot.py", BOT)))),
        "null bytes",
    ),
    "an empty bot.py": ("bot.zip", lambda: zipped(("bot.py", b"")), "no function choose_move"),
    "a bot.py of zeros": (
        "bot.zip",
        lambda: zipped(("bot.py", bytes(31 * MIB)), compression=zipfile.ZIP_DEFLATED),
        "null bytes",
    ),
    "a bot.py of many lines": (
        "bot.zip",
        lambda: zipped(("bot.py", b"x=1\n" * 7_000_000), compression=zipfile.ZIP_DEFLATED),
        "too large|processor time",
    ),
    "blanks only": ("bot.py", lambda: b" \n\n", "no function choose_move"),
    "a program": ("bot.py", lambda: b"\x7fELF\2\1\1" + bytes(100), "UTF-8"),
    "compiled Python": ("bot.py", lambda: b"\xa7\r\r\n" + bytes(100), "UTF-8"),
    "gzip": ("bot.py", lambda: b"\x1f\x8b\x08" + b"\xff" * 100, "UTF-8|utf-8"),
    "UTF-16 without its mark": ("bot.py", lambda: BOT.decode().encode("utf-16-le"), "UTF-8"),
    "UTF-32": ("bot.py", lambda: BOT.decode().encode("utf-32"), "UTF-8"),
    "half a character": ("bot.py", lambda: b"# coding: utf-7\nx = '+2AA-'\n" + BOT, "UTF-8|utf-8"),
    "two encodings": ("bot.py", lambda: b"\xef\xbb\xbf# coding: latin-1\n" + BOT, "encoding|UTF-8"),
    "a turn of direction in a line": ("bot.py", lambda: "x = (\u202e\n".encode() + BOT, r"\\u202e"),
    "markup in a wrong line": ("bot.py", lambda: b"<script>alert(1)</script>\n", "line 1"),
    "a web page": ("bot.py", lambda: b"<!doctype html>\n<title>bot.py</title>\n", "line 1"),
    "a notebook": ("bot.py", lambda: b'{"cells": [], "metadata": {}}\n', "no function choose_move"),
    "tabs and blanks": ("bot.py", lambda: b"if 1:\n        x = 1\n\ty = 2\n", "line 3"),
    "a lone continue": ("bot.py", lambda: BOT + b"continue\n", "line 3"),
    "a generator": ("bot.py", lambda: b"def choose_move(view):\n    yield 1\n", "has a yield"),
    "a class": (
        "bot.py",
        lambda: b"class choose_move:\n    def __init__(self, view): pass\n",
        "is a class",
    ),
    "a text": ("bot.py", lambda: b"choose_move = 'R1'\n", "not a function"),
    "a table": ("bot.py", lambda: b"choose_move = {'R1': 1}\n", "not a function"),
    "a lambda without argument": ("bot.py", lambda: b"choose_move = lambda: 1\n", "one argument"),
    "a name that is deleted": (
        "bot.py",
        lambda: BOT + b"del choose_move\n",
        "no function choose_move",
    ),
    "a function inside another": (
        "bot.py",
        lambda: b"def make():\n    def choose_move(view): return 1\n",
        "no function choose_move",
    ),
    "a name that is only read": (
        "bot.py",
        lambda: b"print(choose_move)\n",
        "no function choose_move",
    ),
    "a name that is only declared": (
        "bot.py",
        lambda: b"choose_move: object\n",
        "no function choose_move",
    ),
    "deep f-strings": (
        "bot.py",
        lambda: b"x = f'" + b"{f\"{f'" * 5000 + b"\n" + BOT,
        "line 1|nested",
    ),
    "deep brackets of all kinds": (
        "bot.py",
        lambda: b"x = " + b"([{" * 60_000 + b"\n" + BOT,
        "nested",
    ),
    "a deep sum": ("bot.py", lambda: b"x = 1" + b"+1" * 400_000 + b"\n" + BOT, "nested|large|time"),
    "deep lambdas": (
        "bot.py",
        lambda: b"x = " + b"lambda:" * 100_000 + b"1\n" + BOT,
        "nested|large",
    ),
    "deep conditions": (
        "bot.py",
        lambda: b"x = " + b"1 if 1 else " * 70_000 + b"1\n" + BOT,
        "nested|large",
    ),
    "deep nots": ("bot.py", lambda: b"x = " + b"not " * 200_000 + b"1\n" + BOT, "nested|large"),
    "deep powers": ("bot.py", lambda: b"x = 1" + b"**1" * 300_000 + b"\n" + BOT, "nested|large"),
    "deep calls": ("bot.py", lambda: b"x = f" + b"()" * 500_000 + b"\n" + BOT, "nested|large"),
    "deep indices": ("bot.py", lambda: b"x = f" + b"[0]" * 300_000 + b"\n" + BOT, "nested|large"),
    "deep decorators": ("bot.py", lambda: b"@" * 1_000_000, "line 1|nested|large"),
    "many branches": (
        "bot.py",
        lambda: b"if 0: pass\n" + b"elif 0: pass\n" * 60_000 + BOT,
        "nested|large",
    ),
    "many backslashes": ("bot.py", lambda: b"x = 1" + b"\\\n" * 400_000, "line|end|nested|large"),
    "an open string": ("bot.py", lambda: b"x = '''" + b"a" * 900_000, "line 1"),
    "a huge hexadecimal call": (
        "bot.py",
        lambda: b"x = int('" + b"9" * 900_000 + b"')\n",
        "no function",
    ),
}
"""By what they are: a file's name, a function that makes its content, a pattern for the refusal."""
