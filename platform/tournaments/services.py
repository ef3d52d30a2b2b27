"""The life of a tournament: draft, open, running and paused, finished or cancelled.

Everything that changes one begins with its row locked, so what two people or two schedulers do at
a time happens one after the other. `by` is who asks for it; what only the organiser and staff may
do raises NotAllowed for others, and whatever can't be done TournamentRefused.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.text import slugify

from accounts.models import User
from matches.models import Match
from matches.services import call_off
from tournaments.changes import go_on_soon, note
from tournaments.models import (
    NAME_MAX_LENGTH,
    SLUG_MAX_LENGTH,
    Stage,
    Tournament,
    TournamentLog,
)
from tournaments.planning import StagePlan, check_games, check_stages
from tournaments.refusals import LimitReached, NotAllowed, TournamentRefused

What = TournamentLog.What
State = Tournament.State

ALWAYS = frozenset({"name", "description"})
BEFORE_THE_START = ALWAYS | {
    "is_public", "entry_opens_at", "entry_closes_at", "capacity", "bots_per_person", "starts_at",
    "seeding", "hold_results", "repeats_max",
}  # fmt: skip
BEFORE_AN_ENTRY = BEFORE_THE_START | {"games", "options"}
NOT_A_SLUG = frozenset({"new", "preview"})
"""Words that stand in a tournament's place in the site's addresses."""


def locked(tournament: Tournament | int) -> Tournament:
    """The row as it is now, locked until the transaction ends."""
    pk = tournament if isinstance(tournament, int) else tournament.pk
    return Tournament.objects.select_for_update(of=("self",)).get(pk=pk)


def locked_by_runner(tournament: Tournament | int, by: User) -> Tournament:
    """The locked row, for its organiser and staff; raises NotAllowed."""
    found = locked(tournament)
    if not found.may_be_run_by(by):
        raise NotAllowed("Only the organiser of the tournament and staff can do this.")
    return found


@transaction.atomic
def create(
    *,
    by: User,
    name: str,
    games: Sequence[str],
    stages: Sequence[StagePlan],
    options: Mapping[str, Any] | None = None,
    capacity: int = 64,
    **facts: Any,
) -> Tournament:
    """Store a draft. `facts`: other fields of a tournament that an organiser sets, see
    BEFORE_THE_START.
    """
    User.objects.select_for_update().get(pk=by.pk)
    running = by.tournaments.unended().count()
    if running >= settings.TOURNAMENTS_PER_PERSON_MAX and not by.is_staff:
        raise LimitReached(
            f"You have {running} tournaments that have not ended, as many as one person may have. "
            "Finish or cancel one of them first."
        )
    if unknown := set(facts) - BEFORE_THE_START:
        raise TypeError(f"a tournament has no {', '.join(sorted(unknown))} to set")
    tournament = Tournament(
        organiser=by,
        name=_checked_name(name),
        slug=_free_slug(name),
        games=list(games),
        options=dict(options or {}),
        capacity=capacity,
        **facts,
    )
    _check(tournament, rows := _stage_rows(tournament, stages))
    _save_at_an_address_of_its_own(tournament)
    Stage.objects.bulk_create(rows)
    note(tournament, What.CREATED, by=by)
    return tournament


@transaction.atomic
def edit(
    tournament: Tournament,
    *,
    by: User,
    stages: Sequence[StagePlan] | None = None,
    **facts: Any,
) -> Tournament:
    """Change what may still be changed: games before the first entry, all else before the start,
    name and description always.
    """
    found = locked_by_runner(tournament, by)
    facts = {key: value for key, value in facts.items() if getattr(found, key) != value}
    if found.is_started or found.state == State.CANCELLED:
        allowed = ALWAYS
    else:
        allowed = BEFORE_THE_START if found.entries.exists() else BEFORE_AN_ENTRY
    if refused := set(facts) - allowed:
        words = ", ".join(sorted(refused)).replace("_", " ")
        raise TournamentRefused(
            f"It is too late to change this: {words}. "
            + ("It has started." if found.is_started else "Bots have entered for these games.")
        )
    if stages is not None and (found.is_started or found.state == State.CANCELLED):
        raise TournamentRefused("It is too late to change the stages: the tournament has started.")
    for key, value in facts.items():
        setattr(found, key, value)
    found.name = _checked_name(found.name)
    if found.state == State.OPEN and "starts_at" in facts:
        _check_start_is_to_come(found)
    if found.capacity < (entered := found.entries.count()):
        raise TournamentRefused(f"{entered} bots have entered already; leave room for them.")
    if not found.is_started and found.state != State.CANCELLED:
        rows = list(found.stages.all()) if stages is None else _stage_rows(found, stages)
        _check(found, rows)
        if stages is not None:
            found.stages.all().delete()
            Stage.objects.bulk_create(rows)
    found.save()
    changed = [*sorted(facts), *(["stages"] if stages is not None else [])]
    if changed:
        note(found, What.EDITED, ", ".join(changed).replace("_", " "), by=by)
    return found


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not 1 <= len(name) <= NAME_MAX_LENGTH or "\0" in name:
        raise TournamentRefused(f"Give it a name of 1 to {NAME_MAX_LENGTH} characters.")
    return name


def _free_slug(name: str) -> str:
    """An address that no tournament has, made from the name."""
    base = slugify(name)[: SLUG_MAX_LENGTH - 8].strip("-_") or "tournament"
    slugs = Tournament.objects.filter(slug__startswith=base).values_list("slug", flat=True)
    taken = set(slugs) | NOT_A_SLUG
    number, slug = 1, base
    while slug in taken:
        number += 1
        slug = f"{base}-{number}"
    return slug


def _save_at_an_address_of_its_own(tournament: Tournament) -> None:
    """Two people may ask for the same name at the same moment: the database knows who was first."""
    try:
        with transaction.atomic():
            tournament.save()
    except IntegrityError:
        tournament.slug = f"{tournament.slug[: SLUG_MAX_LENGTH - 8]}-{secrets.token_hex(3)}"
        tournament.save()


def _stage_rows(tournament: Tournament, stages: Sequence[StagePlan]) -> list[Stage]:
    if stages and stages[0].comes_in is not None:
        raise TournamentRefused("Stage 1: everybody plays in the first stage; leave that out.")
    return [
        Stage(
            tournament=tournament,
            number=number,
            format=plan.format,
            options=dict(plan.options),
            table_size=plan.table_size,
            comes_in=plan.comes_in,
        )
        for number, plan in enumerate(stages)
    ]


def _check(tournament: Tournament, stages: Sequence[Stage]) -> None:
    check_games(tournament.games, tournament.options)
    if tournament.capacity < 2 or tournament.bots_per_person < 1:
        raise TournamentRefused("Leave room for two entries at least, and for one bot per person.")
    opens, closes = tournament.entry_opens_at, tournament.entry_closes_at
    if opens and closes and closes <= opens:
        raise TournamentRefused("The entry window closes before it opens. Change one of the two.")
    if tournament.starts_at and closes and tournament.starts_at < closes:
        raise TournamentRefused("It starts before its entry window closes. Change one of the two.")
    check_stages(tournament, stages, entries=tournament.capacity)


def _check_start_is_to_come(tournament: Tournament) -> None:
    """A mistyped date would start it at the next sweep, and nothing takes that back."""
    if tournament.starts_at and tournament.starts_at <= timezone.now():
        raise TournamentRefused("The time at which it is to start is over. Set a later one.")


@transaction.atomic
def open_entry(tournament: Tournament, *, by: User) -> Tournament:
    """Show a draft to everybody, and take entries within its window."""
    found = locked_by_runner(tournament, by)
    if found.state == State.OPEN:
        return found
    if found.state != State.DRAFT:
        raise TournamentRefused("Only a draft can be opened for entry.")
    _check(found, list(found.stages.all()))
    _check_start_is_to_come(found)
    found.state, found.opened_at = State.OPEN, timezone.now()
    found.save(update_fields=["state", "opened_at"])
    note(found, What.OPENED, by=by)
    return found


@transaction.atomic
def pause(tournament: Tournament, *, by: User, reason: str = "") -> Tournament:
    """Begin nothing new. What is in the workers' queue is still played, and counts."""
    found = locked_by_runner(tournament, by)
    if found.state == State.PAUSED:
        return found
    if found.state != State.RUNNING:
        raise TournamentRefused("Only a running tournament can be paused.")
    found.state = State.PAUSED
    found.save(update_fields=["state"])
    note(found, What.PAUSED, reason, by=by)
    return found


