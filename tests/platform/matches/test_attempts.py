import os
import signal
from functools import cache
from pathlib import Path

import pytest

from bots.leases import from_now
from bots.models import Version
from matches import services
from matches.models import Attempt, Entrant, Match
from matches.playing import play
from matches.services import give_up_attempt, sweep, try_again
from sandbox.errors import NoSandbox, SandboxError


def now_due() -> None:
    Match.objects.update(due_at=from_now(-1))


def test_our_failure_ends_the_attempt_and_not_the_match(match) -> None:
    made = match("plays the first", "breaks the sandbox")
    assert not play(made.pk)
    made.refresh_from_db()
    attempt = Attempt.objects.get()
    assert (made.state, made.attempts, made.attempt_token) == ("waiting", 1, "")
    assert attempt.outcome == "failed"
    assert "OSError: the sandbox is gone" in attempt.error
    assert attempt.ended_at is not None


def test_our_failure_never_faults_a_bot(match, settings) -> None:
    made = match("plays the first", "breaks the sandbox")
    for _ in range(settings.ATTEMPTS_MAX + 1):
        now_due()
        play(made.pk)
    assert not Entrant.objects.exclude(fault="").exists()
    assert not Version.objects.exclude(faulty_in_a_row=0).exists()


def test_a_failed_match_waits_longer_after_each_attempt(match) -> None:
    made = match("plays the first", "breaks the sandbox")
    play(made.pk)
    assert not Match.objects.due().exists()
    assert Match.objects.filter(due_at__gt=from_now(2), due_at__lt=from_now(6)).exists()
    now_due()
    play(made.pk)
    assert Match.objects.filter(due_at__gt=from_now(15), due_at__lt=from_now(21)).exists()


def test_a_match_that_fails_every_worker_is_dropped_visible_and_unrated(match, settings) -> None:
    made = match("plays the first", "breaks the sandbox")
    for _ in range(settings.ATTEMPTS_MAX):
        now_due()
        play(made.pk)
    made.refresh_from_db()
    assert (made.state, made.finished_at) == ("dropped", None)
    assert made.revealed_seed == ""
    now_due()
    assert not play(made.pk)
    assert [attempt.outcome for attempt in made.attempt_log.all()] == ["failed"] * 3


def test_staff_can_put_a_dropped_match_back(match, settings, sandbox) -> None:
    settings.ATTEMPTS_MAX = 1
    sandbox.problem_at_opening = None
    made = match()
    sandbox.problem_at_opening = RuntimeError("no room for a box")
    play(made.pk)
    sandbox.problem_at_opening = None
    assert try_again(made.pk)
    assert play(made.pk)


def test_the_seed_is_struck_out_of_an_error_for_staff(match, sandbox, caplog) -> None:
    made = match()
    sandbox.problem_at_opening = RuntimeError(f"could not deal {made.shuffle_seed}")
    play(made.pk)
    assert "could not deal [shuffle seed]" in Attempt.objects.get().error
    assert made.shuffle_seed not in caplog.text


def test_without_a_sandbox_nothing_is_claimed(match, monkeypatch, caplog) -> None:
    made = match()

    def none_works() -> None:
        raise NoSandbox("install bubblewrap")

    monkeypatch.setattr("bots.tables.sandbox_backend", none_works)
    assert not play(made.pk)
    made.refresh_from_db()
    assert (made.state, made.attempts) == ("waiting", 0)
    assert "install bubblewrap" in caplog.text


def test_after_a_failure_of_the_sandbox_it_is_tried_out_again(match, sandbox, monkeypatch) -> None:
    made = match()
    found: list[bool] = []

    @cache
    def find():
        found.append(True)
        return sandbox

    monkeypatch.setattr("bots.tables.found_once", find)
    sandbox.problem_at_opening = SandboxError("the engine hangs")
    play(made.pk)
    assert "the engine hangs" in Attempt.objects.get().error
    sandbox.problem_at_opening = None
    now_due()
    assert play(made.pk)
    assert found == [True, True]


def test_a_late_result_of_an_old_attempt_is_refused(match, sandbox) -> None:
    made = match()
    took_over: list[bool] = []

    def another_worker_takes_over() -> None:
        if not took_over:
            took_over.append(True)
            Match.objects.update(lease_until=from_now(-1))
            sweep()
            now_due()
            took_over.append(play(made.pk, worker="second"))

    sandbox.on_choose = another_worker_takes_over
    assert not play(made.pk, worker="first")
    assert took_over == [True, True]
    assert [(a.worker, a.outcome) for a in Attempt.objects.order_by("pk")] == [
        ("first", "lost"),
        ("second", "finished"),
    ]
    assert made.sittings.count() == 2


