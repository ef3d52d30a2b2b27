import os
import signal

import pytest

from bots.leases import from_now
from bots.models import Bot, Trial, Version
from bots.services import note_match, try_again, wake
from bots.trials import run_trial, sweep

GAME = "davy-crockett"


def tried(version: Version) -> Trial:
    for trial in version.trials.all():
        run_trial(trial.pk)
    version.refresh_from_db()
    return version.trials.get()


def test_a_bot_that_plays_to_the_end_is_accepted_and_becomes_the_ranked_version(
    submit, ann
) -> None:
    version = submit(ann, "first")
    trial = tried(version)
    assert (trial.state, trial.fault, trial.error, trial.attempts) == ("passed", "", "", 1)
    assert trial.finished_at is not None
    assert trial.thinking_us > 0
    assert version.state == "accepted"
    assert Bot.objects.get().current_version == version
    assert trial.load_record()["format"] == "quintet-record"


@pytest.mark.parametrize(
    ("character", "fault", "words"),
    [
        ("crashes", "crash", "division by zero"),
        ("crashes on import", "crash", "no module named numpy"),
        ("cheats", "illegal_move", "not a move"),
    ],
)
def test_a_fault_refuses_the_version_and_tells_the_owner_why(
    submit, ann, character: str, fault: str, words: str
) -> None:
    version = submit(ann, "first", character)
    trial = tried(version)
    assert (trial.state, trial.fault) == ("failed", fault)
    assert words in trial.detail
    assert version.state == "refused"
    assert Bot.objects.get().current_version is None
    assert trial.load_record()["faults"]


def test_the_view_that_broke_the_bot_is_kept(submit, ann) -> None:
    trial = tried(submit(ann, "first", "cheats"))
    assert trial.view["game"] == GAME
    assert trial.view["legal"]


def test_what_a_bot_printed_is_kept_without_control_characters(submit, ann) -> None:
    assert tried(submit(ann, "first")).log == "I am one who plays the first[31m"


def test_no_box_stays_open(submit, ann, sandbox) -> None:
    tried(submit(ann, "first", "crashes"))
    assert sandbox.open_boxes == 0


def test_a_trial_that_was_played_is_not_played_again(submit, ann) -> None:
    trial = tried(submit(ann, "first"))
    assert not run_trial(trial.pk)
    assert Trial.objects.get().attempts == 1


def test_our_own_failure_never_blames_the_bot_and_is_tried_again_later(submit, ann) -> None:
    trial = tried(submit(ann, "first", "breaks the sandbox"))
    assert (trial.state, trial.fault, trial.attempts) == ("waiting", "", 1)
    assert "the sandbox is gone" in trial.error
    assert not Trial.objects.due().exists()


def test_after_the_last_attempt_the_trial_is_dropped_and_the_version_goes_on_waiting(
    submit, ann, settings
) -> None:
    version = submit(ann, "first", "breaks the sandbox")
    for _ in range(settings.ATTEMPTS_MAX):
        Trial.objects.update(due_at=from_now(-1))
        trial = tried(version)
    assert trial.state == "dropped"
    assert version.state == "waiting"


def test_staff_can_put_a_dropped_trial_back(submit, ann, settings) -> None:
    settings.ATTEMPTS_MAX = 1
    trial = tried(submit(ann, "first", "breaks the sandbox"))
    assert try_again(trial.pk)
    assert not try_again(trial.pk)
    assert Trial.objects.due().get() == trial


def test_a_stopping_worker_hands_the_trial_back_and_says_so(
    submit, ann, sandbox, sent, django_capture_on_commit_callbacks
) -> None:
    trial = submit(ann, "first").trials.get()
    ended: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, frame: ended.append(number))
    try:
        sandbox.on_choose = lambda: os.kill(os.getpid(), signal.SIGTERM)
        with django_capture_on_commit_callbacks(execute=True):
            assert not run_trial(trial.pk)
    finally:
        signal.signal(signal.SIGTERM, before)
    trial.refresh_from_db()
    assert ended == [signal.SIGTERM]
    assert (trial.state, trial.attempts, trial.attempt_token) == ("waiting", 0, "")
    assert sent == [("bots.trial", (trial.pk,))]


def test_a_late_result_is_thrown_away(submit, ann, sandbox) -> None:
    version = submit(ann, "first")

    def lose_the_lease() -> None:
        Trial.objects.update(attempt_token="f" * 32)

    sandbox.on_choose = lose_the_lease
    trial = tried(version)
    assert trial.state == "playing"
    assert not trial.record
    assert version.state == "waiting"


def test_the_sweep_requeues_what_a_dead_worker_left(
    submit, ann, sent, django_capture_on_commit_callbacks
) -> None:
    trial = submit(ann, "first").trials.get()
    Trial.objects.claim(trial.pk, lease_s=60)
    assert sweep() == 0
    Trial.objects.update(lease_until=from_now(-1))
    assert sweep() == 1
    Trial.objects.update(due_at=from_now(-1))
    with django_capture_on_commit_callbacks(execute=True):
        assert sweep() == 1
    assert sent[-1] == ("bots.trial", (trial.pk,))
    assert sweep() == 0
    assert run_trial(trial.pk)


def test_an_older_version_does_not_replace_a_newer_one(submit, ann) -> None:
    old = submit(ann, "first")
    new = submit(ann, "first", "plays the last")
    tried(new)
    tried(old)
    assert Bot.objects.get().current_version == new


def test_three_faulty_matches_in_a_row_rest_the_version(accepted, ann) -> None:
    version = accepted(ann, "first")
    for faulty in (True, True, False, True, True):
        note_match(version_id=version.pk, faulty=faulty)
    version.refresh_from_db()
    assert version.state == "accepted"
    note_match(version_id=version.pk, faulty=True)
    version.refresh_from_db()
    assert version.state == "resting"
    assert version.rested_at is not None
    assert not Bot.objects.in_play().exists()


def test_a_resting_version_can_be_woken(accepted, ann) -> None:
    version = accepted(ann, "first")
    assert not wake(version.pk)
    for _ in range(3):
        note_match(version_id=version.pk, faulty=True)
    assert wake(version.pk)
    assert Bot.objects.playing_game(GAME).exists()