@transaction.atomic
def resume(tournament: Tournament, *, by: User) -> Tournament:
    """Let a paused tournament go on."""
    found = locked_by_runner(tournament, by)
    if found.state == State.RUNNING:
        return found
    if found.state != State.PAUSED:
        raise TournamentRefused("Only a paused tournament can be resumed.")
    found.state = State.RUNNING
    found.save(update_fields=["state"])
    note(found, What.RESUMED, by=by)
    go_on_soon(found.pk)
    return found


@transaction.atomic
def cancel(tournament: Tournament, *, by: User, reason: str) -> Tournament:
    """End it for good without a result; what is being played is played to its end."""
    found = locked_by_runner(tournament, by)
    if found.state == State.CANCELLED:
        return found
    if found.state == State.FINISHED:
        raise TournamentRefused("It is finished: there is nothing to cancel.")
    if not reason.strip():
        raise TournamentRefused("Give a reason: those who have entered will want to know it.")
    found.state, found.finished_at = State.CANCELLED, timezone.now()
    found.trouble = ""
    found.save(update_fields=["state", "finished_at", "trouble"])
    call_off(Match.objects.filter(table_match__table__round__stage__tournament=found))
    note(found, What.CANCELLED, reason.strip(), by=by)
    return found


@transaction.atomic
def release(stage: Stage, *, by: User) -> Stage:
    """Show everybody the withheld results of a stage, from now on while it is still played.

    Stages are released in their order, since each tells who came on from the one before.
    """
    tournament = locked_by_runner(stage.tournament_id, by)
    if not tournament.hold_results:
        raise TournamentRefused("The results of this tournament are not withheld.")
    earlier = tournament.stages.filter(number__lt=stage.number, released_at=None).first()
    if earlier is not None:
        raise TournamentRefused(f"Release stage {earlier.number + 1} first: it comes before.")
    if tournament.stages.filter(pk=stage.pk, released_at=None).update(released_at=Now()):
        Match.objects.filter(table_match__table__round__stage=stage).update(withheld_by=None)
        note(tournament, What.RELEASED, f"stage {stage.number + 1}", by=by)
    stage.refresh_from_db()
    return stage
