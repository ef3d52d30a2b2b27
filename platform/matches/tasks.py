"""The matches' tasks: each takes an id, calls one service, and may be delivered more than once."""

from celery import Task, shared_task

from matches import playing, reaping, services


@shared_task(name="matches.play", bind=True)
def play(self: Task, match_id: int) -> None:
    playing.play(match_id, worker=str(self.request.hostname or ""))


@shared_task(name="matches.sweep")
def sweep() -> None:
    services.sweep()


__all__ = ["play", "reaping", "sweep"]
