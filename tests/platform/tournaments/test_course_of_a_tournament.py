"""A tournament from its draft to its end, with matches that are finished by a stand-in."""

from fractions import Fraction

from matches.models import Match
from tests.platform.tournaments.cast import ranking
from tournaments.advancing import advance
from tournaments.models import Round, Seat, TableMatch
from tournaments.planning import StagePlan

BOTH = ["davy-crockett", "convoy"]


def test_a_started_tournament_runs_to_its_end_by_itself(started, play_on) -> None:
    tournament = started(4)
    assert play_on(tournament) == 3 * 2
    assert tournament.state == "finished"
    assert tournament.finished_at is not None
    assert ranking(tournament)[0] == "bot1"
    assert [row.name for row in Round.objects.all()] == ["Round 1", "Round 2", "Round 3"]


def test_each_round_begins_when_the_last_has_ended(started, play_on) -> None:
    tournament = started(4)
    assert play_on(tournament, matches=1) == 1
    assert Round.objects.count() == 1
    play_on(tournament, matches=1)
    assert Round.objects.count() == 2
    assert Round.objects.get(number=0).ended_at is not None


def test_every_pairing_is_played_in_each_game_and_the_points_are_added_up(started, play_on) -> None:
    tournament = started(4, StagePlan(format="toy", options={"rounds": 1}), games=BOTH)
    play_on(tournament)
    matches = list(TableMatch.objects.values_list("table", "game"))
    assert len(set(matches)) == len(matches) == 2
    table = TableMatch.objects.first().table
    # Convoy needs four: one table of four, and the best of it beats three others in both games.
    points = {seat.entry.bot.name: seat.points for seat in table.seats.all()}
    assert points == {"bot1": 2, "bot2": Fraction(4, 3), "bot3": Fraction(2, 3), "bot4": 0}
    assert {match.kind for match in Match.objects.all()} == {"tournament"}
    assert not Match.objects.filter(rated=True).exists()


def test_asked_again_it_does_nothing_more(started, play_on) -> None:
    tournament = started(4)
    assert advance(tournament.pk) > 0
    assert advance(tournament.pk) == 0
    before = Match.objects.count(), Seat.objects.count()
    assert advance(tournament.pk) == 0
    assert (Match.objects.count(), Seat.objects.count()) == before
    play_on(tournament)
    assert advance(tournament.pk) == 0
