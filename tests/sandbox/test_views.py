"""What a bot is asked arrives whole, though only what is new travels."""

import json
from collections.abc import Callable
from typing import Any

from arena.player import View
from sandbox.box import Box

ECHO = """
def choose_move(view):
    return view
"""


def test_a_bot_gets_the_very_view_of_the_referee(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    player = open_bot(ECHO).player
    player.sit(**seat)
    first = [["deal", 0, 1], ["hand", 0, ["R1", "?"]]]
    events = [*first]
    views = [a_view(events=events)]
    views.append(a_view(events=[*first, ["play", 1, "R2"], ["play", 0, "R1"]]))
    finished = [*first, ["play", 1, "R2"], ["score", [1, 2], [1, 2]]]
    views.append(a_view(deal=1, events=[["deal", 1, 0]], history=[finished]))
    views.append(a_view(deal=3, events=[["deal", 3, 0]], history=[finished, finished, finished]))
    for view in views:
        answer, _ = player.choose(view)
        assert answer == json.loads(json.dumps(view))
        assert "clock" in view


def test_a_bot_that_changes_its_view_finds_the_next_one_unchanged(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    player = open_bot(
        "def choose_move(view):\n"
        "    seen = len(view['events'])\n"
        "    view['events'].clear()\n"
        "    return seen\n"
    ).player
    player.sit(**seat)
    assert [player.choose(a_view())[0] for _ in range(3)] == [1, 1, 1]


def test_the_clock_tells_what_is_left_of_the_bank(
    open_bot: Callable[..., Box], a_view: Callable[..., View], seat: dict[str, Any]
) -> None:
    player = open_bot(
        "import time\n"
        "def choose_move(view):\n"
        "    end = time.process_time() + 0.2\n"
        "    while time.process_time() < end: pass\n"
        "    return view['clock']\n"
    ).player
    player.sit(**seat)
    first, thought_s = player.choose(a_view())
    second, _ = player.choose(a_view())
    assert first == 2.0
    assert isinstance(second, float)
    assert 1.5 < second < 1.9
    assert 0.15 < thought_s < 0.9
