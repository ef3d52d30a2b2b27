from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.storage import default_storage
from django.db import OperationalError

from arena.verify import verify
from bots.models import Version
from bots.tables import league
from matches import playing, services
from matches.models import Attempt, Match
from matches.playing import play


def played(match: Match) -> Match:
    assert play(match.pk, worker="worker@one")
    return Match.objects.get(pk=match.pk)


def test_a_match_is_played_in_as_many_sittings_as_it_has_entrants(match) -> None:
    made = played(match("plays the first", "plays the last", "plays the first"))
    assert made.state == "finished"
    assert made.finished_at is not None
    assert (made.attempt_token, made.lease_until) == ("", None)
    assert [sitting.seating for sitting in made.sittings.all()] == [[0, 1, 2], [1, 2, 0], [2, 0, 1]]


def test_the_scores_of_the_sittings_add_up_to_those_of_the_entrants(match) -> None:
    made = played(match())
    sums = [0, 0]
    for sitting in made.sittings.all():
        for seat, score in enumerate(sitting.scores):
            sums[sitting.seating[seat]] += score
    entrants = list(made.entrants.all())
    assert [entrant.score for entrant in entrants] == sums
    assert sorted(entrant.place for entrant in entrants) in ([1, 2], [1, 1])
    assert all(entrant.thinking_us > 0 for entrant in entrants)


def test_every_record_stands_a_check_and_holds_the_committed_seed(match) -> None:
    made = played(match())
    for sitting in made.sittings.all():
        record = sitting.load_record()
        verify(record)
        assert record["shuffle_seed"] == made.shuffle_seed
        assert record["totals"] == sitting.scores


def test_the_same_seed_and_bots_give_the_same_records(match, table) -> None:
    versions = table("plays the first", "plays the last")
    one = played(match(versions=versions, shuffle_seed="5eed"))
    other = played(match(versions=versions, shuffle_seed="5eed"))
    assert [s.load_record() for s in one.sittings.all()] == [
        s.load_record() for s in other.sittings.all()
    ]


@pytest.mark.parametrize(
    ("character", "fault", "words"),
    [
        ("crashes", "crash", "division by zero"),
        ("crashes on import", "crash", "numpy"),
        ("cheats", "illegal_move", "not a move"),
    ],
)
def test_a_faulty_bot_is_placed_last_and_the_results_of_the_others_stand(
    match, character: str, fault: str, words: str
) -> None:
    made = played(match("plays the first", character, "plays the last"))
    good, bad, other = made.entrants.order_by("index")
    assert bad.fault == fault
    assert words in bad.fault_detail
    assert bad.fault_sitting == 0
    assert bad.place == 3
    assert (good.fault, other.fault) == ("", "")
    assert {good.place, other.place} <= {1, 2}
    assert (bad.fault_view is None) == (character == "crashes on import")


def test_each_bots_own_log_is_kept(match) -> None:
    made = played(match())
    assert [entrant.log for entrant in made.entrants.all()] == [
        "I am one who plays the first[31m",
        "I am one who plays the last[31m",
    ]


def test_the_same_message_delivered_twice_plays_once(match, sandbox) -> None:
    made = match()
    sandbox.labels.clear()
    assert [play(made.pk), play(made.pk)] == [True, False]
    assert Attempt.objects.count() == 1
    assert len(sandbox.labels) == 2


@pytest.mark.django_db(transaction=True)
def test_delivered_to_four_workers_at_once_it_is_played_by_one(match, at_once) -> None:
    made = match()
    results = at_once(4, lambda: play(made.pk))
    assert sorted(results) == [False, False, False, True]
    assert Attempt.objects.get().outcome == "finished"
    assert made.sittings.count() == 2


def test_boxes_are_labelled_with_match_and_attempt(match, sandbox) -> None:
    made = match()
    sandbox.labels.clear()
    played(made)
    attempt = Attempt.objects.get()
    assert len(sandbox.labels) == 2
    for labels in sandbox.labels:
        assert labels["match"] == f"{league()}/{made.pk}"
        assert labels["attempt"] == attempt.token
        assert datetime.fromisoformat(labels["deadline"]) > datetime.now(UTC) + timedelta(hours=1)
    assert attempt.worker == "worker@one"


def test_the_tasks_of_the_settings_are_sent_when_a_match_is_finished(
    match, sent, settings, django_capture_on_commit_callbacks
) -> None:
    settings.MATCH_FINISHED_TASKS = ["ladder.rate", "tournaments.advance"]
    made = match()
    with django_capture_on_commit_callbacks(execute=True):
        played(made)
    assert sent[-2:] == [("ladder.rate", (made.pk,)), ("tournaments.advance", (made.pk,))]


def test_a_withdrawn_bot_still_plays_what_was_scheduled(match, table) -> None:
    versions = table("plays the first", "plays the last")
    made = match(versions=versions)
    type(versions[0].bot).objects.update(withdrawn_at="2026-01-01T00:00Z")
    assert played(made).state == "finished"


def test_three_faulty_rated_matches_in_a_row_rest_the_version(match, table) -> None:
    versions = table("plays the first", "cheats")
    for _ in range(3):
        played(match(versions=versions))
    good, bad = Version.objects.order_by("pk")
    assert (good.state, good.faulty_in_a_row) == ("accepted", 0)
    assert (bad.state, bad.faulty_in_a_row) == ("resting", 3)


def test_faults_in_unrated_matches_rest_nobody(match, table) -> None:
    versions = table("plays the first", "cheats")
    for _ in range(3):
        played(match(versions=versions, kind="challenge", rated=False))
    assert not Version.objects.filter(state="resting").exists()


def test_a_database_that_is_away_while_saving_is_asked_again(match, monkeypatch) -> None:
    finish, calls = services.finish, []

    def away_once(*args, **kwargs):
        calls.append(args)
        if len(calls) == 1:
            raise OperationalError("the connection was closed")
        return finish(*args, **kwargs)

    monkeypatch.setattr(services, "finish", away_once)
    monkeypatch.setattr(playing, "SAVE_AGAIN_AFTER_S", (0.0, 0.0))
    monkeypatch.setattr(playing, "close_old_connections", lambda: None)
    assert played(match()).state == "finished"
    assert len(calls) == 2


def test_saving_again_what_was_saved_already_keeps_the_records(match, monkeypatch) -> None:
    """The answer to a commit may be lost with the connection."""
    finish, calls = services.finish, []

    def answer_lost(*args, **kwargs):
        calls.append(finish(*args, **kwargs))
        if len(calls) == 1:
            raise OperationalError("the connection was closed")
        return calls[-1]

    monkeypatch.setattr(services, "finish", answer_lost)
    monkeypatch.setattr(playing, "SAVE_AGAIN_AFTER_S", (0.0,))
    monkeypatch.setattr(playing, "close_old_connections", lambda: None)
    made = played(match())
    assert calls == [True, True]
    assert all(default_storage.exists(sitting.record.name) for sitting in made.sittings.all())
    assert made.sittings.count() == 2