def test_the_records_of_a_late_result_are_deleted(match, sandbox, settings) -> None:
    made = match()
    sandbox.on_choose = lambda: Match.objects.update(attempt_token="f" * 32)
    assert not play(made.pk)
    folder = Path(settings.MEDIA_ROOT) / "records" / str(made.pk)
    assert not any(folder.iterdir())


def test_a_match_whose_worker_died_is_played_again(match) -> None:
    made = match()
    token = Match.objects.claim(made.pk, lease_s=60)
    Attempt.objects.create(match=made, token=token, worker="dead")
    assert sweep() == 0
    assert not play(made.pk)
    Match.objects.update(lease_until=from_now(-1))
    assert sweep() == 1
    assert Attempt.objects.get().outcome == "lost"
    now_due()
    assert play(made.pk)


def test_a_renewed_lease_is_not_swept_away(match) -> None:
    made = match()
    token = Match.objects.claim(made.pk, lease_s=60)
    attempt = Attempt.objects.create(match=made, token=token)
    give_up_attempt(attempt, outcome="lost", error="", among=Match.objects.expired())
    made.refresh_from_db()
    assert (made.state, made.attempt_token) == ("playing", token)


def test_a_lost_message_is_sent_again_and_not_too_often(
    match, sent, settings, django_capture_on_commit_callbacks
) -> None:
    made = match()
    for swept in (1, 0):
        with django_capture_on_commit_callbacks(execute=True):
            assert sweep() == swept
    assert sent == [("matches.play", (made.pk,))]
    Match.objects.update(sent_at=from_now(-settings.RESEND_AFTER_S - 1))
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep() == 1


def test_sigterm_in_mid_match_hands_it_back_at_once_and_then_ends_the_worker(
    match, sandbox
) -> None:
    made = match()
    ended: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: ended.append(number))
    try:
        sandbox.on_choose = lambda: os.kill(os.getpid(), signal.SIGTERM)
        assert not play(made.pk)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended == [signal.SIGTERM]
    made.refresh_from_db()
    assert (made.state, made.attempts) == ("waiting", 0)
    assert Attempt.objects.get().outcome == "handed_back"
    assert Match.objects.due().exists()


def test_a_sandbox_that_ends_with_the_worker_costs_no_attempt(match, sandbox) -> None:
    made = match()

    def all_are_asked_to_end() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        raise SandboxError("bubblewrap failed with status -15")

    sandbox.on_choose = all_are_asked_to_end
    before = signal.signal(signal.SIGTERM, lambda number, frame: None)
    try:
        assert not play(made.pk)
    finally:
        signal.signal(signal.SIGTERM, before)
    made.refresh_from_db()
    assert (made.state, made.attempts) == ("waiting", 0)
    assert Attempt.objects.get().outcome == "handed_back"


def test_sigterm_in_the_moment_of_the_claim_hands_the_match_back(match, monkeypatch) -> None:
    made = match()
    ended: list[int] = []
    claim = services.claim

    def claim_and_be_asked_to_end(*args: object, **options: object) -> Attempt | None:
        attempt = claim(*args, **options)
        os.kill(os.getpid(), signal.SIGTERM)
        return attempt

    monkeypatch.setattr(services, "claim", claim_and_be_asked_to_end)
    before = signal.signal(signal.SIGTERM, lambda number, frame: ended.append(number))
    try:
        assert not play(made.pk)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert Attempt.objects.get().outcome == "handed_back"
    assert Match.objects.due().exists()
    assert ended == [signal.SIGTERM]


@pytest.mark.parametrize("outcome", ["failed", "lost"])
def test_giving_up_without_the_token_changes_nothing(match, outcome: str) -> None:
    made = match()
    attempt = Attempt.objects.create(match=made, token="0" * 32)
    Match.objects.claim(made.pk, lease_s=60)
    give_up_attempt(attempt, outcome=outcome, error="x")
    made.refresh_from_db()
    attempt.refresh_from_db()
    assert (made.state, attempt.outcome) == ("playing", "under_way")
