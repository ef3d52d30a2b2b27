"""What makes a tournament run by itself, whatever happens meanwhile."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from bots.broker import SOON
from matches.models import Attempt, Match
from tests.platform.tournaments import stand_in
from tests.platform.tournaments.cast import ranking
from tournaments import advancing, entering, rulings, services, starting, tables, tasks
from tournaments.advancing import advance
from tournaments.models import Round, Seat, Stage, Table, TableMatch, Tournament
from tournaments.planning import StagePlan

TWO_STAGES = (
    StagePlan(format="toy", options={"rounds": 2}),
    StagePlan(format="toy", options={"rounds": 1}, comes_in=4),
)


def drop(match: Match) -> None:
    """As after the last attempt."""
    Match.objects.filter(pk=match.pk).update(state="dropped")
    Attempt.objects.filter(match=match).update(ended_at=timezone.now())


def test_a_finished_match_moves_its_tournament_on(started) -> None:
    tournament = started(2)
    tasks.advance(tournament.pk)
    match = Match.objects.get()
    stand_in.finish(match.pk)
    tasks.advance_for_match(match.pk)
    assert Round.objects.count() == 2


def test_the_workers_are_told_when_to_advance(started, sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        tournament = started(2)
    assert ("tournaments.advance", (tournament.pk,)) in sent
    with django_capture_on_commit_callbacks(execute=True):
        advance(tournament.pk)
    match = Match.objects.get()
    with django_capture_on_commit_callbacks(execute=True):
        stand_in.finish(match.pk)
    assert ("tournaments.advance_for_match", (match.pk,)) in sent


def test_the_best_of_a_stage_come_into_the_next(started, play_on) -> None:
    tournament = started(8, *TWO_STAGES)
    play_on(tournament)
    first, second = Stage.objects.order_by("number")
    assert first.stage_entries.count() == 8
    came = [row.entry_id for row in first.stage_entries.order_by("rank")[:4]]
    assert [row.entry_id for row in second.stage_entries.order_by("seed")] == came
    assert len(ranking(tournament)) == 8
    order = list(second.stage_entries.order_by("rank").values_list("entry__bot__name", flat=True))
    assert ranking(tournament)[:4] == order


def test_who_went_out_does_not_come_into_the_next_stage(started, play_on) -> None:
    tournament = started(8, *TWO_STAGES)
    play_on(tournament, matches=4)
    entry = tournament.entries.get(bot__name="bot1")
    entering.withdraw(entry, by=entry.bot.owner)
    play_on(tournament)
    coming = Stage.objects.get(number=1).stage_entries.values_list("entry__bot__name", flat=True)
    assert len(coming) == 4
    assert "bot1" not in coming


def test_a_tournament_that_too_few_are_left_for_ends_with_the_stage_before(
    started, play_on
) -> None:
    tournament = started(4, *TWO_STAGES)
    advance(tournament.pk)
    for entry in tournament.entries.exclude(bot__name="bot4"):
        entering.withdraw(entry, by=entry.bot.owner)
    play_on(tournament)
    assert tournament.state == "finished"
    assert tournament.log.filter(what="cut_short").count() == 1
    assert len(ranking(tournament)) == 4


def test_a_faulty_bot_comes_last_at_its_table(started, play_on) -> None:
    tournament = started(2, StagePlan(format="toy", options={"rounds": 1}))
    play_on(tournament, faulty=("bot1",))
    points = dict(Seat.objects.values_list("entry__bot__name", "points"))
    assert points == {"bot1": 0, "bot2": 1}


def test_its_matches_go_before_the_ladders_and_only_so_many_wait(started, settings) -> None:
    settings.TOURNAMENT_QUEUE_MAX = 3
    tournament = started(16)
    advance(tournament.pk)
    assert Match.objects.count() == 3
    assert {match.priority for match in Match.objects.all()} == {SOON}
    first = Match.objects.earliest("pk")
    stand_in.finish(first.pk)
    advance(tournament.pk)
    assert Match.objects.filter(state="waiting").count() == 3
    assert Match.objects.count() == 4


def test_a_pause_lets_what_waits_be_played_and_begins_nothing(started, play_on) -> None:
    tournament = started(4)
    advance(tournament.pk)
    services.pause(tournament, by=tournament.organiser)
    assert play_on(tournament) == 2
    assert (tournament.state, Round.objects.count()) == ("paused", 1)
    assert not Table.objects.filter(how="").exists()
    services.resume(tournament, by=tournament.organiser)
    play_on(tournament)
    assert tournament.state == "finished"


def test_a_cancelled_tournament_plays_no_more(started, play_on) -> None:
    tournament = started(4)
    advance(tournament.pk)
    services.cancel(tournament, by=tournament.organiser, reason="The hall is closed.")
    assert play_on(tournament) == 0
    assert tournament.state == "cancelled"
    assert {match.state for match in Match.objects.all()} == {"dropped"}
    assert advance(tournament.pk) == 0


@pytest.mark.parametrize("end", ["award", "replay", "cancel"])
def test_what_comes_back_to_the_queue_and_counts_no_more_is_not_played(started, end) -> None:
    """The worker of a match is stopped after its table was ruled on, and hands the match back."""
    tournament = started(4)
    advance(tournament.pk)
    match, other = Match.objects.order_by("pk")
    attempt = stand_in.services.claim(match.pk)
    table, by = match.table_match.table, tournament.organiser
    if end == "award":
        rulings.award(table, by=by, places=[1, 2], reason="The power failed.")
    elif end == "replay":
        rulings.replay(table, by=by, reason="The power failed.")
    else:
        services.cancel(tournament, by=by, reason="The hall is closed.")
    stand_in.services.hand_back(attempt)
    tasks.sweep()
    match.refresh_from_db()
    other.refresh_from_db()
    assert match.state == "dropped"
    assert other.state == ("dropped" if end == "cancel" else "waiting")
    assert Match.objects.filter(state="waiting").count() == {"award": 1, "replay": 2}.get(end, 0)


def test_a_dropped_match_is_put_back_after_a_while(started, play_on) -> None:
    tournament = started(2)
    advance(tournament.pk)
    match = Match.objects.get()
    stand_in.services.claim(match.pk)
    Match.objects.update(attempt_token="", lease_until=None, state="waiting")
    drop(match)
    assert advance(tournament.pk) == 0
    Attempt.objects.update(ended_at=timezone.now() - tables.PUT_BACK_AFTER[0])
    assert advance(tournament.pk) == 1
    assert Match.objects.get().state == "waiting"
    assert TableMatch.objects.get().tries == 1
    assert "time 1 of 3" in tournament.log.get(what="put_back").text
    assert play_on(tournament) == 3


def test_what_can_never_be_played_is_a_tie_that_the_organiser_sees(
    started, play_on, monkeypatch
) -> None:
    monkeypatch.setattr(tables, "PUT_BACK_AFTER", (timedelta(0), timedelta(0)))
    tournament = started(2, StagePlan(format="toy", options={"rounds": 1}))
    advance(tournament.pk)
    match = Match.objects.get()
    for _ in range(3):
        drop(match)
        advance(tournament.pk)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    table = Table.objects.get()
    assert table.how == "by_rule"
    assert [seat.points for seat in table.seats.all()] == [0.5, 0.5]
    assert f"match {match.pk}" in tournament.log.get(what="by_rule").text
    assert tournament.log.filter(what="put_back").count() == 2


def test_one_that_fails_does_not_keep_the_others_from_going_on(
    started, draft, monkeypatch, make_bot
) -> None:
    bad = started(2)
    good = services.open_entry(draft(name="Good"), by=bad.organiser)
    for number in (3, 4):
        bot = make_bot(f"bot{number}")
        entering.enter(good, by=bot.owner, bot=bot.name)
    advancing_step = advancing.step

    def step(tournament_id: int) -> bool:
        if tournament_id == bad.pk:
            raise RuntimeError("a mistake of ours")
        return advancing_step(tournament_id)

    starting.start(good, by=good.organiser)
    with monkeypatch.context() as patched:
        patched.setattr(advancing, "step", step)
        advancing.sweep()
    bad.refresh_from_db()
    assert "for a failure of the platform" in bad.trouble
    assert Match.objects.count() == 1
    advancing.sweep()
    bad.refresh_from_db()
    assert bad.trouble == ""
    assert Match.objects.count() == 2


def test_a_table_that_must_be_decided_is_played_until_it_is(started, play_on) -> None:
    tournament = started(2, StagePlan(format="knockout"), repeats_max=20)
    played = play_on(tournament)
    table = Table.objects.get()
    assert 5 < played == table.repeats < 20
    assert [seat.points for seat in table.seats.order_by("entry__seed")] == [1, 0]
    assert TableMatch.objects.count() == played


def test_a_table_that_cannot_be_decided_ends_at_the_bound(started, play_on) -> None:
    tournament = started(2, StagePlan(format="knockout"), repeats_max=3)
    assert play_on(tournament, faulty=("bot1", "bot2")) == 3
    assert [seat.points for seat in Table.objects.get().seats.all()] == [0.5, 0.5]
    assert tournament.state == "finished"


def test_a_small_heat_is_decided_by_who_goes_on_of_it(started, play_on) -> None:
    """Three go on of a table, but two of one that has three: that one is played again as well."""
    heats = StagePlan(format="heats", table_size=4, options={"go_on": 3})
    tournament = started(7, heats, repeats_max=2)
    play_on(tournament, matches=4)
    first = Table.objects.filter(round__number=0).order_by("number")
    assert [(table.seats.count(), table.repeats, table.how) for table in first] == [
        (4, 2, "played"),
        (3, 2, "played"),
    ]


class Crash(Exception):
    """The process was killed just before a write to the database."""


class CrashAtWrite:
    """An execute wrapper that fails at the n-th change of the database."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if sql.startswith(("INSERT", "UPDATE", "DELETE")):
            self.left -= 1
            if self.left == 0:
                raise Crash
        return execute(sql, params, many, context)


