"""A tournament's cast: bots without code, whose matches end by `stand_in.finish`."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from arena.formats import FORMATS
from bots.models import Bot, Version
from matches.models import Match
from tests.platform.tournaments import stand_in
from tests.platform.tournaments.toy_format import Toy
from tournaments import entering, services, starting
from tournaments.advancing import advance
from tournaments.models import Entry, Tournament
from tournaments.planning import StagePlan

GAME = "davy-crockett"


@pytest.fixture(autouse=True)
def _toy_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(FORMATS, "toy", Toy)


@pytest.fixture
def organiser(person) -> User:
    return person("olga")


@pytest.fixture
def make_bot(person) -> Callable[..., Bot]:
    """A function that makes an accepted bot, of an owner of its own unless one is named."""

    def make(name: str, *, owner: User | None = None, games: Sequence[str] = (GAME,)) -> Bot:
        bot = Bot.objects.create(owner=owner or person(f"owner-of-{name}"), name=name)
        new_version(bot, games)
        return bot

    return make


def new_version(bot: Bot, games: Sequence[str] = (GAME,), state: str = "passed") -> Version:
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


@pytest.fixture
def draft(organiser: User) -> Callable[..., Tournament]:
    """A function that makes a draft; by default of the toy format, in one game."""

    def make(*stages: StagePlan, **facts: Any) -> Tournament:
        facts = {"name": "Cup", "games": [GAME], "capacity": 64, "by": organiser} | facts
        return services.create(stages=stages or (StagePlan(format="toy"),), **facts)

    return make


@pytest.fixture
def opened(draft, make_bot) -> Callable[..., Tournament]:
    """A function that opens a tournament with so many entries: bot1, the strongest, bot2 ..."""

    def make(entries: int, *stages: StagePlan, **facts: Any) -> Tournament:
        tournament = services.open_entry(
            draft(*stages, **facts), by=facts.get("by") or User.objects.get(username="olga")
        )
        for number in range(1, entries + 1):
            bot = make_bot(f"bot{number}", games=tournament.games)
            entering.enter(tournament, by=bot.owner, bot=bot.name, invitation=tournament.invitation)
        return tournament

    return make


@pytest.fixture
def started(opened) -> Callable[..., Tournament]:
    """A function that starts a tournament with so many entries, seeded in the order of entry."""

    def make(entries: int, *stages: StagePlan, **facts: Any) -> Tournament:
        tournament = opened(entries, *stages, **({"seeding": "entry"} | facts))
        starting.start(tournament, by=tournament.organiser)
        tournament.refresh_from_db()
        return tournament

    return make


@pytest.fixture
def play_on() -> Callable[..., int]:
    """A function that plays a tournament on until nothing is left to do; returns the matches."""

    def play(tournament: Tournament, *, matches: int = 10_000, **how: Any) -> int:
        played = 0
        advance(tournament.pk)
        while played < matches:
            due = Match.objects.due().filter(kind=Match.Kind.TOURNAMENT).first()
            if due is None:
                break
            assert stand_in.finish(due.pk, **how)
            played += 1
            advance(tournament.pk)
        tournament.refresh_from_db()
        return played

    return play


def ranking(tournament: Tournament) -> list[str]:
    entries = Entry.objects.filter(tournament=tournament, rank__isnull=False).order_by("rank")
    return [entry.bot.name for entry in entries.select_related("bot")]
