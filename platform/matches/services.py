"""Scheduling matches, and every way in which an attempt at one ends.

Only `finish` makes a result, and only for the attempt whose token still holds the match.
"""

import logging
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from accounts.models import User
from arena.games import find_game
from arena.match import MatchResult
from arena.options import complete
from arena.verify import commitment
from bots.broker import LATER, announce, post
from bots.leases import retry_delay_s
from bots.models import Version
from bots.services import note_match
from matches.models import Attempt, Entrant, Match, MatchQuerySet, Sitting
from matches.results import LogMarks, entrant_results

logger = logging.getLogger(__name__)


class TableRefused(ValueError):
    """Why these versions can't meet at one table."""


def schedule(
    *,
    game: str,
    versions: Sequence[Version],
    kind: str,
    rated: bool,
    options: Mapping[str, Any] | None = None,
    shuffle_seed: str | None = None,
    priority: int = LATER,
    asked_by: User | None = None,
    withheld_by: User | None = None,
) -> Match:
    """Store a match of these versions, in this order, and tell the workers of it.

    `withheld_by`: the organiser who will release it; until then nobody else but staff sees it.
    Raises TableRefused, and UnknownGame, SeatsError or OptionError of the arena.
    """
    rules = find_game(game)
    if len(versions) not in rules.seats:
        raise TableRefused(
            f"{rules.title} is played by {rules.seats.start} to {rules.seats.stop - 1} bots, "
            f"not by {len(versions)}."
        )
    if len({version.bot_id for version in versions}) < len(versions):
        raise TableRefused("A bot can't sit at a table twice.")
    if rated and len({version.bot.owner_id for version in versions}) < len(versions):
        raise TableRefused("Bots of one owner don't meet in rated matches.")
    shuffle_seed = shuffle_seed or secrets.token_hex(16)
    salt = secrets.token_hex(32)
    with transaction.atomic():
        match = Match.objects.create(
            game=game,
            options=complete(options, options=rules.options, players=len(versions)),
            kind=kind,
            rated=rated,
            priority=priority,
            asked_by=asked_by,
            withheld_by=withheld_by,
            shuffle_seed=shuffle_seed,
            salt=salt,
            commitment=commitment(shuffle_seed=shuffle_seed, salt=salt),
        )
        Entrant.objects.bulk_create(
            Entrant(match=match, index=index, bot_id=version.bot_id, version=version)
            for index, version in enumerate(versions)
        )
        ask_for_play(match)
    return match


def ask_for_play(match: Match) -> None:
    """Tell the workers of a waiting match, once it is committed."""
    announce(Match.objects.all(), match.pk, task="matches.play", priority=match.priority)


def claim(match_id: int, *, worker: str = "") -> Attempt | None:
    """Begin an attempt at a due match; None if it isn't to be had (somebody else has it)."""
    with transaction.atomic():
        token = Match.objects.claim(match_id, lease_s=settings.LEASE_S)
        if token is None:
            return None
        Match.objects.filter(pk=match_id).update(started_at=Now())
        return Attempt.objects.create(match_id=match_id, token=token, worker=worker[:200])


