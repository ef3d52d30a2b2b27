"""What ``pip install`` gives a bot author."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.games import all_games
from arena.house import house_bots

REPOSITORY = Path(__file__).resolve().parents[2]


def test_the_package_holds_the_games_the_pages_and_the_house_bots(tmp_path):
    pytest.importorskip("setuptools", reason="setuptools is not installed here")
    command = [*("egg_info", "--egg-base", tmp_path), *("build", "--build-base", tmp_path)]
    subprocess.run(
        [sys.executable, "setup.py", "-q", *command, "--build-lib", tmp_path / "lib"],
        cwd=REPOSITORY,
        check=True,
    )
    for argv in (["games"], *(["rules", game] for game in all_games())):
        said = subprocess.run(
            [sys.executable, "-m", "arena", *argv],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path / "lib")},
            check=True,
            capture_output=True,
        )
        assert said.stdout
    for bot in house_bots():
        built = tmp_path / "lib" / bot.folder.relative_to(REPOSITORY)
        assert {file.name for file in built.glob("*.py")} == {
            file.name for file in bot.folder.glob("*.py")
        }
