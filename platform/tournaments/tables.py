"""A round's tables: scheduling their matches, and making their results of what was played.

Each function does a bounded piece of work within the caller's transaction, which holds the lock of the
tournament, and says how much it did. What was done already is never done again.
"""

from collections.abc import Sequence
from datetime import timedelta
from fractions import Fraction

from django.conf import settings
from django.db.models import Count, F, Max, Prefetch, Q, QuerySet
from django.utils import timezone

from arena.formats.contract import TableResult
from arena.formats.decided import is_decided
from arena.formats.points import added, averaged, points_from_places, result_of_match
from bots.broker import SOON
from matches.models import Entrant, Match
from matches.services import call_off, schedule, try_again
from tournaments.changes import note
from tournaments.course import course_of
from tournaments.models import Round, Seat, Table, TableMatch, Tournament, TournamentLog

PUT_BACK_AFTER = (timedelta(seconds=30), timedelta(minutes=2), timedelta(minutes=10))
"""How long after it was dropped a match is tried again, for the first time, the second ...

Dropping a match takes several attempts. What still fails after the last of these is decided by rule.
"""
TABLES_AT_ONCE = 40
MATCHES_AT_ONCE = 20
"""Bounds of one step: the lock is let go in between."""

What = TournamentLog.What


def _open(round_: Round) -> QuerySet[Table]:
    return round_.tables.filter(how=Table.How.OPEN)


def _counting(**facts: object) -> Count:
    """Counts the matches that make a table's result, those of a replayed past left out."""
    return Count(
        "table_matches",
        filter=Q(table_matches__repeat__gte=F("first_repeat"))
        & Q(**{f"table_matches__{key}": value for key, value in facts.items()}),
    )


def schedule_matches(tournament: Tournament, round_: Round) -> int:
    """Schedule matches that tables still lack, as far as the tournament's share of the queue has room.

    They go before those of the ladders, beside placements of new bots. So that these never wait long,
    only so many of a tournament wait for a worker at a time: settings.TOURNAMENT_QUEUE_MAX.
    """
    waiting = TableMatch.objects.filter(
        table__round=round_, match__state=Match.State.WAITING
    ).count()
    room = min(settings.TOURNAMENT_QUEUE_MAX - waiting, MATCHES_AT_ONCE)
    if room <= 0:
        return 0
    lacking = (
        _open(round_)
        .annotate(scheduled=_counting())
        .filter(scheduled__lt=F("repeats") * len(tournament.games))
        .order_by("number")
        .prefetch_related(
            "table_matches",
            Prefetch(
                "seats",
                queryset=Seat.objects.order_by("number").select_related("entry__version__bot"),
            ),
        )[:room]
    )
    made = 0
    for table in lacking:
        there = {(one.game, one.repeat) for one in table.table_matches.all()}
        for repeat in table.counting_repeats:
            for game in tournament.games:
                if (game, repeat) not in there and made < room:
                    _schedule(tournament, round_, table, game=game, repeat=repeat)
                    made += 1
    return made


def _schedule(
    tournament: Tournament, round_: Round, table: Table, *, game: str, repeat: int
) -> None:
    is_withheld = round_.stage.is_withheld
    match = schedule(
        game=game,
        versions=[seat.entry.version for seat in table.seats.all()],
        kind=Match.Kind.TOURNAMENT,
        rated=False,
        options=tournament.options.get(game),
        priority=SOON,
        withheld_by=tournament.organiser if is_withheld else None,
    )
    TableMatch.objects.create(table=table, game=game, repeat=repeat, match=match)


def put_back_dropped(tournament: Tournament, round_: Round) -> int:
    """Put matches that were dropped, for a failure of ours, back in the queue after a while."""
    dropped = (
        TableMatch.objects.filter(
            table__round=round_,
            table__how=Table.How.OPEN,
            repeat__gte=F("table__first_repeat"),
            match__state=Match.State.DROPPED,
            tries__lt=len(PUT_BACK_AFTER),
        )
        .annotate(tried_at=Max("match__attempt_log__ended_at"))
        .select_related("table")
    )
    now = timezone.now()
    back = 0
    for one in dropped:
        if one.tried_at is not None and now < one.tried_at + PUT_BACK_AFTER[one.tries]:
            continue
        if try_again(one.match_id):
            TableMatch.objects.filter(pk=one.pk).update(tries=F("tries") + 1)
            text = f"match {one.match_id}, time {one.tries + 1} of {len(PUT_BACK_AFTER)}"
            note(tournament, What.PUT_BACK, text, table=one.table)
            back += 1
    return back


