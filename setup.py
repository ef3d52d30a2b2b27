"""What a bot author installs: the arena, with the games' pages from docs/games inside it.

All else is in pyproject.toml, which can't say that a folder elsewhere becomes a package.
"""

from setuptools import find_namespace_packages, setup

setup(
    packages=[*find_namespace_packages(include=["arena*"]), "arena.pages"],
    package_dir={"arena.pages": "docs/games"},
    package_data={"arena.pages": ["*.md"]},
)
