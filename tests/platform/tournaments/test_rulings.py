"""Replaying and awarding tables: by the organiser and staff, with a reason, while it can still matter."""

import pytest

from matches.models import Match
from tests.platform.tournaments import stand_in
from tests.platform.tournaments.cast import ranking
from tournaments import rulings, services
from tournaments.advancing import advance
from tournaments.models import Round, Table, TableMatch
from tournaments.planning import StagePlan
from tournaments.refusals import NotAllowed, TournamentRefused

KNOCKOUT = StagePlan(format="knockout", options={"third_place": "no"})
SWISS = StagePlan(format="swiss", options={"rounds": 2})
WHY = "The power failed."


def points(table: Table) -> dict[str, float]:
    return {seat.entry.bot.name: float(seat.points) for seat in table.seats.all()}


def test_a_table_is_awarded_before_it_is_played(started, play_on) -> None:
    tournament = started(4, KNOCKOUT)
    advance(tournament.pk)
    table = Table.objects.first()
    loser = table.seats.first().entry.bot.name
    rulings.award(table, by=tournament.organiser, places=[2, 1], reason=WHY)
    table.refresh_from_db()
    assert table.how == "awarded"
    assert points(table)[loser] == 0
    assert Match.objects.get(table_match__table=table).state == "dropped"
    play_on(tournament)
    assert tournament.state == "finished"
    assert loser not in ranking(tournament)[:2]
    line = tournament.log.get(what="awarded")
    assert (line.by, line.table, WHY in line.text) == (tournament.organiser, table, True)


def test_the_result_of_the_last_round_can_be_awarded_when_all_is_over(started, play_on) -> None:
    tournament = started(4, KNOCKOUT)
    play_on(tournament)
    final = Table.objects.get(label="Final")
    second = ranking(tournament)[1]
    places = [1 if seat.entry.bot.name == second else 2 for seat in final.seats.all()]
    rulings.award(final, by=tournament.organiser, places=places, reason="The first one cheated.")
    tournament.refresh_from_db()
    assert tournament.state == "finished"
    assert ranking(tournament)[0] == second


def test_in_a_bracket_a_table_is_final_once_its_winner_plays_on(started, play_on) -> None:
    tournament = started(4, KNOCKOUT)
    play_on(tournament, matches=2)
    assert Round.objects.count() == 2
    first = Table.objects.filter(round__number=0).first()
    with pytest.raises(TournamentRefused, match="has begun with its winners"):
        rulings.award(first, by=tournament.organiser, places=[1, 2], reason=WHY)
    with pytest.raises(TournamentRefused, match="Award it instead"):
        rulings.replay(first, by=tournament.organiser, reason=WHY)


def test_outside_brackets_an_earlier_table_can_still_be_awarded(started, play_on) -> None:
    tournament = started(4, SWISS)
    play_on(tournament, matches=2)
    first = Table.objects.filter(round__number=0).first()
    rulings.award(first, by=tournament.organiser, places=[1, 1], reason=WHY)
    assert set(points(first).values()) == {0.5}
    play_on(tournament)
    assert tournament.state == "finished"


def test_nothing_is_ruled_once_the_next_stage_has_begun(started, play_on) -> None:
    tournament = started(4, SWISS, StagePlan(format="knockout", comes_in=2))
    play_on(tournament, matches=4)
    table = Table.objects.filter(round__number=1, round__stage__number=0).first()
    for rule in (
        lambda: rulings.award(table, by=tournament.organiser, places=[1, 2], reason=WHY),
        lambda: rulings.replay(table, by=tournament.organiser, reason=WHY),
    ):
        with pytest.raises(TournamentRefused, match="next stage has begun"):
            rule()


def test_a_replayed_table_is_played_anew_and_its_past_counts_no_more(started, play_on) -> None:
    tournament = started(2, KNOCKOUT)
    play_on(tournament)
    assert ranking(tournament) == ["bot1", "bot2"]
    table = Table.objects.get()
    rulings.replay(table, by=tournament.organiser, reason=WHY)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.finished_at) == ("running", None)
    assert ranking(tournament) == []
    play_on(tournament, faulty=("bot1",))
    assert tournament.state == "finished"
    assert ranking(tournament) == ["bot2", "bot1"]
    assert list(TableMatch.objects.values_list("repeat", flat=True)) == [0, 1]
    assert tournament.log.filter(what="replayed").count() == 1


def test_a_replay_takes_what_was_not_played_yet_out_of_the_queue(started, play_on) -> None:
    tournament = started(2, KNOCKOUT, games=["davy-crockett", "dan-dare"])
    advance(tournament.pk)
    stand_in.finish(Match.objects.earliest("pk").pk)
    rulings.replay(Table.objects.get(), by=tournament.organiser, reason=WHY)
    assert play_on(tournament) == 2
    assert tournament.state == "finished"
    assert points(Table.objects.get()) == {"bot1": 2, "bot2": 0}


def test_only_the_organiser_and_staff_rule_and_only_with_a_reason(started, bob, staff) -> None:
    tournament = started(2, KNOCKOUT)
    advance(tournament.pk)
    table = Table.objects.get()
    with pytest.raises(NotAllowed):
        rulings.award(table, by=bob, places=[1, 2], reason=WHY)
    with pytest.raises(NotAllowed):
        rulings.replay(table, by=bob, reason=WHY)
    with pytest.raises(TournamentRefused, match="Give a reason"):
        rulings.replay(table, by=staff, reason="")
    with pytest.raises(TournamentRefused, match="Give 2 places"):
        rulings.award(table, by=staff, places=[1, 2, 3], reason=WHY)
    with pytest.raises(TournamentRefused, match="from 1 to 2"):
        rulings.award(table, by=staff, places=[0, 3], reason=WHY)
    rulings.award(table, by=staff, places=[2, 1], reason=WHY)


def test_a_cancelled_tournament_is_ruled_on_no_more(started, staff) -> None:
    tournament = started(2, KNOCKOUT)
    advance(tournament.pk)
    services.cancel(tournament, by=staff, reason=WHY)
    with pytest.raises(TournamentRefused, match="was cancelled"):
        rulings.replay(Table.objects.get(), by=staff, reason=WHY)


def test_an_award_that_asks_for_a_second_grand_final_lets_the_tournament_go_on(
    started, play_on
) -> None:
    tournament = started(4, StagePlan(format="double_knockout"))
    play_on(tournament)
    assert ranking(tournament)[0] == "bot1"
    grand = Table.objects.get(label="Grand final")
    places = [2 if seat.entry.bot.name == "bot1" else 1 for seat in grand.seats.all()]
    rulings.award(grand, by=tournament.organiser, places=places, reason=WHY)
    tournament.refresh_from_db()
    assert (tournament.state, ranking(tournament)) == ("running", [])
    assert play_on(tournament) == 1
    assert Table.objects.filter(label="Second grand final").count() == 1
    assert (tournament.state, ranking(tournament)[0]) == ("finished", "bot1")
