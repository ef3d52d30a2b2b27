"""Unpacks a zip of strangers: members by name, or why it is not taken."""

import io
import re
import stat
import unicodedata
import zipfile
from typing import Final, NoReturn

from sandbox.refusal import refuse, show

MIB: Final = 1024 * 1024
MOST_FILES: Final = 500
MOST_BYTES: Final = 32 * MIB
"""Of all members together, unpacked."""
LONGEST_NAME: Final = 200
"""In bytes of UTF-8: a file system takes 255 for each level."""
DEEPEST: Final = 8
DIRECTORY_BYTES: Final = 1 * MIB
"""The zip's list of members; a longer one would only hold names."""

_CHUNK: Final = 64 * 1024
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED: Final = 0x1 | 0x40 | 0x2000
"""Flags: a password, strong encryption, an encrypted list of members."""
_JUNK: Final = re.compile(r"(^|/)(__MACOSX|__pycache__|\.git)/|(^|/)(\.DS_Store|Thumbs\.db)$")
_UNFIT: Final = re.compile(r'[\\:*?"<>|]')
_UNSEEN: Final = frozenset(("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"))
"""Categories: controls, turns of direction, halves of characters, what is no character."""
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)

_LOCAL_BYTES: Final = 30
"""Of a member's own heading, without its name."""
_END: Final = b"PK\x05\x06"
_END_BYTES: Final = 22
_END_64: Final = b"PK\x06\x06"
_LOCATOR_64_BYTES: Final = 20


def unzip(data: bytes) -> dict[str, bytes]:
    """The members by name; raises Refused."""
    check_end(data)
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except Exception as error:
        # Of many kinds: what zipfile raises for odd bytes is not written down anywhere.
        _refuse_damaged(str(error))
    members = [member for member in archive.infolist() if not _JUNK.search(member.filename)]
    files = [member for member in members if not member.is_dir()]
    if len(files) > MOST_FILES:
        refuse(f"The zip has {len(files)} files; a bot may have {MOST_FILES}.")
    for member in members:
        check_member(member)
    check_places(archive.infolist(), end=archive.start_dir)
    check_names([member.filename for member in files])
    check_folders([member.filename for member in members])
    unpacked: dict[str, bytes] = {}
    left = MOST_BYTES
    for member in files:
        content = read_member(archive, member, left)
        left -= len(content)
        unpacked[member.filename] = content
    return unpacked


def _refuse_damaged(how: str) -> NoReturn:
    refuse(f"The zip archive is damaged ({how}). Pack the bot's folder anew.")


def check_end(data: bytes) -> None:
    """The record at the archive's end: whole, at the very end, and of a short list of members."""
    at = data.rfind(_END)
    if at < 0 or len(data) < at + _END_BYTES:
        _refuse_damaged("its end is missing")
    end = data[at : at + _END_BYTES]
    if len(data) != at + _END_BYTES + int.from_bytes(end[20:22], "little"):
        refuse(
            "The zip has something behind its end. Pack the bot's folder anew, and nothing else."
        )
    disks = end[4:6], end[6:8]
    if any(number not in (b"\0\0", b"\xff\xff") for number in disks):
        refuse("The zip is one part of a split archive. Pack the bot's folder into one file.")
    size = int.from_bytes(end[12:16], "little")
    if size == 0xFFFFFFFF:
        size = _directory_bytes_64(data, at)
    if size > DIRECTORY_BYTES:
        refuse(f"The zip lists too many members. A bot may have {MOST_FILES} files.")


def _directory_bytes_64(data: bytes, end: int) -> int:
    """The size of the list of members where it stands in the record for large archives."""
    at = data.rfind(_END_64, 0, max(0, end - _LOCATOR_64_BYTES))
    if at < 0:
        _refuse_damaged("the record for large archives is missing")
    return int.from_bytes(data[at + 40 : at + 48], "little")


