"""Looks at an upload, as a child process with hard limits: unpacks, parses, never imports.

    python3 -I -S -B code_check.py (py | zip) < upload

Standard library only. Writes one line of JSON, {"refused": TEXT} or {"files": [[name, size],
...]}, and after it the contents of the files, one after another.
"""

import ast
import io
import json
import re
import resource
import stat
import sys
import unicodedata
import warnings
import zipfile
from typing import Final, NoReturn

MIB: Final = 1024 * 1024
MEMORY_BYTES: Final = 512 * MIB
CPU_S: Final = 15
MOST_FILES: Final = 500
MOST_BYTES: Final = 32 * MIB
"""Of all members together, unpacked."""
LONGEST_NAME: Final = 200
DEEPEST: Final = 8
DIRECTORY_BYTES: Final = 1 * MIB
"""The zip's list of members; a longer one would only hold names."""
SOURCE_NAME: Final = "<bot.py>"
"""No name of a file: for the text of a wrong line Python would read a file of that name."""

_CHUNK: Final = 64 * 1024
_METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_JUNK: Final = re.compile(r"(^|/)(__MACOSX|__pycache__|\.git)/|(^|/)(\.DS_Store|Thumbs\.db)$")
_UNFIT: Final = re.compile(r'[\x00-\x1f\x7f\\:*?"<>|]')


class Refused(Exception):
    """What is wrong, and what to do."""


def main() -> None:
    set_limits()
    data = sys.stdin.buffer.read()
    try:
        files = {"bot.py": data} if sys.argv[1] == "py" else unzip(data)
        check_source(files["bot.py"])
    except Refused as refused:
        answer({"refused": str(refused)})
        return
    answer({"files": [[name, len(content)] for name, content in files.items()]})
    for content in files.values():
        sys.stdout.buffer.write(content)


def set_limits() -> None:
    for name, value in (
        ("AS", MEMORY_BYTES),
        ("CPU", CPU_S),
        ("FSIZE", 0),
        ("CORE", 0),
        ("NOFILE", 16),
    ):
        number = getattr(resource, f"RLIMIT_{name}")
        hard = resource.getrlimit(number)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(number, (value, value))


def answer(message: dict[str, object]) -> None:
    sys.stdout.buffer.write(json.dumps(message).encode() + b"\n")


# The zip.


def unzip(data: bytes) -> dict[str, bytes]:
    """The members by name; raises Refused."""
    try:
        if _directory_bytes(data) > DIRECTORY_BYTES:
            refuse(f"The zip lists too many members. A bot may have {MOST_FILES} files.")
        archive = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, UnicodeError, EOFError) as error:
        refuse(f"The zip archive is damaged ({error}). Pack the bot's folder anew.")
    members = [member for member in archive.infolist() if not _JUNK.search(member.filename)]
    files = [member for member in members if not member.is_dir()]
    if len(files) > MOST_FILES:
        refuse(f"The zip has {len(files)} files; a bot may have {MOST_FILES}.")
    for member in members:
        check_member(member)
    check_names([member.filename for member in files])
    unpacked: dict[str, bytes] = {}
    left = MOST_BYTES
    for member in files:
        content = read_member(archive, member, left)
        left -= len(content)
        unpacked[member.filename] = content
    return unpacked


def _directory_bytes(data: bytes) -> int:
    """The size of the list of members, as the end of the archive states it."""
    at = data.rfind(b"PK\x05\x06")
    if at < 0 or len(data) < at + 22:
        raise zipfile.BadZipFile("its end is missing")
    return int.from_bytes(data[at + 12 : at + 16], "little")


def check_member(member: zipfile.ZipInfo) -> None:
    name = member.filename
    if member.orig_filename != name or _UNFIT.search(name) or not _is_text(name):
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
    if len(name) > LONGEST_NAME or len(parts) > DEEPEST:
        refuse(
            f"The zip has a member named {show(name)}: a name may have {LONGEST_NAME} characters "
            f"and {DEEPEST} levels. Use shorter names and fewer folders."
        )
    mode = member.external_attr >> 16
    if stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        refuse(
            f"The zip's member {show(name)} is a link or a special file. Pack the file itself "
            "(zip without --symlinks)."
        )
    if member.flag_bits & 0x1:
        refuse(f"The zip's member {show(name)} is encrypted. Pack it without a password.")
    if member.compress_type not in _METHODS:
        refuse(
            f"The zip's member {show(name)} is packed by a rare method. Pack it with plain "
            "'deflate' (the default of every zip program)."
        )


