"""What open pages are told while a tournament runs."""

import pytest

from matches.models import Match
from tests.platform.tournaments import stand_in
from tests.platform.tournaments.conftest import GAME
from tournaments import changes, tasks
from tournaments.advancing import advance
from tournaments.planning import StagePlan

pytestmark = pytest.mark.django_db


def test_every_finished_match_is_told_even_if_its_table_is_not_decided(
    started, monkeypatch, django_capture_on_commit_callbacks
):
    tournament = started(2, StagePlan(format="knockout", table_size=2), games=[GAME, "dan-dare"])
    advance(tournament.pk)
    told: list[tuple[str, str]] = []
    monkeypatch.setattr(changes, "publish", lambda *said: told.append(said))
    first = Match.objects.due().order_by("pk").first()
    assert stand_in.finish(first.pk)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.advance_for_match(first.pk)
    assert told == [(f"tournament:{tournament.pk}", "changed")]
