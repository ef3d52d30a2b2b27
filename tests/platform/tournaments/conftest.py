"""A tournament's cast: bots without code, whose matches end by `stand_in.finish`."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from accounts.models import User
from arena.formats import FORMATS
from bots.models import Bot
from matches.models import Match
from tests.platform.tournaments import stand_in
from tests.platform.tournaments.cast import GAME, made_bot
from tests.platform.tournaments.toy_format import Toy
from tournaments import entering, services, starting
from tournaments.advancing import advance
from tournaments.models import Tournament
from tournaments.planning import StagePlan


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
        return made_bot(owner or person(f"owner-of-{name}"), name, games)

    return make


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
