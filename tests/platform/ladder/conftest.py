"""Finished matches without playing them: for tests of what the ladder makes of results."""

from collections.abc import Callable, Sequence

import pytest
from django.utils import timezone

from bots.models import Bot, Version
from matches.models import Entrant, Match

GAME = "davy-crockett"


@pytest.fixture
def bots(person) -> Callable[[int], list[Version]]:
    """A function that makes so many accepted bots, each of another owner."""

    def make(count: int) -> list[Version]:
        versions = []
        for number in range(1, count + 1):
            bot = Bot.objects.create(owner=person(f"person{number}"), name=f"bot{number}")
            versions.append(new_version(bot))
        return versions

    return make


def new_version(bot: Bot) -> Version:
    version = Version.objects.create(
        bot=bot,
        number=bot.versions.count() + 1,
        digest=f"{bot.pk:064x}",
        file="versions/none.zip",
        filename="bot.py",
        size_bytes=1,
        state=Version.State.ACCEPTED,
    )
    version.trials.create(game=GAME, state="passed", finished_at=timezone.now())
    bot.current_version = version
    bot.save(update_fields=["current_version"])
    return version


@pytest.fixture
def next_version() -> Callable[[Bot], Version]:
    """A function that gives a bot another accepted version."""
    return new_version


@pytest.fixture
def finished() -> Callable[..., Match]:
    """A function that stores a finished match: `places`, one per version."""

    def make(
        versions: Sequence[Version], places: Sequence[int], *, rated: bool = True, **facts: object
    ) -> Match:
        match = Match.objects.create(
            **{
                "game": GAME,
                "kind": Match.Kind.LADDER if rated else Match.Kind.CHALLENGE,
                "rated": rated,
                "state": Match.State.FINISHED,
                "finished_at": timezone.now(),
                "shuffle_seed": "00",
                "salt": "00",
                "commitment": "00",
            }
            | facts
        )
        Entrant.objects.bulk_create(
            Entrant(
                match=match,
                index=index,
                bot_id=version.bot_id,
                version=version,
                place=place,
                score=0,
            )
            for index, (version, place) in enumerate(zip(versions, places, strict=True))
        )
        return match

    return make
