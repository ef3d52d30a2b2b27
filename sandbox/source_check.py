"""Whether bot.py is Python and defines choose_move, by parsing it alone."""

import ast
import re
import warnings
from collections.abc import Iterator
from typing import Final, NoReturn

from sandbox.refusal import refuse

SOURCE_NAME: Final = "<bot.py>"
"""No name of a file: for the text of a wrong line Python would read a file of that name."""
HOW_TO_BEGIN: Final = 'def choose_move(view): return view["legal"][0]'

_SCOPES: Final = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_BLOCKS: Final = ("body", "handlers", "cases", "orelse", "finalbody")
_NO_FUNCTION: Final = (
    ast.Constant,
    ast.JoinedStr,
    ast.List,
    ast.Tuple,
    ast.Set,
    ast.Dict,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
)
_COOKIE: Final = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*[-_.a-zA-Z0-9]")
"""PEP 263: how a line names the file's encoding."""
TOO_DEEP: Final = (
    "bot.py can't be parsed: it is nested too deeply, or too large. Simplify the "
    "expression, or put data into a file of its own."
)


def check_source(source: bytes) -> None:
    """bot.py must be Python and define choose_move at its top level; raises Refused."""
    if source.startswith((b"\xff\xfe", b"\xfe\xff")) or b"\0" in source:
        refuse("bot.py is not plain text in UTF-8 (it has null bytes). Save it as UTF-8.")
    if not any(_COOKIE.match(line) for line in source.split(b"\n", 2)[:2]):
        check_utf_8(source)
    warnings.simplefilter("ignore")
    try:
        tree = ast.parse(source, SOURCE_NAME)
        compile(source, SOURCE_NAME, "exec", dont_inherit=True)
        check_entry_point(tree)
    except SyntaxError as error:
        refuse(syntax_message(error))
    except (RecursionError, MemoryError):
        refuse(TOO_DEEP)
    except (ValueError, UnicodeError, LookupError, OverflowError) as error:
        refuse(f"bot.py can't be read ({error}). Save it as UTF-8.")


def check_utf_8(source: bytes) -> None:
    """Before Python does, which first complains of any odd character it finds."""
    try:
        source.decode()
    except UnicodeDecodeError as error:
        line = source.count(b"\n", 0, error.start) + 1
        refuse(
            f"bot.py, line {line}, is not text in UTF-8 (byte {source[error.start]:#04x}). Save "
            "the file as UTF-8, or name its encoding in its first line."
        )


def syntax_message(error: SyntaxError) -> str:
    """The message, the line's number and its text."""
    if not error.lineno:
        return f"bot.py is not Python: {error.msg}. Does it run on your own machine?"
    text = (error.text or "").strip()
    shown = f": {text[:200]}" if text else ""
    return f"Correct bot.py, line {error.lineno}: {error.msg}{shown}"


def check_entry_point(tree: ast.Module) -> None:
    """What can never answer a question is refused; the rest only a trial can tell."""
    match entry_point(tree):
        case None:
            refuse(
                "bot.py defines no function choose_move at its top level. Add one: " + HOW_TO_BEGIN
            )
        case ast.FunctionDef(decorator_list=[]) as function:
            if not takes_one(function.args):
                _refuse_arguments(function.lineno)
            if _yields(function):
                refuse(
                    f"bot.py, line {function.lineno}: choose_move has a yield, so it returns a "
                    "generator. Return the move."
                )
        case ast.AsyncFunctionDef(decorator_list=[]):
            refuse("choose_move is an async function. Make it a plain one: def choose_move(view):")
        case ast.ClassDef(bases=[], keywords=[], decorator_list=[]) as kind if not _makes(kind):
            refuse(
                f"bot.py, line {kind.lineno}: choose_move is a class, and what it makes is no "
                "move. Make it a function: " + HOW_TO_BEGIN
            )
        case ast.Assign(targets=[ast.Name()], value=value) | ast.AnnAssign(value=value):
            if isinstance(value, ast.Lambda) and not takes_one(value.args):
                _refuse_arguments(value.lineno)
            if isinstance(value, _NO_FUNCTION):
                refuse(
                    f"bot.py, line {value.lineno}: choose_move is not a function. Make it one: "
                    + HOW_TO_BEGIN
                )


def _refuse_arguments(line: int) -> NoReturn:
    refuse(
        f"bot.py, line {line}: choose_move must take one argument, the view: def choose_move(view):"
    )


def entry_point(tree: ast.Module) -> ast.AST | None:
    """What gives the name choose_move its last value, in the module or in blocks of its top level."""
    found: ast.AST | None = None
    for statement in _statements(tree):
        if _binds(statement):
            found = statement
        elif _unbinds(statement):
            found = None
    return found


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """All statements that run in the module's own scope, in their order.

    Without recursion: a thousand times elif are a thousand blocks in one another.
    """
    waiting = tree.body[::-1]
    while waiting:
        statement = waiting.pop()
        yield statement
        if isinstance(statement, _SCOPES):
            continue
        inner: list[ast.stmt] = []
        for field in _BLOCKS:
            for part in getattr(statement, field, ()):
                inner += [part] if isinstance(part, ast.stmt) else part.body
        waiting += inner[::-1]


def _binds(statement: ast.stmt) -> bool:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name == "choose_move"
        case ast.AnnAssign(target=target, value=value):
            return value is not None and _stores(target)
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            # What * brings, only running it would tell.
            return any((alias.asname or alias.name) in ("choose_move", "*") for alias in names)
        case ast.For() | ast.With() | ast.Assign() | ast.Expr():
            # Not the blocks inside: their statements come by themselves.
            heads = [
                part for part in ast.iter_child_nodes(statement) if not isinstance(part, ast.stmt)
            ]
            return any(_stores(head) for head in heads)
    return False


def _stores(tree: ast.AST) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == "choose_move" and isinstance(node.ctx, ast.Store)
        for node in ast.walk(tree)
    )


def _unbinds(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Delete) and any(
        isinstance(target, ast.Name) and target.id == "choose_move" for target in statement.targets
    )


def _yields(function: ast.FunctionDef) -> bool:
    """Whether it is a generator: by a yield of its own, not of a function inside it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        if not isinstance(node, (*_SCOPES, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return False


def _makes(kind: ast.ClassDef) -> bool:
    """Whether a class decides itself what calling it returns."""
    return any(_names(statement) == "__new__" for statement in kind.body)


def _names(statement: ast.stmt) -> str:
    match statement:
        case ast.FunctionDef(name=name):
            return name
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name
    return ""


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
