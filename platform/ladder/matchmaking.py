"""The ladder's own matches: asked for by beat, kept within bounds, safe with two schedulers."""

import random
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from arena.game import Game
from arena.games import all_games
from bots.broker import LATER, SOON
from bots.models import Bot, Version
from ladder.arithmetic import Standing
from ladder.models import Appearance
from ladder.pairing import Candidate, tables
from ladder.services import locked_ladder, standings_of
from matches.models import Entrant, Match
from matches.services import schedule

NEVER_S = 1e9
"""The wait of a bot that was at no table yet."""


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
    locked_ladder(game.name)
    waiting = Match.objects.filter(
        game=game.name, kind=Match.Kind.LADDER, state=Match.State.WAITING
    ).count()
    room = settings.LADDER_QUEUE_MAX - waiting
    if room <= 0:
        return []
    made = []
    for table in tables(
        candidates(game.name, now=now),
        seats_max=game.table_size,
        seats_min=game.seats.start,
        tables_max=room,
        open_max=settings.LADDER_OPEN_MATCHES_PER_BOT_MAX,
        pause_s=pause_s,
        rng=rng,
    ):
        made.append(_schedule(game.name, table, now=now))
    return made


def candidates(game: str, *, now: datetime) -> list[Candidate]:
    """Everybody who may be put at a table of this game now."""
    bots = list(Bot.objects.playing_game(game).select_related("owner", "current_version"))
    standings = standings_of(game, [bot.pk for bot in bots])
    seen = dict(Appearance.objects.filter(game=game).values_list("bot_id", "last_at"))
    open_matches = dict(
        Entrant.objects.filter(
            match__game=game,
            match__rated=True,
            match__state__in=[Match.State.WAITING, Match.State.PLAYING],
        )
        .values("bot_id")
        .annotate(count=Count("pk"))
        .values_list("bot_id", "count")
    )
    return [
        Candidate(
            bot_id=bot.pk,
            version_id=bot.current_version_id,
            owner_id=bot.owner_id,
            is_house=bot.owner.is_house,
            rating=standing.rating,
            provisional_left=max(
                0,
                standing.provisional_left_with(bot.current_version.number)
                - open_matches.get(bot.pk, 0),
            ),
            waited_s=(now - seen[bot.pk]).total_seconds() if bot.pk in seen else NEVER_S,
            open_matches=open_matches.get(bot.pk, 0),
        )
        for bot in bots
        for standing in [standings.get(bot.pk, Standing())]
    ]


def _schedule(game: str, table: list[Candidate], *, now: datetime) -> int:
    versions = Version.objects.select_related("bot").in_bulk([c.version_id for c in table])
    match = schedule(
        game=game,
        versions=[versions[candidate.version_id] for candidate in table],
        kind=Match.Kind.LADDER,
        rated=True,
        priority=SOON if any(candidate.is_new for candidate in table) else LATER,
    )
    Appearance.objects.bulk_create(
        [Appearance(bot_id=candidate.bot_id, game=game, last_at=now) for candidate in table],
        update_conflicts=True,
        unique_fields=["bot", "game"],
        update_fields=["last_at"],
    )
    return match.pk
