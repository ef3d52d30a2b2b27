"""A worker that plays nothing: a match ends at once with a made result, through the real services.

Run as a program it is a process that claims, finishes and advances like a real worker, or with
"scheduler" one that sends out the sweeps like beat, until it is killed.
"""

import os
import sys
import time

import django

if __name__ == "__main__":
    django.setup()

from arena.match import Fault, MatchResult
from arena.places import places
from matches import services
from matches.models import Entrant, Match
from tournaments import tasks


def strength(name: str) -> int:
    """Of a bot called bot7: the lower the number, the stronger."""
    return -int("".join(filter(str.isdigit, name)))


def finish(match_id: int, *, faulty: tuple[str, ...] = (), takes_s: float = 0.0) -> bool:
    """Claim a match and finish it: the stronger bot has the higher score, the faulty come last."""
    attempt = services.claim(match_id, worker=str(os.getpid()))
    if attempt is None:
        return False
    time.sleep(takes_s)
    entrants = Entrant.objects.filter(match=match_id).order_by("index").select_related("bot")
    names = [entrant.bot.name for entrant in entrants]
    scores = [100 + strength(name) for name in names]
    broken = {index for index, name in enumerate(names) if name in faulty}
    result = MatchResult(
        sittings=[],
        seating=[],
        scores=scores,
        places=places(scores, faulty=broken),
        faults={index: Fault(0, "crash", 0, 0, "Traceback", None) for index in broken},
    )
    return services.finish(attempt, result=result, logs=[""] * len(names), records=[])


def work(pause_s: float) -> None:
    while True:
        for match_id in list(Match.objects.due().order_by("?").values_list("pk", flat=True)[:5]):
            if finish(match_id, takes_s=pause_s):
                tasks.advance_for_match(match_id)
        time.sleep(pause_s)


def schedule(pause_s: float) -> None:
    while True:
        tasks.sweep()
        services.sweep()
        time.sleep(pause_s)


if __name__ == "__main__":
    {"worker": work, "scheduler": schedule}[sys.argv[1]](float(sys.argv[2]))
