"""What an author would do well to do next, the most urgent first."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.http import urlencode

from arena.games import all_games
from bots.models import Bot, Trial, Version
from tournaments.models import Tournament

STEPS_SHOWN = 5


@dataclass(frozen=True)
class Step:
    """text: why; label and address: the button that does it."""

    text: str
    label: str
    address: str


def next_steps(bots: Sequence[Any], tournaments: Iterable[Tournament]) -> list[Step]:
    """For bots with their newest version as `latest`, and tournaments that can be entered."""
    in_play = [bot for bot in bots if not bot.withdrawn_at]
    steps = [step for bot in in_play for step in _about(bot, bot.latest[0])]
    steps += [
        Step(f"{one.name} is open for entry.", "Look at it", one.get_absolute_url())
        for one in tournaments
    ]
    if any(bot.current_version for bot in in_play):
        steps.append(
            Step(
                "See what your bot does against bots of your choice, on cards of your choice.",
                "Set up a challenge",
                f"{reverse('challenge-index')}?{urlencode({'bot': in_play[0].name})}",
            )
        )
    return steps[:STEPS_SHOWN]


def _about(bot: Bot, latest: Version) -> Iterable[Step]:
    page = reverse("version", args=[bot.name, latest.number])
    name = f"{bot.name} version {latest.number}"
    if latest.state == Version.State.REFUSED:
        yield Step(f"{name} passed no trial.", "Read why", page)
    elif latest.state == Version.State.RESTING:
        yield Step(f"{name} rests after three faulty matches in a row.", "Read why", page)
    elif latest.state == Version.State.WAITING:
        yield Step(f"{name} has its trial now.", "Follow it", page)
    else:
        yield from _about_games(bot, latest)


def _about_games(bot: Bot, latest: Version) -> Iterable[Step]:
    trials = list(latest.trials.all())
    failed = [one.game for one in trials if one.state == Trial.State.FAILED]
    missing = [title for game, title in _titles().items() if game not in {t.game for t in trials}]
    if failed:
        titles = ", ".join(_titles().get(game, game) for game in failed)
        yield Step(
            f"{bot.name} failed its trial in {titles}.",
            "Read why",
            reverse("version", args=[bot.name, latest.number]),
        )
    elif missing:
        yield Step(
            f"{bot.name} doesn't play {', '.join(missing)} yet; only bots of every game are on the "
            "all-round ladder.",
            "Submit a version that does",
            reverse("bot-submit", args=[bot.name]),
        )


def _titles() -> dict[str, str]:
    return {name: game.title for name, game in all_games().items()}
