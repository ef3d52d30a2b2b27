"""The arena is what a bot author installs: it needs Python, and nothing else."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ARENA = Path(__file__).resolve().parents[2] / "arena"
KNOWN = sys.stdlib_module_names | {"arena"}


def foreign_imports(path: Path) -> Iterator[str]:
    beside = {file.stem for file in path.parent.glob("*.py")}  # a bot's own modules
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            modules = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            modules = [node.module or ""]
        else:
            continue
        for module in modules:
            top = module.partition(".")[0]
            if top not in KNOWN and top not in (beside if "house" in path.parts else ()):
                yield f"{path.relative_to(ARENA)}:{node.lineno} imports {module}"


def test_the_arena_imports_nothing_but_the_standard_library_and_itself():
    assert [line for path in sorted(ARENA.rglob("*.py")) for line in foreign_imports(path)] == []
