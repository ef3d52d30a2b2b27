"""The ladder's tasks; any of them may be delivered more than once, or twice at a time."""

from celery import shared_task

from ladder import matchmaking, services
from matches.models import Match


@shared_task(name="ladder.rate")
def rate(match_id: int) -> None:
    """Rate what the match's game has to rate; which match said so doesn't matter."""
    for game in Match.objects.filter(pk=match_id, rated=True).values_list("game", flat=True):
        services.rate_finished(game)


@shared_task(name="ladder.make_matches")
def make_matches() -> None:
    """Rate what lost messages have left unrated, then fill the queues."""
    for game in services.games_to_rate():
        services.rate_finished(game)
    matchmaking.make_matches()
