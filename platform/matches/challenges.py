"""Challenges: unrated matches that anybody may set up, between any bots, on any cards."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.text import capfirst

from accounts.models import User
from arena.game import Game, SeatsError
from arena.games import UnknownGame, find_game
from arena.options import OptionError
from bots.broker import LAST
from bots.leases import PLAYING, WAITING, from_now
from bots.models import Bot, Version
from matches.models import Match
from matches.services import TableRefused, schedule

DAY_S = 24 * 60 * 60
SHUFFLE_SEED = re.compile(r"[0-9A-Za-z_-]{1,64}")


class ChallengeRefused(ValueError):
    """Why a challenge was not set up, and what to do."""


class LimitReached(ChallengeRefused):
    """Too many challenges today, or too many under way."""


def challenge(
    *,
    by: User,
    game: str,
    bots: Sequence[str],
    options: Mapping[str, Any] | None = None,
    shuffle_seed: str = "",
) -> Match:
    """Schedule an unrated match of these bots, by name, in this order of seats.

    Their current versions play. Without a shuffle seed the cards are drawn at random. Raises
    ChallengeRefused (LimitReached).
    """
    try:
        rules = find_game(game)
    except UnknownGame as unknown:
        raise ChallengeRefused(f"{capfirst(str(unknown))}.") from unknown
    if shuffle_seed and not SHUFFLE_SEED.fullmatch(shuffle_seed):
        raise ChallengeRefused(
            "A shuffle seed has 1 to 64 letters, digits, dashes and underscores. Leave it out for "
            "random cards."
        )
    versions = [_version(rules, name) for name in bots]
    with transaction.atomic():
        User.objects.select_for_update().get(pk=by.pk)
        _check_limits(by)
        try:
            match = schedule(
                game=game,
                versions=versions,
                kind=Match.Kind.CHALLENGE,
                rated=False,
                options=options,
                shuffle_seed=shuffle_seed or None,
                priority=LAST,
                asked_by=by,
            )
        except (TableRefused, SeatsError, OptionError) as refused:
            text = capfirst(str(refused))
            raise ChallengeRefused(text if text.endswith(".") else f"{text}.") from refused
    return match


def _version(game: Game, name: str) -> Version:
    bot = Bot.objects.named(name).first()
    if bot is None:
        raise ChallengeRefused(f'There is no bot "{name}". The list of bots has every name.')
    plays = Bot.objects.playing_game(game.name).filter(pk=bot.pk)
    version = Version.objects.filter(pk__in=plays.values("current_version"))
    found = version.select_related("bot").first()
    if found is None:
        raise ChallengeRefused(
            f"{bot.name} can't be put at a table of {game.title} now: it is withdrawn, it rests, or "
            "it has not passed a trial of this game. Choose another bot."
        )
    return found


def _check_limits(by: User) -> None:
    asked = by.challenges.filter(created_at__gt=from_now(-DAY_S)).count()
    if asked >= settings.CHALLENGES_PER_DAY_MAX:
        raise LimitReached(
            f"You have set up {asked} challenges within 24 hours, as many as one person may. "
            "Try again later, or play at home: the command line plays the same matches."
        )
    under_way = by.challenges.filter(state__in=[WAITING, PLAYING]).count()
    if under_way >= settings.CHALLENGES_OPEN_MAX:
        raise LimitReached(
            f"{under_way} of your challenges are still to be played, as many as one person may have "
            "at a time. Wait for one of them."
        )
