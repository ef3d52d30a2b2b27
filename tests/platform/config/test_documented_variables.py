"""Every variable is documented, and no text names one that does not exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
NAME = re.compile(r"\b(?:QUINTET_[A-Z_]+[A-Z]|DATABASE_URL|REDIS_URL)\b")
ELSEWHERE = {"QUINTET_REQUIRE_ALL", "QUINTET_WORKERS"}
"""Read by the tests, and by the compose file alone."""


def names_in(path: str) -> set[str]:
    return set(NAME.findall((ROOT / path).read_text()))


def settings_names() -> set[str]:
    return names_in("platform/config/settings.py") | ELSEWHERE


def test_every_setting_is_in_the_operators_page():
    assert settings_names() - names_in("docs/operations/running.md") == set()


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "docker-compose.yml",
        "docs/operations/running.md",
        "docs/operations/environment.example",
    ],
)
def test_no_text_names_a_setting_that_does_not_exist(path):
    assert names_in(path) - settings_names() == set()


def test_no_service_holds_the_hosts_docker_socket():
    assert "/var/run/docker.sock" not in (ROOT / "docker-compose.yml").read_text()
