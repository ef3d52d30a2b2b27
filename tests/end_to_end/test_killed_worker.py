"""A worker that is killed in the middle of a match loses nothing."""

import json
import os
import signal

import pytest

pytestmark = pytest.mark.slow

ASK = """
import json
from ladder.models import RatedMatch, RatingChange
from matches.models import Attempt, Match
playing = Match.objects.filter(state="playing").first()
print(json.dumps({
    "playing": playing and playing.pk,
    "finished": list(Match.objects.filter(state="finished").values_list("pk", flat=True)),
    "rated": list(RatedMatch.objects.values_list("match", flat=True)),
    "changes": RatingChange.objects.count(),
    "outcomes": {pk: list(Attempt.objects.filter(match=pk).values_list("outcome", flat=True))
                 for pk in Match.objects.values_list("pk", flat=True)},
}))
"""


def test_a_match_whose_worker_was_killed_is_played_again_and_rated_once(league_with_house_bots):
    league = league_with_house_bots

    def ask() -> dict:
        return json.loads(league.manage("shell", "-v", "0", "-c", ASK))

    playing = league.await_that("A match is being played", lambda: ask()["playing"])
    os.killpg(league.worker.process.pid, signal.SIGKILL)
    league.worker.process.wait()
    was_held = ask()["playing"]
    # The match that was under way may have ended just before the kill; another one was begun then.
    match = was_held or playing

    league.await_that(
        "The match is played after all", lambda: match in ask()["rated"], within_s=120
    )
    told = ask()
    assert told["rated"].count(match) == 1
    outcomes = told["outcomes"][str(match)]
    assert outcomes.count("finished") == 1
    if was_held:
        assert "lost" in outcomes
