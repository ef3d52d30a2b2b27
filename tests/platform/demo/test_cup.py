"""The demo's tournament runs to its end as planned, and is made once."""

import pytest
from django.utils import timezone

from accounts.services import house_account
from arena.games import all_games
from arena.house import house_bots
from bots.models import Bot, Version
from demo import cup
from demo.house import author_account
from demo.variants import VARIANTS
from matches.models import Match
from tests.platform.tournaments import stand_in
from tournaments.advancing import advance
from tournaments.models import Tournament

NAMES = [bot.name for bot in house_bots()] + [variant.name for variant in VARIANTS]


@pytest.fixture(autouse=True)
def _everybody_is_accepted(sent, db, monkeypatch) -> None:
    owners = {bot.name: house_account(bot.name) for bot in house_bots()}
    owners |= {variant.name: author_account(variant.author) for variant in VARIANTS}
    for name, owner in owners.items():
        bot = Bot.objects.create(owner=owner, name=name)
        version = Version.objects.create(
            bot=bot, number=1, digest=name, file="none", size_bytes=1, state="accepted"
        )
        for game in all_games():
            version.trials.create(game=game, state="passed", finished_at=timezone.now())
        Bot.objects.filter(pk=bot.pk).update(current_version=version)
    monkeypatch.setattr(stand_in, "strength", lambda name: -NAMES.index(name))


def play_on(tournament: Tournament) -> int:
    matches = 0
    advance(tournament.pk)
    while due := Match.objects.due().filter(kind=Match.Kind.TOURNAMENT).first():
        assert stand_in.finish(due.pk)
        matches += 1
        advance(tournament.pk)
    tournament.refresh_from_db()
    return matches


@pytest.mark.parametrize("entries", [len(NAMES), 8, 4])
def test_it_runs_to_its_end_with_as_many_matches_as_planned(entries):
    tournament = cup.begin(entries=entries)
    planned = cup.planned(tournament)
    assert cup.where(tournament) == ""
    assert play_on(tournament) == planned == cup.played(tournament)
    assert tournament.state in cup.ENDED
    assert cup.where(tournament) == "Heats, Final"
    lines = list(cup.result(tournament))
    assert len(lines) == entries
    assert lines[0].split()[:2] == ["1.", NAMES[0]]


def test_house_bots_are_entered_by_the_organiser_and_variants_by_their_authors():
    tournament = cup.begin(entries=len(NAMES))
    entered = tournament.entries.values_list("bot__name", "entered_by__username")
    assert dict(entered) == {bot.name: cup.ORGANISER for bot in house_bots()} | {
        variant.name: variant.author for variant in VARIANTS
    }
    assert tournament.games == list(all_games())


def test_a_second_demo_goes_on_with_the_tournament_of_the_first():
    first = cup.begin(entries=4)
    assert cup.begin(entries=12) == first
    play_on(first)
    assert cup.begin(entries=12) == first
    assert Tournament.objects.count() == 1


def test_a_tournament_that_an_earlier_demo_left_unstarted_is_started(monkeypatch):
    class Killed(Exception):
        pass

    def be_killed(tournament, *, by):
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(cup, "start", be_killed)
        with pytest.raises(Killed):
            cup.begin(entries=4)
    begun = Tournament.objects.get()
    assert begun.state == "open"
    begun.entries.first().delete()
    assert cup.begin(entries=4) == begun
    assert Tournament.objects.get().state == "running"
    assert begun.entries.count() == 4


def test_a_bot_that_failed_its_trial_stays_out():
    Version.objects.get(bot__name="lost").trials.filter(game="convoy").update(
        state="failed", fault="crash"
    )
    tournament = cup.begin(entries=len(NAMES))
    assert tournament.entries.count() == len(NAMES) - 1
    play_on(tournament)
    assert tournament.state == "finished"
