"""Who could be put at a ladder's tables now: a bounded part of the field, however large it is."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, Q

from bots.models import Bot, Trial
from ladder.arithmetic import Standing
from ladder.models import Contender, Ladder, Rating
from ladder.pairing import Candidate, Meetings
from ladder.storage import standings_of
from matches.models import Entrant, Match

HEAD = 60
"""So many are taken from the head of the queue, of the new and of the others each."""
NEIGHBOURS = 12
"""So many next above and below in strength are looked at for whom a table is begun."""
LATEST_MATCHES = 20
"""In so many latest matches of a bot its opponents are counted."""
NEVER_S = 1e9
"""The wait of a bot that was at no table yet."""
STRIDE_MAX = 2.0
_LATE = timedelta(minutes=10)
"""A trial's time is that of its transaction's beginning: it may be seen a little later."""


def stride(deviation: float) -> float:
    """How far a bot goes back in the queue: one whose strength is uncertain comes more often."""
    if deviation <= 0.0:
        return STRIDE_MAX
    return min(STRIDE_MAX, max(0.25, (30.0 / deviation) ** 2))


def enrol(ladder: Ladder, *, now: datetime) -> None:
    """Give a place in the queue to each bot that has passed the game's trial since the last look.

    A new version of one that has a place already may be provisional again.
    """
    passed = Trial.objects.filter(game=ladder.game, state=Trial.State.PASSED)
    if ladder.trials_seen_at is not None:
        passed = passed.filter(finished_at__gte=ladder.trials_seen_at - _LATE)
    bots = set(passed.order_by().values_list("version__bot", flat=True))
    if bots:
        Contender.objects.filter(game=ladder.game, bot__in=bots).update(is_new=True)
        Contender.objects.bulk_create(
            [Contender(bot_id=bot, game=ladder.game, turn=ladder.turn) for bot in sorted(bots)],
            ignore_conflicts=True,
            batch_size=1000,
        )
    ladder.trials_seen_at = now


def head(ladder: Ladder, *, now: datetime) -> list[Candidate]:
    """Those at the head of the queue who can play; who can't is sent to its end."""
    queue = Contender.objects.filter(game=ladder.game)
    ids = {
        bot_id
        for is_new in (True, False)
        for bot_id in queue.filter(is_new=is_new)
        .order_by("turn", "last_at", "bot_id")
        .values_list("bot_id", flat=True)[:HEAD]
    }
    found = candidates(ladder.game, ids, now=now)
    away = ids - {candidate.bot_id for candidate in found}
    queue.filter(bot__in=away).update(turn=ladder.turn + STRIDE_MAX)
    settled = [c.bot_id for c in found if c.provisional_left == 0 and c.open_matches == 0]
    queue.filter(bot__in=settled, is_new=True).update(is_new=False)
    return found


def company(
    game: str, starters: Sequence[Candidate], *, known: Collection[int], now: datetime
) -> list[Candidate]:
    """Opponents beside those `known`: the neighbours of the starters, and the house bots."""
    ids = set(
        Bot.objects.playing_game(game).filter(owner__is_house=True).values_list("pk", flat=True)
    )
    for starter in starters:
        ids |= _neighbours(game, starter.strength)
    return candidates(game, ids - set(known), now=now)


def _neighbours(game: str, estimate: float) -> set[int]:
    ratings = Rating.objects.filter(game=game).values_list("bot_id", flat=True)
    above = ratings.filter(estimate__gte=estimate).order_by("estimate")[:NEIGHBOURS]
    below = ratings.filter(estimate__lt=estimate).order_by("-estimate")[:NEIGHBOURS]
    return {*above, *below}


def candidates(game: str, bots: Iterable[int], *, now: datetime) -> list[Candidate]:
    """Those of these bots who may be put at a table of this game now, in four queries."""
    eligible = list(
        Bot.objects.playing_game(game)
        .filter(pk__in=list(bots))
        .select_related("owner", "current_version")
        .order_by("pk")
    )
    ids = [bot.pk for bot in eligible]
    standings = standings_of(game, ids)
    places = {row.bot_id: row for row in Contender.objects.filter(game=game, bot__in=ids)}
    open_matches = dict(
        Entrant.objects.filter(
            bot__in=ids,
            match__game=game,
            match__rated=True,
            match__state__in=[Match.State.WAITING, Match.State.PLAYING],
        )
        .values("bot_id")
        .annotate(count=Count("pk"))
        .values_list("bot_id", "count")
    )
    return [
        _candidate(
            bot,
            standings.get(bot.pk, Standing()),
            places.get(bot.pk, Contender(bot=bot, game=game)),
            open_matches=open_matches.get(bot.pk, 0),
            now=now,
        )
        for bot in eligible
    ]


def _candidate(
    bot: Bot, standing: Standing, place: Contender, *, open_matches: int, now: datetime
) -> Candidate:
    version = bot.current_version
    provisional_left = standing.provisional_left_with(version.number) - open_matches
    return Candidate(
        bot_id=bot.pk,
        version_id=version.pk,
        owner_id=bot.owner_id,
        is_house=bot.owner.is_house,
        strength=standing.belief.mean,
        deviation=standing.belief.deviation,
        provisional_left=max(0, provisional_left),
        turn=place.turn,
        waited_s=(now - place.last_at).total_seconds() if place.last_at else NEVER_S,
        open_matches=open_matches,
    )


def meetings(game: str, starters: Iterable[Candidate]) -> Meetings:
    """Whom each of the starters has met in its latest ladder matches, and how often."""
    return {bot_id: _met(game, bot_id) for bot_id in {starter.bot_id for starter in starters}}


def _met(game: str, bot_id: int) -> dict[int, int]:
    latest = (
        Entrant.objects.filter(bot=bot_id, match__game=game, match__rated=True)
        .order_by("-match_id")
        .values("match_id")[:LATEST_MATCHES]
    )
    return dict(
        Entrant.objects.filter(~Q(bot=bot_id), match__in=latest)
        .order_by()
        .values("bot_id")
        .annotate(count=Count("pk"))
        .values_list("bot_id", "count")
    )


def seat(ladder: Ladder, table: Sequence[Candidate], *, now: datetime) -> None:
    """Send those who got a seat back in the queue, each by its stride."""
    Contender.objects.bulk_create(
        [
            Contender(
                bot_id=candidate.bot_id,
                game=ladder.game,
                is_new=candidate.provisional_left > 0,
                turn=max(candidate.turn, ladder.turn) + stride(candidate.deviation),
                last_at=now,
            )
            for candidate in table
        ],
        update_conflicts=True,
        unique_fields=["bot", "game"],
        update_fields=["turn", "last_at"],
    )