def check_names(names: list[str]) -> None:
    """Each once, also where capitals don't count; no file where another needs a folder."""
    seen: dict[str, str] = {}
    for name in names:
        folded = unicodedata.normalize("NFC", name).casefold()
        if folded in seen:
            twin = seen[folded]
            how = "twice" if twin == name else f"and {show(twin)}, which differ by capitals only"
            refuse(f"The zip has {show(name)} {how}. Leave one of them out.")
        seen[folded] = name
    for folded, name in seen.items():
        for at, letter in enumerate(folded):
            if letter == "/" and folded[:at] in seen:
                refuse(
                    f"The zip has a file {show(seen[folded[:at]])} and, as if it were a folder, "
                    f"{show(name)}. Rename one of them."
                )
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


def read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> bytes:
    """The content, with its bytes counted as they come, whatever the zip says of their number."""
    content = bytearray()
    try:
        with archive.open(member) as file:
            while chunk := file.read(_CHUNK):
                content += chunk
                if len(content) > left:
                    refuse(
                        f"The zip unpacks to more than {MOST_BYTES // MIB} MiB. Leave out what "
                        "the bot doesn't need."
                    )
    except Refused:
        raise
    except Exception as error:
        refuse(
            f"The zip's member {show(member.filename)} can't be unpacked ({error}). Pack the "
            "bot's folder anew."
        )
    return bytes(content)


# The source.


def check_source(source: bytes) -> None:
    """bot.py must be Python and define choose_move at its top level; raises Refused."""
    if source.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in source:
        refuse("bot.py is not plain text in UTF-8 (it has null bytes). Save it as UTF-8.")
    warnings.simplefilter("ignore")
    try:
        tree = ast.parse(source, SOURCE_NAME)
        compile(source, SOURCE_NAME, "exec", dont_inherit=True)
    except SyntaxError as error:
        refuse(syntax_message(error))
    except (RecursionError, MemoryError):
        refuse(
            "bot.py can't be parsed: it is nested too deeply, or too large. Simplify the "
            "expression, or put data into a file of its own."
        )
    except (ValueError, UnicodeError, LookupError, OverflowError) as error:
        refuse(f"bot.py can't be read ({error}). Save it as UTF-8.")
    entry = entry_point(tree.body)
    if entry is None:
        refuse(
            "bot.py defines no function choose_move at its top level. Add one: "
            'def choose_move(view): return view["legal"][0]'
        )
    if isinstance(entry, ast.AsyncFunctionDef):
        refuse("choose_move is an async function. Make it a plain one: def choose_move(view):")
    if isinstance(entry, ast.FunctionDef) and not takes_one(entry.args):
        refuse(
            f"bot.py, line {entry.lineno}: choose_move must take one argument, the view: "
            "def choose_move(view):"
        )


def syntax_message(error: SyntaxError) -> str:
    """The message, the line's number and its text."""
    if not error.lineno:
        return f"bot.py is not Python: {error.msg}. Does it run on your own machine?"
    text = (error.text or "").strip()
    shown = f": {text[:200]}" if text else ""
    return f"bot.py, line {error.lineno}: {error.msg}{shown}"


def entry_point(body: list[ast.stmt]) -> ast.AST | None:
    """What gives the name choose_move its value, in the module or in blocks of its top level."""
    found: ast.AST | None = None
    for statement in body:
        if _binds(statement):
            found = statement
        for field in ("body", "orelse", "finalbody", "handlers", "cases"):
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            inner = getattr(statement, field, ())
            for part in inner:
                nested = part.body if hasattr(part, "body") and not _is_stmt(part) else [part]
                found = entry_point(nested) or found
    return found


def _is_stmt(node: ast.AST) -> bool:
    return isinstance(node, ast.stmt)


def _binds(statement: ast.stmt) -> bool:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name == "choose_move"
        case ast.Assign(targets=targets):
            return any(_names(target) for target in targets)
        case ast.AnnAssign(target=target, value=ast.expr()):
            return _names(target)
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            # What * brings, only running it would tell.
            return any((alias.asname or alias.name) in ("choose_move", "*") for alias in names)
    return False


def _names(target: ast.expr) -> bool:
    match target:
        case ast.Name(id=name):
            return name == "choose_move"
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return any(_names(part) for part in parts)
    return False


def takes_one(arguments: ast.arguments) -> bool:
    """Whether a function can be called with one positional argument."""
    positional = len(arguments.posonlyargs) + len(arguments.args)
    required = positional - len(arguments.defaults)
    required_by_name = sum(default is None for default in arguments.kw_defaults)
    return (
        required <= 1
        and (positional >= 1 or arguments.vararg is not None)
        and (required_by_name == 0)
    )


def refuse(text: str) -> NoReturn:
    raise Refused(text)


def show(name: str) -> str:
    text = name.encode("utf-8", "backslashreplace").decode()
    return repr(text if len(text) <= 80 else text[:77] + "...")


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


if __name__ == "__main__":
    main()
