"""Playing the trial of a version in a game, and taking down the verdict."""

import logging
import secrets
import traceback

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from arena.games import find_game
from arena.match import MatchResult
from arena.trial import BOT, play_trial
from bots import records, tables
from bots.holding import HeldPlayer, Holder, LeaseLost, WorkerStopping, heeding_sigterm
from bots.leases import retry_delay_s
from bots.models import Trial, TrialQuerySet
from bots.services import ask_for_trial, settle

logger = logging.getLogger(__name__)


def run_trial(trial_id: int) -> bool:
    """Claim the trial and play it to a verdict; False if it wasn't to be had or wasn't finished.

    A fault is the bot's. Any other failure is ours: the trial waits for another attempt, or is
    dropped after settings.ATTEMPTS_MAX.
    """
    if not tables.sandbox_is_there():
        return False
    trials = Trial.objects.all()
    holder = Holder(trials, trial_id, lease_s=settings.LEASE_S)
    # Before the claim: a worker that ended between the two would keep the trial to itself.
    with heeding_sigterm(holder):
        token = trials.claim(trial_id, lease_s=settings.LEASE_S)
        if token is None:
            return False
        holder.hold(token)
        return _run_held(trials.select_related("version__bot").get(pk=trial_id), holder)


def _run_held(trial: Trial, holder: Holder) -> bool:
    """Play the trial whose lease is ours; whatever happens, the lease is given up."""
    token = holder.token
    try:
        try:
            result, log = _play(trial, holder)
            return _finish(trial, token=token, result=result, log=log)
        except LeaseLost:
            logger.warning("%s: the lease was lost, the result is thrown away", trial)
        except WorkerStopping:
            hand_back(trial.pk, token=token)
    except Exception as failure:
        if holder.stopping:
            # The box may have been asked to end with us.
            hand_back(trial.pk, token=token)
            return False
        logger.exception("%s: attempt %d failed", trial, trial.attempts)
        tables.doubt_sandbox(failure)
        give_up_attempt(trial, token=token, error=traceback.format_exc())
    return False


def _play(trial: Trial, holder: Holder) -> tuple[MatchResult, str]:
    """Play it in the sandbox; returns the result and what the bot printed."""
    with tables.boxes(
        [trial.version], match=f"trial-{trial.pk}", attempt=holder.token, on_open=holder.beat
    ) as (box,):
        result = play_trial(
            find_game(trial.game),
            HeldPlayer(box.player, holder),
            shuffle_seed=secrets.token_hex(16),
            name=str(trial.version),
        )
        return result, tables.printable(box.log)


def _finish(trial: Trial, *, token: str, result: MatchResult, log: str) -> bool:
    fault = result.faults.get(BOT)
    # The sitting that broke the bot is the one to look at, and otherwise the first.
    told = next((played for played in result.sittings if played.faults), result.sittings[0])
    (name,) = records.keep({f"trials/{trial.pk}/{token}.json.gz": told.record})
    with transaction.atomic():
        is_ours = (
            Trial.objects.held_by(token)
            .filter(pk=trial.pk)
            .update(
                state=Trial.State.FAILED if fault else Trial.State.PASSED,
                attempt_token="",
                lease_until=None,
                fault=fault.fault if fault else "",
                detail=tables.printable(fault.detail) if fault else "",
                view=fault.view if fault else None,
                log=log,
                record=name,
                thinking_us=records.match_thinking_us(result)[BOT],
                error="",
                finished_at=Now(),
            )
        )
        if is_ours:
            settle(trial.version_id)
    if not is_ours:
        default_storage.delete(name)
        logger.warning("%s: the result came too late and is thrown away", trial)
    return bool(is_ours)


def hand_back(trial_id: int, *, token: str) -> None:
    """A stopping worker's way: at once due again, and not counted as an attempt."""
    with transaction.atomic():
        if Trial.objects.let_go(trial_id, token=token, state=Trial.State.WAITING):
            Trial.objects.filter(pk=trial_id).update(attempts=F("attempts") - 1)
            ask_for_trial(trial_id)


def give_up_attempt(
    trial: Trial, *, token: str, error: str, among: TrialQuerySet | None = None
) -> None:
    """After a failure of ours: wait and try again, or drop the trial after too many attempts."""
    trials = Trial.objects.all() if among is None else among
    with transaction.atomic():
        row = trials.held_by(token).filter(pk=trial.pk)
        row.update(error=error)
        if trial.attempts < settings.ATTEMPTS_MAX:
            trials.let_go(
                trial.pk,
                token=token,
                state=Trial.State.WAITING,
                due_in_s=retry_delay_s(trial.attempts),
            )
        elif row.update(finished_at=Now()):
            trials.let_go(trial.pk, token=token, state=Trial.State.DROPPED)
            settle(trial.version_id)


def sweep() -> int:
    """Re-queue trials whose worker died and those whose message was lost; returns how many."""
    expired = list(Trial.objects.expired())
    for trial in expired:
        logger.warning("%s: its worker was not heard of in time", trial)
        give_up_attempt(
            trial,
            token=trial.attempt_token,
            error="The worker was not heard of in time.",
            among=Trial.objects.expired(),
        )
    unsent = Trial.objects.unsent(resend_after_s=settings.RESEND_AFTER_S)
    lost = list(unsent.values_list("pk", flat=True))
    for trial_id in lost:
        ask_for_trial(trial_id)
    return len(expired) + len(lost)