def finish(
    attempt: Attempt,
    *,
    result: MatchResult,
    logs: Sequence[str],
    records: Sequence[str],
    log_marks: Sequence[LogMarks] = (),
) -> bool:
    """Make this attempt's result the match's, all of it or nothing; False if it came too late.

    `logs`: one text for each entrant, `log_marks`: its marks, if there are any. `records`: one name
    in storage for each sitting.
    Asked again for an attempt that has finished, it changes nothing and returns True.
    """
    with transaction.atomic():
        is_ours = (
            Match.objects.held_by(attempt.token)
            .filter(pk=attempt.match_id)
            .update(
                state=Match.State.FINISHED,
                attempt_token="",
                lease_until=None,
                finished_at=Now(),
            )
        )
        if not is_ours:
            return Attempt.objects.filter(pk=attempt.pk, outcome=Attempt.Outcome.FINISHED).exists()
        entrants = list(Entrant.objects.filter(match_id=attempt.match_id).order_by("index"))
        changed = entrant_results(entrants, result=result, logs=logs, log_marks=log_marks)
        for entrant in entrants:
            # One by one: to put together a single statement for all takes four times as long.
            entrant.save(update_fields=changed)
        Sitting.objects.bulk_create(
            Sitting(
                match_id=attempt.match_id,
                number=number,
                seating=result.seating[number],
                scores=played.scores,
                record=records[number],
            )
            for number, played in enumerate(result.sittings)
        )
        _end(attempt, Attempt.Outcome.FINISHED)
        if Match.objects.get(pk=attempt.match_id).rated:
            # Always in the same order, so that two matches never wait for each other.
            for entrant in sorted(entrants, key=lambda entrant: entrant.version_id):
                note_match(version_id=entrant.version_id, faulty=bool(entrant.fault))
        for task in settings.MATCH_FINISHED_TASKS:
            transaction.on_commit(lambda task=task: post(task, attempt.match_id))
    return True


def give_up_attempt(
    attempt: Attempt,
    *,
    outcome: str = Attempt.Outcome.FAILED,
    error: str,
    among: MatchQuerySet | None = None,
) -> None:
    """After a failure of ours: the match waits and is tried again, or is dropped at the last try.

    `among`: take the match away only while it is one of these.
    """
    matches = Match.objects.all() if among is None else among
    with transaction.atomic():
        attempts = Match.objects.values_list("attempts", flat=True).get(pk=attempt.match_id)
        is_last = attempts >= settings.ATTEMPTS_MAX
        if matches.let_go(
            attempt.match_id,
            token=attempt.token,
            state=Match.State.DROPPED if is_last else Match.State.WAITING,
            due_in_s=retry_delay_s(attempts),
        ):
            _end(attempt, outcome, error=error)


def hand_back(attempt: Attempt) -> None:
    """A stopping worker's way: at once due again, and not counted as an attempt."""
    with transaction.atomic():
        if Match.objects.let_go(attempt.match_id, token=attempt.token, state=Match.State.WAITING):
            match = Match.objects.filter(pk=attempt.match_id)
            match.update(attempts=F("attempts") - 1)
            _end(attempt, Attempt.Outcome.HANDED_BACK)
            ask_for_play(match.get())


def _end(attempt: Attempt, outcome: str, *, error: str = "") -> None:
    Attempt.objects.filter(pk=attempt.pk, outcome=Attempt.Outcome.UNDER_WAY).update(
        outcome=outcome, ended_at=Now(), error=error
    )


def sweep() -> int:
    """Re-queue matches whose worker died and those whose message was lost; returns how many."""
    expired = list(
        Attempt.objects.filter(match__in=Match.objects.expired(), token=F("match__attempt_token"))
    )
    for attempt in expired:
        logger.warning("match %d: worker %s was lost", attempt.match_id, attempt.worker)
        give_up_attempt(
            attempt,
            outcome=Attempt.Outcome.LOST,
            error="The worker was not heard of in time.",
            among=Match.objects.expired(),
        )
    unsent = list(Match.objects.unsent(resend_after_s=settings.RESEND_AFTER_S))
    for match in unsent:
        ask_for_play(match)
    return len(expired) + len(unsent)


def try_again(match_id: int) -> bool:
    """Put a dropped match back in the queue, with fresh attempts; False if it isn't dropped."""
    with transaction.atomic():
        match = Match.objects.filter(pk=match_id)
        is_back = match.filter(state=Match.State.DROPPED).update(
            state=Match.State.WAITING, attempts=0, due_at=Now(), sent_at=None
        )
        if is_back:
            ask_for_play(match.get())
    return bool(is_back)


def call_off(matches: MatchQuerySet) -> int:
    """Drop those of these matches that nobody has begun to play; returns how many."""
    return matches.filter(state=Match.State.WAITING).update(state=Match.State.DROPPED)
