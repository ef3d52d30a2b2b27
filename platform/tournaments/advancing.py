"""What makes a tournament run by itself: one step after another, each from the rows alone.

A step is one transaction under the tournament's lock. It looks at what is there, does the next thing, and
is forgotten: so it doesn't matter who asks for it, how often, or whether the one before was killed. Two
schedulers at a time take turns, and the second finds nothing to do.
"""

import logging

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from arena.formats import contract
from tournaments.changes import note, tell
from tournaments.course import course_of, format_of
from tournaments.models import (
    Bye,
    Entry,
    Round,
    Seat,
    Stage,
    StageEntry,
    Table,
    Tournament,
    TournamentLog,
)
from tournaments.planning import UNPLAYABLE, sentence
from tournaments.reading import ranked_entries
from tournaments.tables import (
    call_off_unwanted,
    decide_tables,
    put_back_dropped,
    schedule_matches,
)

logger = logging.getLogger(__name__)

What = TournamentLog.What
State = Tournament.State
STEPS_MAX = 10_000
"""Of one call; more are a mistake of ours."""


def advance(tournament_id: int) -> int:
    """Do all that can be done now; returns the number of steps, 0 if there was nothing to do."""
    for steps in range(STEPS_MAX):
        if not step(tournament_id):
            return steps
    raise RuntimeError(f"tournament {tournament_id} takes steps without end")


def sweep() -> int:
    """Advance all tournaments under way; one that fails doesn't keep the others from it."""
    call_off_unwanted()
    steps = 0
    for pk in Tournament.objects.under_way().values_list("pk", flat=True):
        try:
            steps += advance(pk)
        except Exception:
            logger.exception("tournament %d can't go on", pk)
            trouble = "It can't go on, for a failure of the platform. The staff find it in the log."
            Tournament.objects.filter(pk=pk).update(trouble=trouble)
        else:
            Tournament.objects.under_way().filter(pk=pk).exclude(trouble="").update(trouble="")
    return steps


@transaction.atomic
def step(tournament_id: int) -> bool:
    """Do the next thing that the rows ask for; False if there is nothing to do now."""
    tournament = (
        Tournament.objects.select_for_update(of=("self",)).under_way().filter(pk=tournament_id)
    ).first()
    if tournament is None:
        return False
    did = _next(tournament)
    if did:
        tell(tournament_id)
    return did


def _next(tournament: Tournament) -> bool:
    running = tournament.state == State.RUNNING
    stage = _current_stage(tournament)
    if stage is None:
        return running and _begin_stage_or_finish(tournament)
    current = stage.rounds.filter(ended_at=None).first()
    if current is None:
        return running and _begin_round_or_end_stage(stage)
    current.stage = stage
    if decide_tables(tournament, current):
        return True
    if not running:
        return False
    return bool(
        put_back_dropped(tournament, current)
        or schedule_matches(tournament, current)
        or _end_round(current)
    )


def _current_stage(tournament: Tournament) -> Stage | None:
    stage = tournament.stages.filter(begun_at__isnull=False, ended_at=None).first()
    if stage is not None:
        stage.tournament = tournament
    return stage


def _end_round(current: Round) -> bool:
    if current.tables.filter(how=Table.How.OPEN).exists():
        return False
    return bool(Round.objects.filter(pk=current.pk, ended_at=None).update(ended_at=Now()))


def _begin_round_or_end_stage(stage: Stage) -> bool:
    course = course_of(stage)
    paired = course.next_round()
    if paired is None:
        ranks = {course.entries[line.entry].pk: line.rank for line in course.standings}
        write_ranks(stage, ranks)
        Stage.objects.filter(pk=stage.pk).update(ended_at=Now())
    else:
        _store_round(stage, paired, course.entries)
    return True


def write_ranks(stage: Stage, ranks: dict[int, int]) -> None:
    """Write down who came where in a stage that has ended; `ranks`: by the entries' ids."""
    rows = list(stage.stage_entries.all())
    for row in rows:
        row.rank = ranks[row.entry_id]
    StageEntry.objects.bulk_update(rows, ["rank"], batch_size=200)


def _store_round(stage: Stage, paired: contract.Round, entries: list[Entry]) -> None:
    row = Round.objects.create(stage=stage, number=paired.number, name=paired.name)
    tables = Table.objects.bulk_create(
        Table(round=row, number=number, label=table.label)
        for number, table in enumerate(paired.tables)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=row, number=number, entry=entries[entry])
        for table, planned in zip(tables, paired.tables, strict=True)
        for number, entry in enumerate(planned.entries)
    )
    Bye.objects.bulk_create(Bye(round=row, entry=entries[entry]) for entry in paired.byes)


def _begin_stage_or_finish(tournament: Tournament) -> bool:
    """The stage before has ended: those who come on begin the next, if there is one."""
    following = tournament.stages.filter(begun_at=None).first()
    if following is None:
        _finish(tournament)
        return True
    following.tournament = tournament
    before = tournament.stages.get(number=following.number - 1)
    ranked = before.stage_entries.filter(entry__out_at=None).order_by("rank")
    coming = [row.entry for row in ranked.select_related("entry__bot")[: following.comes_in]]
    try:
        format_of(tournament, following, names=[entry.bot.name for entry in coming])
    except UNPLAYABLE as refused:
        text = f"stage {following.number + 1} could not be played by {len(coming)} entries. "
        note(tournament, What.CUT_SHORT, text + sentence(refused))
        _finish(tournament)
        return True
    StageEntry.objects.bulk_create(
        StageEntry(stage=following, entry=entry, seed=seed) for seed, entry in enumerate(coming)
    )
    Stage.objects.filter(pk=following.pk).update(begun_at=Now())
    return True


def _finish(tournament: Tournament) -> None:
    write_final_ranks(tournament)
    tournament.state, tournament.finished_at = State.FINISHED, timezone.now()
    tournament.save(update_fields=["state", "finished_at"])
    note(tournament, What.FINISHED)


def write_final_ranks(tournament: Tournament) -> None:
    """Write down where every entry came in the whole tournament; its stages have ended."""
    stages = list(tournament.stages.filter(ended_at__isnull=False))
    entries = ranked_entries(stages)
    for rank, entry in enumerate(entries, start=1):
        entry.rank = rank
    Entry.objects.bulk_update(entries, ["rank"], batch_size=200)
