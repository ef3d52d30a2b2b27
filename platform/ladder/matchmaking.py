"""The ladder's own matches: asked for by beat, kept within bounds, safe with two schedulers."""

import random
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from arena.game import Game
from arena.games import all_games
from bots.broker import LATER, SOON
from bots.models import Version
from ladder import contenders
from ladder.models import Ladder
from ladder.pairing import Candidate, in_turn, tables
from ladder.services import locked_ladder
from matches.models import Match
from matches.services import schedule


def make_matches(
    *,
    now: datetime | None = None,
    rng: random.Random | None = None,
    pause_s: float | None = None,
) -> list[int]:
    """Fill the queue of every ladder up to its bound; return the new matches' ids.

    `pause_s`: how long an established bot rests between tables begun for it; by default
    settings.LADDER_PAUSE_S.
    """
    rng = rng or random.Random()
    made: list[int] = []
    for game in all_games().values():
        made += _make_matches_of(
            game,
            now=now or timezone.now(),
            rng=rng,
            pause_s=settings.LADDER_PAUSE_S if pause_s is None else pause_s,
        )
    return made


@transaction.atomic
def _make_matches_of(game: Game, *, now: datetime, rng: random.Random, pause_s: float) -> list[int]:
    # The lock makes a second scheduler wait here, and then find the queue full.
    ladder = locked_ladder(game.name)
    room, room_for_new = _room(game.name)
    if room <= 0 and room_for_new <= 0:
        return []
    contenders.enrol(ladder, now=now)
    waiting = contenders.head(ladder, now=now)
    starters = _starters(in_turn(waiting, pause_s=pause_s), room=room, room_for_new=room_for_new)
    company = contenders.company(
        game.name, starters, known={candidate.bot_id for candidate in waiting}, now=now
    )
    made = []
    for table in tables(
        starters,
        waiting + company,
        seats_max=game.table_size,
        seats_min=game.seats.start,
        tables_max=room,
        new_tables_max=room_for_new,
        open_max=settings.LADDER_OPEN_MATCHES_PER_BOT_MAX,
        rng=rng,
        met=contenders.meetings(game.name, starters),
    ):
        made.append(_schedule(ladder, table, now=now))
    ladder.turn = max(
        [ladder.turn, *(candidate.turn for candidate in starters[:1] if not candidate.is_new)]
    )
    ladder.save(update_fields=["turn", "trials_seen_at"])
    return made


def _room(game: str) -> tuple[int, int]:
    """How many more matches may wait in all, and how many with new bots.

    New bots find room while others fill the queue, and it holds at most twice its bound.
    """
    waiting = list(
        Match.objects.filter(
            game=game, kind=Match.Kind.LADDER, state=Match.State.WAITING
        ).values_list("priority", flat=True)
    )
    bound = settings.LADDER_QUEUE_MAX
    return bound - len(waiting), bound - waiting.count(SOON)


def _starters(queue: list[Candidate], *, room: int, room_for_new: int) -> list[Candidate]:
    """Those for whom a table may be begun now: some more than there is room for."""
    new = [candidate for candidate in queue if candidate.is_new]
    others = [candidate for candidate in queue if not candidate.is_new]
    return new[: 2 * max(0, room_for_new)] + others[: 2 * max(0, room)]


def _schedule(ladder: Ladder, table: list[Candidate], *, now: datetime) -> int:
    versions = Version.objects.select_related("bot").in_bulk([c.version_id for c in table])
    match = schedule(
        game=ladder.game,
        versions=[versions[candidate.version_id] for candidate in table],
        kind=Match.Kind.LADDER,
        rated=True,
        priority=SOON if any(candidate.is_new for candidate in table) else LATER,
    )
    contenders.seat(ladder, table, now=now)
    return match.pk