def call_off_unwanted() -> int:
    """Take matches out of the queue that nothing will be made of any more; returns how many.

    A match that was being played when its tournament was cancelled, or its table awarded or
    replayed, comes back to the queue if that attempt fails.
    """
    is_unwanted = (
        Q(table_match__table__round__stage__tournament__state=Tournament.State.CANCELLED)
        | ~Q(table_match__table__how=Table.How.OPEN)
        | Q(table_match__repeat__lt=F("table_match__table__first_repeat"))
    )
    waiting = Match.objects.filter(
        kind=Match.Kind.TOURNAMENT, state=Match.State.WAITING, table_match__isnull=False
    )
    return call_off(waiting.filter(is_unwanted))


def decide_tables(tournament: Tournament, round_: Round) -> int:
    """Give the tables whose matches are all over their results; returns how many tables changed.

    A table that has to be decided and isn't is played once more, up to the tournament's bound.
    """
    matches = F("repeats") * len(tournament.games)
    is_over = Q(table_matches__match__state=Match.State.FINISHED) | Q(
        table_matches__match__state=Match.State.DROPPED,
        table_matches__tries__gte=len(PUT_BACK_AFTER),
    )
    entrants = Prefetch("match__entrants", queryset=Entrant.objects.public().order_by("index"))
    counted = Count(
        "table_matches", filter=is_over & Q(table_matches__repeat__gte=F("first_repeat"))
    )
    ready = (
        _open(round_)
        .annotate(over=counted)
        .filter(over=matches)
        .order_by("number")
        .prefetch_related(
            "seats",
            Prefetch(
                "table_matches",
                queryset=TableMatch.objects.select_related("match").prefetch_related(entrants),
            ),
        )[:TABLES_AT_ONCE]
    )
    changed = 0
    for table in ready:
        _decide(tournament, table)
        changed += 1
    return changed


def _decide(tournament: Tournament, table: Table) -> None:
    counting = [one for one in table.table_matches.all() if one.repeat >= table.first_repeat]
    failed = [one for one in counting if one.match.state == Match.State.DROPPED]
    repeats = [
        added([result_of(one.match) for one in counting if one.repeat == repeat])
        for repeat in table.counting_repeats
    ]
    may_go_on = table.repeats < tournament.repeats_max and not failed
    if may_go_on and not is_decided(repeats, games=len(tournament.games), go_on=_winners(table)):
        table.repeats += 1
        table.save(update_fields=["repeats"])
        return
    set_result(table, averaged(repeats), Table.How.BY_RULE if failed else Table.How.PLAYED)
    if failed:
        ids = ", ".join(str(one.match_id) for one in failed)
        text = f"could not be played and counts as a tie of all who sat there: match {ids}"
        note(tournament, What.BY_RULE, text, table=table)


def _winners(table: Table) -> int:
    """How many of the table must be told from the rest: the format says it of the whole round."""
    course = course_of(table.round.stage)
    made = next(past.round for past in course.played if past.round.number == table.round.number)
    return course.format.winners(made)


def result_of(match: Match) -> TableResult:
    """What a match gives its entrants; one that could not be played is a tie of all."""
    entrants = match.entrants.all()
    if match.state != Match.State.FINISHED:
        return tie(len(entrants))
    return result_of_match(
        [entrant.score for entrant in entrants],
        faulty=[entrant.index for entrant in entrants if entrant.fault],
    )


def tie(entries: int) -> TableResult:
    """All are equal."""
    return TableResult(points=points_from_places([1] * entries), scores=(Fraction(0),) * entries)


def set_result(table: Table, result: TableResult, how: str) -> None:
    """Write a table's result down; `result` in the order of its seats."""
    seats: Sequence[Seat] = list(table.seats.all())
    for seat, points, score in zip(seats, result.points, result.scores, strict=True):
        seat.points, seat.score = points, score
    Seat.objects.bulk_update(seats, ["points", "score"])
    table.how, table.decided_at = how, timezone.now()
    table.save(update_fields=["how", "decided_at"])