def check_member(member: zipfile.ZipInfo) -> None:
    name = member.filename
    if member.orig_filename != name or _UNFIT.search(name) or not _is_seen(name):
        refuse(
            f"The zip has a member named {show(member.orig_filename)}, with characters that are "
            "not fit for a file name. Rename it, best with letters, digits, '_' and '-' only."
        )
    parts = name.rstrip("/").split("/")
    if name.startswith("/") or ".." in parts or "." in parts or "" in parts:
        refuse(
            f"The zip has a member named {show(name)}, which points out of the bot's folder. "
            "Pack the folder's content with plain relative names."
        )
    if len(name.encode()) > LONGEST_NAME or len(parts) > DEEPEST:
        refuse(
            f"The zip has a member named {show(name)}: a name may have {LONGEST_NAME} characters "
            f"(fewer of other alphabets) and {DEEPEST} levels. Use shorter names and fewer folders."
        )
    if any(_DEVICES.fullmatch(part) or part[-1] in " ." or part[0] == " " for part in parts):
        refuse(
            f"The zip has a member named {show(name)}, a name that some systems keep for devices, "
            "or that begins or ends with a blank or a dot. Rename it."
        )
    mode = member.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        refuse(
            f"The zip's member {show(name)} is a link or a special file. Pack the file itself "
            "(zip without --symlinks)."
        )
    if member.flag_bits & _ENCRYPTED:
        refuse(f"The zip's member {show(name)} is encrypted. Pack it without a password.")
    if member.compress_type not in _METHODS:
        refuse(
            f"The zip's member {show(name)} is packed by a rare method. Pack it with plain "
            "'deflate' (the default of every zip program)."
        )


def _is_seen(name: str) -> bool:
    return not any(unicodedata.category(letter) in _UNSEEN for letter in name)


def check_places(members: list[zipfile.ZipInfo], *, end: int) -> None:
    """Each member has bytes of its own, from the archive's first byte on.

    Members that share theirs make the smallest bombs, and what stands before the first is
    another file that the same bytes are.
    """
    free = 0
    for member in sorted(members, key=lambda member: member.header_offset):
        if member.header_offset < 0:
            _refuse_damaged("a member lies before the archive")
        if member.header_offset < free:
            refuse(
                f"The zip's member {show(member.filename)} lies inside another one. Pack the "
                "bot's folder anew."
            )
        if free == 0 and member.header_offset > 0:
            refuse(
                "The zip has something before its first member. Pack the bot's folder anew, and "
                "nothing else."
            )
        free = member.header_offset + _LOCAL_BYTES + member.compress_size
    if free > end:
        _refuse_damaged("a member is longer than the archive")


def check_names(names: list[str]) -> None:
    """Each once, also where capitals don't count; no file where another needs a folder."""
    seen: dict[str, str] = {}
    for name in names:
        twin = seen.setdefault(_folded(name), name)
        if twin is not name:
            how = "twice" if twin == name else f"and {show(twin)}, which {_ALIKE}"
            refuse(f"The zip has {show(name)} {how}. Leave one of them out.")
    if "bot.py" not in names:
        inside = [name for name in names if name.endswith("/bot.py")]
        alike = [name for name in names if name.casefold() == "bot.py"]
        if inside:
            folder = inside[0].removesuffix("/bot.py")
            refuse(
                f"bot.py is in the folder {show(folder)} of the zip. It must be at the "
                "top: pack what is in that folder, not the folder."
            )
        if alike:
            refuse(f"The zip has {show(alike[0])}; name it bot.py, in small letters.")
        refuse("The zip has no bot.py at its top. Name the file with choose_move bot.py.")


_ALIKE: Final = "differ by capitals only, or by how accents are written"


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def check_folders(names: list[str]) -> None:
    """No folder is a file as well, or is written in two ways; names of folders end with a slash."""
    files = {_folded(name): name for name in names if not name.endswith("/")}
    folders: dict[str, str] = {}
    for name in names:
        for at, letter in enumerate(name):
            if letter != "/":
                continue
            folder = name[:at]
            folded = _folded(folder)
            if folded in files:
                refuse(
                    f"The zip has a file {show(files[folded])} and, as if it were a folder, "
                    f"{show(name)}. Rename one of them."
                )
            twin = folders.setdefault(folded, folder)
            if twin != folder:
                refuse(
                    f"The zip has folders {show(twin)} and {show(folder)}, which {_ALIKE}. Make "
                    "them one."
                )


def read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> bytes:
    """The content, with its bytes counted as they come, whatever the zip says of their number."""
    content = bytearray()
    try:
        with archive.open(member) as file:
            while len(content) <= left and (chunk := file.read(_CHUNK)):
                content += chunk
    except Exception as error:
        # Again of many kinds.
        refuse(
            f"The zip's member {show(member.filename)} can't be unpacked ({error}). Pack the "
            "bot's folder anew."
        )
    if len(content) > left:
        refuse(
            f"The zip unpacks to more than {MOST_BYTES // MIB} MiB. Leave out what the bot "
            "doesn't need."
        )
    return bytes(content)
