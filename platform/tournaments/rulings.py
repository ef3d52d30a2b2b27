"""What the organiser and staff decide about a table, with a reason that the log keeps."""

from collections.abc import Sequence
from fractions import Fraction

from django.db import transaction

from accounts.models import User
from arena.formats import find_format
from arena.formats.contract import TableResult
from arena.formats.points import points_from_places
from matches.models import Match
from matches.services import call_off
from tournaments.advancing import write_final_ranks, write_ranks
from tournaments.changes import go_on_soon, note
from tournaments.course import course_of
from tournaments.models import Round, Stage, Table, Tournament, TournamentLog
from tournaments.refusals import TournamentRefused
from tournaments.services import locked_by_runner
from tournaments.tables import set_result

What = TournamentLog.What
State = Tournament.State


@transaction.atomic
def award(table: Table, *, by: User, places: Sequence[int], reason: str) -> Table:
    """Give a table the result of these places, one per seat, 1 being the best and equals ties.

    Possible until something was made of the table's result: see `_check_later_rounds`. What of it
    is still to be played is called off. If the stage had ended and the new result asks for another
    round, such as a second grand final, it goes on.
    """
    found, stage = _locked_table(table, by=by, reason=reason)
    seats = list(found.seats.select_related("entry__bot"))
    if len(places) != len(seats) or not all(1 <= place <= len(seats) for place in places):
        raise TournamentRefused(
            f"Give {len(seats)} places, one for each seat in order, from 1 to {len(seats)}."
        )
    if stage.rounds.filter(number__gt=found.round.number).exists():
        _check_later_rounds(stage, found)
    _call_off(found)
    games = len(stage.tournament.games)
    result = TableResult(
        points=tuple(games * points for points in points_from_places(places)),
        scores=(Fraction(0),) * len(seats),
    )
    set_result(found, result, Table.How.AWARDED)
    if stage.ended_at is not None:
        _rank_anew_or_open_again(stage)
    told = ", ".join(
        f"{seat.entry.bot.name} {place}." for seat, place in zip(seats, places, strict=True)
    )
    note(stage.tournament, What.AWARDED, f"{told} {reason.strip()}", by=by, table=found)
    go_on_soon(stage.tournament_id)
    return found


@transaction.atomic
def replay(table: Table, *, by: User, reason: str) -> Table:
    """Play a table of the latest round again: its matches so far count no more.

    If its stage or the tournament had ended with that round, they are open again.
    """
    found, stage = _locked_table(table, by=by, reason=reason)
    tournament = stage.tournament
    if stage.rounds.filter(number__gt=found.round.number).exists():
        raise TournamentRefused(
            "The next round has begun, so this table can't be replayed. Award it instead."
        )
    _call_off(found)
    found.seats.update(points=None, score=None)
    found.first_repeat, found.repeats = found.first_repeat + found.repeats, 1
    found.how, found.decided_at = Table.How.OPEN, None
    found.save(update_fields=["first_repeat", "repeats", "how", "decided_at"])
    Round.objects.filter(pk=found.round_id).update(ended_at=None)
    _open_again(stage)
    note(tournament, What.REPLAYED, reason.strip(), by=by, table=found)
    go_on_soon(tournament.pk)
    return found


def _locked_table(table: Table, *, by: User, reason: str) -> tuple[Table, Stage]:
    """The table and its stage as they are now, under the tournament's lock."""
    stage = Stage.objects.get(rounds__tables=table.pk)
    stage.tournament = locked_by_runner(stage.tournament_id, by)
    if not reason.strip():
        raise TournamentRefused("Give a reason: the log keeps it.")
    if stage.tournament.state == State.CANCELLED:
        raise TournamentRefused("The tournament was cancelled.")
    if stage.tournament.stages.filter(number__gt=stage.number, begun_at__isnull=False).exists():
        raise TournamentRefused(
            "The next stage has begun with those who came on from this one: its results are final."
        )
    return Table.objects.select_related("round").get(pk=table.pk), stage


def _check_later_rounds(stage: Stage, table: Table) -> None:
    """In a bracket the later tables are made of the winners of this one."""
    if find_format(stage.format).has_bracket:
        raise TournamentRefused(
            f"The round after {table.round.name} has begun with its winners: its results are final."
        )


def _call_off(table: Table) -> None:
    call_off(Match.objects.filter(table_match__table=table))


def _open_again(stage: Stage) -> None:
    """The stage goes on, and the tournament too if it had ended with it."""
    Stage.objects.filter(pk=stage.pk).update(ended_at=None)
    stage.stage_entries.update(rank=None)
    tournament = stage.tournament
    if tournament.state == State.FINISHED:
        tournament.state, tournament.finished_at = State.RUNNING, None
        tournament.save(update_fields=["state", "finished_at"])
        tournament.entries.update(rank=None)


def _rank_anew_or_open_again(stage: Stage) -> None:
    """The stage had ended: its ranks follow the new result, unless that asks for one more round."""
    course = course_of(stage)
    if course.next_round() is not None:
        _open_again(stage)
        return
    write_ranks(stage, {course.entries[line.entry].pk: line.rank for line in course.standings})
    if stage.tournament.state == State.FINISHED:
        write_final_ranks(stage.tournament)
