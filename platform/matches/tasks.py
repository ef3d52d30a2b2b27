"""The matches' tasks: each takes an id, calls one service, and may be delivered more than once."""

from celery import Task, shared_task

from matches import playing, services
from matches import reaping as reaping  # It begins by itself when a worker does.


@shared_task(name="matches.play", bind=True)
def play(self: Task, match_id: int) -> None:
    playing.play(match_id, worker=str(self.request.hostname or ""))


@shared_task(name="matches.sweep")
def sweep() -> None:
    services.sweep()
