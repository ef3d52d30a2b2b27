"""Bots without code, accepted for whatever games are named."""

from collections.abc import Sequence

from django.utils import timezone

from accounts.models import User
from bots.models import Bot, Version
from tournaments.models import Entry, Tournament

GAME = "davy-crockett"


def made_bot(owner: User, name: str, games: Sequence[str] = (GAME,)) -> Bot:
    bot = Bot.objects.create(owner=owner, name=name)
    new_version(bot, games)
    return bot


def new_version(bot: Bot, games: Sequence[str] = (GAME,), state: str = "passed") -> Version:
    """Its next version, with a trial of each game that ended in this state."""
    version = Version.objects.create(
        bot=bot,
        number=bot.versions.count() + 1,
        digest=f"{bot.pk:064x}",
        file="versions/none.zip",
        filename="bot.py",
        size_bytes=1,
        state=Version.State.ACCEPTED,
    )
    for game in games:
        fault = "crash" if state == "failed" else ""
        version.trials.create(game=game, state=state, fault=fault, finished_at=timezone.now())
    Bot.objects.filter(pk=bot.pk).update(current_version=version)
    return version


def ranking(tournament: Tournament) -> list[str]:
    """Names of bots in the order in which they came in the whole tournament."""
    entries = Entry.objects.filter(tournament=tournament, rank__isnull=False).order_by("rank")
    return [entry.bot.name for entry in entries.select_related("bot")]