def crash_at_every_write(tournament_id: int) -> tuple[bool, int]:
    """Take one step, after it crashed before each of its writes; whether it did anything, and crashes."""
    crashes = 0
    while True:
        try:
            with connection.execute_wrapper(CrashAtWrite(crashes + 1)):
                return advancing.step(tournament_id), crashes
        except Crash:
            crashes += 1


def facts(tournament: Tournament) -> list:
    seats = Seat.objects.filter(round__stage__tournament=tournament).order_by("pk")
    matches = TableMatch.objects.filter(table__round__stage__tournament=tournament)
    return [
        list(seats.values_list("round__name", "table__number", "entry__bot__name", "points")),
        list(matches.order_by("pk").values_list("table__number", "game", "repeat")),
        ranking(tournament),
    ]


def run(tournament: Tournament, step, *, order: str) -> int:  # type: ignore[no-untyped-def]
    """Play a tournament to its end by these steps; returns the crashes. `order`: of the matches."""
    crashes = 0
    while tournament.state != "finished":
        did = True
        while did:
            did, more = step(tournament.pk)
            crashes += more
        if match := Match.objects.due().order_by(order).first():
            stand_in.finish(match.pk)
        tournament.refresh_from_db()
    return crashes


def test_neither_a_crash_before_any_write_nor_the_order_of_the_matches_changes_anything(
    started, draft
) -> None:
    games = ["davy-crockett", "dan-dare"]
    stages = [
        StagePlan(format="swiss", options={"rounds": 1}),
        StagePlan(format="knockout", comes_in=2),
    ]
    smooth = started(3, *stages, games=games)
    rough = services.open_entry(draft(*stages, games=games, seeding="entry"), by=smooth.organiser)
    for entry in smooth.entries.select_related("bot__owner"):
        entering.enter(rough, by=entry.entered_by, bot=entry.bot.name)
    starting.start(rough, by=rough.organiser)
    Tournament.objects.update(lot_seed="00")
    assert run(smooth, lambda pk: (advancing.step(pk), 0), order="pk") == 0
    assert run(rough, crash_at_every_write, order="-pk") > 30
    assert facts(rough) == facts(smooth)


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_at_once_take_turns(started, at_once) -> None:
    tournament = started(4, StagePlan(format="toy", options={"rounds": 2}))
    for _ in range(3):
        at_once(2, lambda: advance(tournament.pk))
        for match in Match.objects.due():
            stand_in.finish(match.pk)
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert Match.objects.count() == TableMatch.objects.count() == 2 * 2
    assert Round.objects.count() == 2
