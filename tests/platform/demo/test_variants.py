"""The variants are what their authors could have uploaded: house bots with a small edit."""

import io
import zipfile

import pytest

from arena.house import house_bots
from demo.variants import VARIANTS, variants
from sandbox.upload import inspect

HOUSE = {bot.name: bot for bot in house_bots()}


@pytest.mark.parametrize("bot", list(variants()), ids=lambda bot: bot.name)
def test_a_variant_is_taken_as_an_upload_and_differs_from_its_house_bot_in_one_file_or_few(bot):
    (variant,) = (one for one in VARIANTS if one.name == bot.name)
    upload = inspect(*bot.upload())
    house = HOUSE[variant.of].files()
    assert upload.files.keys() == house.keys()
    edited = {name for name in house if upload.files[name] != house[name]}
    assert 1 <= len(edited) <= 3
    assert bot.games == HOUSE[variant.of].games


def test_a_variant_is_the_same_every_time_and_no_two_are_alike():
    first, again = list(variants()), list(variants())
    assert [bot.archive for bot in first] == [bot.archive for bot in again]
    assert len({bot.archive for bot in first}) == len({bot.name for bot in first}) == len(VARIANTS)
    assert not {bot.name for bot in first} & HOUSE.keys()


@pytest.mark.parametrize("asked", [0, 1])
def test_a_forgetful_variant_plays_as_it_should_unless_it_forgets_itself(asked, monkeypatch):
    (hasty,) = (bot for bot in variants() if bot.name == "hasty")
    with zipfile.ZipFile(io.BytesIO(hasty.archive)) as archive:
        edit = archive.read("bot.py").decode().partition("import random")[2]
    module = {"choose_move": lambda view: view["legal"][0]}
    exec("import random" + edit, module)
    monkeypatch.setattr(module["random"], "randrange", lambda often: asked)
    monkeypatch.setattr(module["random"], "choice", lambda moves: moves[-1])
    assert module["choose_move"]({"legal": ["R1", "R2"]}) == ("R1" if asked else "R2")
