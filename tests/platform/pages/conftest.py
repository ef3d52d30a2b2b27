"""Matches to look at in the browser."""

from collections.abc import Callable

import pytest

from ladder.services import rate_finished
from matches.models import Match
from matches.playing import play


@pytest.fixture
def seen_match(transactional_db: None, match: Callable[..., Match]) -> Match:
    """A finished and rated match of two bots and two deals, for the browser."""
    one = match("plays the first", "plays the last")
    assert play(one.pk)
    rate_finished(one.game)
    return one
