from types import SimpleNamespace

import pytest
from django.db.models.functions import Now

from bots.holding import HeldPlayer, Holder, LeaseLost, WorkerStopping
from bots.leases import from_now
from bots.models import Trial


@pytest.fixture
def trial(submit, ann) -> Trial:
    return submit(ann, "first").trials.get()


def test_a_waiting_row_is_claimed_once(trial: Trial) -> None:
    token = Trial.objects.claim(trial.pk, lease_s=60)
    assert token
    assert Trial.objects.claim(trial.pk, lease_s=60) is None
    trial.refresh_from_db()
    assert (trial.state, trial.attempt_token, trial.attempts) == ("playing", token, 1)


def test_a_row_is_not_claimed_before_it_is_due(trial: Trial) -> None:
    Trial.objects.update(due_at=from_now(60))
    assert Trial.objects.claim(trial.pk, lease_s=60) is None


def test_a_lease_runs_by_the_databases_clock(trial: Trial) -> None:
    Trial.objects.claim(trial.pk, lease_s=60)
    assert not Trial.objects.expired().exists()
    assert Trial.objects.filter(lease_until__gt=from_now(55), lease_until__lt=from_now(65)).exists()
    Trial.objects.update(lease_until=from_now(-1))
    assert Trial.objects.expired().get() == trial


def test_a_lease_is_renewed_only_with_the_token_that_holds_it(trial: Trial) -> None:
    token = Trial.objects.claim(trial.pk, lease_s=1)
    assert not Trial.objects.renew(trial.pk, token="0" * 32, lease_s=60)
    assert Trial.objects.renew(trial.pk, token=token, lease_s=60)
    assert Trial.objects.filter(lease_until__gt=from_now(50)).exists()


def test_a_row_let_go_is_due_again_after_the_delay(trial: Trial) -> None:
    token = Trial.objects.claim(trial.pk, lease_s=60)
    assert Trial.objects.let_go(trial.pk, token=token, state="waiting", due_in_s=60)
    assert not Trial.objects.let_go(trial.pk, token=token, state="waiting")
    assert not Trial.objects.due().exists()
    Trial.objects.update(due_at=Now())
    assert Trial.objects.claim(trial.pk, lease_s=60) not in (None, token)


def test_a_holder_renews_once_a_third_of_the_lease_is_over(trial: Trial) -> None:
    token = Trial.objects.claim(trial.pk, lease_s=60)
    now = 1000.0
    holder = Holder(Trial.objects.all(), trial.pk, token=token, lease_s=60, clock=lambda: now)
    Trial.objects.update(lease_until=from_now(1))
    now += 19
    holder.beat()
    assert not Trial.objects.filter(lease_until__gt=from_now(30)).exists()
    now += 2
    holder.beat()
    assert Trial.objects.filter(lease_until__gt=from_now(30)).exists()


def test_a_holder_notices_that_the_row_went_to_another(trial: Trial) -> None:
    token = Trial.objects.claim(trial.pk, lease_s=60)
    now = 0.0
    holder = Holder(Trial.objects.all(), trial.pk, token=token, lease_s=60, clock=lambda: now)
    Trial.objects.update(attempt_token="f" * 32)
    now += 30
    with pytest.raises(LeaseLost):
        holder.beat()


def test_a_holder_that_should_stop_says_so_at_the_next_beat(trial: Trial) -> None:
    holder = Holder(Trial.objects.all(), trial.pk, token="x", lease_s=60)
    holder.stopping = True
    with pytest.raises(WorkerStopping):
        holder.beat()


def test_a_held_player_beats_before_anything_is_asked_of_it() -> None:
    told: list[str] = []
    player = SimpleNamespace(
        sit=lambda **_: told.append("sit"),
        choose=lambda view: (told.append("choose"), 0.0),
        rise=lambda: told.append("rise"),
    )
    held = HeldPlayer(player, SimpleNamespace(beat=lambda: told.append("beat")))
    held.sit(game="g", options={}, players=2, seat=0)
    held.choose({})
    held.rise()
    assert told == ["beat", "sit", "beat", "choose", "beat", "rise"]


@pytest.mark.django_db(transaction=True)
def test_of_eight_workers_that_claim_at_once_one_gets_the_row(submit, ann, at_once) -> None:
    trial = submit(ann, "first").trials.get()
    tokens = at_once(8, lambda: Trial.objects.claim(trial.pk, lease_s=60))
    assert len([token for token in tokens if token]) == 1
