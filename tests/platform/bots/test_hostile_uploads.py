"""Hostile uploads at the site's two doors: the same clear text at both, and the site stays small."""

import gc
import html
import logging
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from bots.models import Bot
from tests.hostile_uploads import BOT, HOSTILE, zipped

GAME = "davy-crockett"
DOORS = (
    "a link",
    "dots",
    "a bomb that lies",
    "shared bytes",
    "an escape",
    "a turn of direction",
    "case twins",
    "a password",
    "a syntax error",
    "a turn of direction in a line",
    "half a character",
    "markup in a wrong line",
    "deep brackets",
    "an async function",
    "a zip that is none",
    "an empty file",
)
"""One of each family: the rest is the inspection's, tested there."""


@pytest.fixture(autouse=True)
def _without_a_limit_per_hour(sent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.api.Versions.get_throttles", lambda self: [])


@pytest.mark.parametrize("what", DOORS)
def test_form_and_api_refuse_in_the_same_words(what: str, client, ann, api_of) -> None:
    filename, make, words = HOSTILE[what]
    data = make()
    answer = api_of(ann).post(
        "/api/v1/bots/robin/versions/",
        {"file": SimpleUploadedFile(filename, data), "games": [GAME]},
        format="multipart",
    )
    assert answer.status_code == 400
    said = answer.json()["detail"]
    assert re.search(words, said)
    assert said.isprintable()
    client.force_login(ann)
    page = client.post(
        reverse("bot-new"),
        {"name": "robin", "file": SimpleUploadedFile(filename, data), "games": [GAME]},
    )
    assert page.status_code == 200
    text = page.content.decode()
    # An empty file is the browser's form's to refuse, in its own words.
    assert html.escape(said) in text or (not data and "is empty" in text)
    assert "<script>alert" not in text
    assert not Bot.objects.exists()


def test_a_hundred_bad_uploads_leave_the_site_as_small_as_it_was(ann, api_of) -> None:
    """Big ones, and ones whose parsing takes hundreds of MiB somewhere else."""
    noise = Path("/dev/urandom").open("rb").read(7 * 2**20)  # noqa: SIM115
    bad = [
        ("bot.zip", zipped(("bot.py", BOT), ("data", noise), ("data/x", b""))),
        ("bot.py", b"x = " + b"(" * 900_000),
        ("bot.zip", HOSTILE["shared bytes"][1]()),
        ("bot.zip", noise),
        ("bot.py", b"def choose_move(view)\n" + b"#" * 900_000),
    ]
    api = api_of(ann)

    def refuse_all() -> None:
        for filename, data in bad:
            answer = api.post(
                "/api/v1/bots/robin/versions/",
                {"file": SimpleUploadedFile(filename, data), "games": [GAME]},
                format="multipart",
            )
            assert answer.status_code == 400

    # What is logged is kept by the tests, with its request.
    logging.disable(logging.CRITICAL)
    try:
        refuse_all()
        before = memory_kib()
        for _ in range(100 // len(bad)):
            refuse_all()
        assert memory_kib() - before < 24 * 1024
    finally:
        logging.disable(logging.NOTSET)


def memory_kib() -> int:
    """What this process, which is the site's here, holds; the test's own requests are circles."""
    gc.collect()
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:", 1)[1].split()[0])
