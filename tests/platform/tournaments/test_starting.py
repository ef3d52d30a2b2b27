"""The start, by hand and by time, and the order of the entries."""

from datetime import timedelta

import pytest
from django.utils import timezone

from arena.formats.lots import draw_lots
from ladder.models import Ladder, Rating
from tournaments import entering, services, starting, tasks
from tournaments.models import StageEntry, Tournament
from tournaments.planning import StagePlan
from tournaments.refusals import TournamentRefused


def seeded(tournament: Tournament) -> list[str]:
    entries = tournament.entries.filter(seed__isnull=False).order_by("seed")
    return list(entries.values_list("bot__name", flat=True))


def due_now(tournament: Tournament) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(starts_at=timezone.now())


def test_too_few_entries_start_nothing(opened, organiser) -> None:
    tournament = opened(1)
    with pytest.raises(TournamentRefused, match="1 of its entries can play now"):
        starting.start(tournament, by=organiser)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.started_at) == ("open", None)
    assert tournament.entries.get().version is None


def test_started_again_it_stays_as_it_is(started) -> None:
    tournament = started(4)
    starting.start(tournament, by=tournament.organiser)
    assert StageEntry.objects.count() == 4
    assert tournament.log.filter(what="started").count() == 1


def test_it_starts_by_itself_at_its_time(opened) -> None:
    tournament = opened(4, starts_at=timezone.now() + timedelta(hours=1))
    tasks.sweep()
    tournament.refresh_from_db()
    assert tournament.state == "open"
    due_now(tournament)
    tasks.sweep()
    tournament.refresh_from_db()
    assert tournament.state == "running"
    assert tournament.stages.get().rounds.count() == 1
    assert tournament.log.get(what="started").by is None


def test_one_that_cannot_start_at_its_time_waits_for_its_organiser(opened, organiser, make_bot):
    tournament = opened(1, starts_at=timezone.now() + timedelta(hours=1))
    due_now(tournament)
    assert starting.start_due() == 0
    assert starting.start_due() == 0
    tournament.refresh_from_db()
    assert (tournament.state, tournament.starts_at) == ("open", None)
    assert "could not be started at its time. 1 of its entries" in tournament.trouble
    assert tournament.log.filter(what="put_off").count() == 1
    entering.enter(tournament, by=(late := make_bot("late")).owner, bot=late.name)
    starting.start(tournament, by=organiser)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.trouble) == ("running", "")


def test_one_that_cannot_start_does_not_keep_others_from_it(opened, draft, organiser) -> None:
    good = opened(4, starts_at=timezone.now() + timedelta(hours=1))
    bad = services.open_entry(draft(starts_at=timezone.now() + timedelta(hours=1)), by=organiser)
    due_now(good)
    due_now(bad)
    assert starting.start_due() == 1


def test_a_failure_of_ours_at_one_start_does_not_keep_others_from_it(opened, monkeypatch) -> None:
    good = opened(4, starts_at=timezone.now() + timedelta(hours=1))
    bad = services.open_entry(
        services.create(
            by=good.organiser, name="Bad", games=good.games, stages=[StagePlan(format="toy")]
        ),
        by=good.organiser,
    )
    due_now(bad)
    due_now(good)
    really = starting._start

    def failing(tournament: Tournament, *, by) -> None:  # type: ignore[no-untyped-def]
        if tournament.pk == bad.pk:
            raise RuntimeError("a mistake of ours")
        really(tournament, by=by)

    monkeypatch.setattr(starting, "_start", failing)
    tasks.sweep()
    good.refresh_from_db()
    bad.refresh_from_db()
    assert (good.state, bad.state) == ("running", "open")
    assert bad.starts_at is not None


def test_stages_that_so_few_cannot_play_are_refused_at_the_start(opened, organiser) -> None:
    tournament = opened(3, games=["convoy"])
    services.edit(tournament, by=organiser, stages=[StagePlan(format="toy", table_size=4)])
    tournament.organiser.refresh_from_db()
    starting.start(tournament, by=organiser)
    # Three can't fill a table of four: the toy gives all of them byes, a real format refuses.
    assert tournament.entries.count() == 3


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_start_it_once(opened, at_once) -> None:
    tournament = opened(4, starts_at=timezone.now() + timedelta(hours=1))
    due_now(tournament)
    assert sum(at_once(2, starting.start_due)) == 1
    assert StageEntry.objects.count() == 4
    assert tournament.log.filter(what="started").count() == 1


def test_the_stronger_on_the_ladders_are_seeded_first_and_the_unrated_last(
    opened, organiser
) -> None:
    tournament = opened(4)
    Ladder.objects.create(game="davy-crockett", bots=3, estimates_total=4500.0)
    for name, estimate in (("bot2", 1400.0), ("bot4", 1600.0), ("bot3", 1500.0)):
        bot = tournament.entries.get(bot__name=name).bot
        Rating.objects.create(
            bot=bot,
            game="davy-crockett",
            estimate=estimate,
            provisional_left=0,
            version=bot.current_version,
        )
    starting.start(tournament, by=organiser)
    assert seeded(tournament) == ["bot4", "bot3", "bot2", "bot1"]


def test_seeding_by_lot_can_be_checked_from_the_published_seed(opened, organiser) -> None:
    tournament = opened(8, seeding="lot")
    starting.start(tournament, by=organiser)
    names = [f"bot{number}" for number in range(1, 9)]
    lots = draw_lots([f"seeding/{name}" for name in names], seed=tournament.lot_seed)
    assert seeded(tournament) == [name for _, name in sorted(zip(lots, names, strict=True))]
