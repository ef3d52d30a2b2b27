"""What a bot author installs: the arena, with the games' pages from docs/games inside it.

All else is in pyproject.toml, which can't say that a folder elsewhere becomes a package.
With QUINTET_COMPILE=1 the rules are compiled by mypyc from the same source (`make compiled`);
that takes mypy and a C compiler, and nobody needs it.
"""

import os
from glob import glob

from setuptools import find_namespace_packages, setup

KERNEL = ("cards", "chance", "events", "game", "melds", "options", "quoting", "tricks")

extensions = []
if os.environ.get("QUINTET_COMPILE") == "1":
    from mypyc.build import mypycify

    games = [path for path in sorted(glob("arena/games/*.py")) if "__init__" not in path]
    extensions = mypycify([*(f"arena/{name}.py" for name in KERNEL), *games], group_name="arena")

setup(
    packages=[*find_namespace_packages(include=["arena*"]), "arena.pages"],
    package_dir={"arena.pages": "docs/games"},
    package_data={"arena.pages": ["*.md"]},
    ext_modules=extensions,
)
