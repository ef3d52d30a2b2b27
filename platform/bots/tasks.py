"""The bots' tasks: each takes an id, calls one service, and may be delivered more than once."""

from celery import shared_task

from bots import trials


@shared_task(name="bots.trial")
def trial(trial_id: int) -> None:
    trials.run_trial(trial_id)


@shared_task(name="bots.sweep")
def sweep() -> None:
    trials.sweep()
