"""Rating finished matches: each exactly once, one after another, under the lock of its ladder."""

from collections.abc import Callable, Iterator
from itertools import chain, islice

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import User
from bots.broker import post
from ladder.arithmetic import Field, apply_match
from ladder.models import Ladder, RatedMatch, Rating, RatingChange, VersionTally, Voiding
from ladder.storage import change_row, field_for, results_of, store, store_all_round, write_changes
from matches.models import Match

MATCHES_AT_ONCE = 200
"""How many matches one transaction rates: the lock is let go in between."""
REBUILT_AT_ONCE = 1000
"""How many matches a rebuild holds in memory."""


class VoidingRefused(ValueError):
    """Why a match can't be voided."""


def locked_ladder(game: str) -> Ladder:
    """The ladder's row, locked until the transaction ends; everything done to ratings begins here."""
    Ladder.objects.get_or_create(game=game)
    return Ladder.objects.select_for_update().get(game=game)


def rate_finished(game: str) -> int:
    """Apply all finished rated matches of the game that were not applied yet; returns how many.

    They are taken in the order in which they finished, and the order of application is written
    down: it is what a rebuild follows. Asked for at the same time by several, it applies each once.
    If a match was voided meanwhile, the ratings are built anew first.
    """
    if Ladder.objects.filter(game=game, rebuild_wanted_at__isnull=False).exists():
        rebuild(game, only_if_wanted=True)
    total = 0
    while applied := _rate_some(game):
        total += applied
    return total


@transaction.atomic
def _rate_some(game: str) -> int:
    ladder = locked_ladder(game)
    matches = list(
        Match.objects.finished()
        .filter(game=game, rated=True, rated_match=None, voiding=None)
        .order_by("finished_at", "id")
        .values_list("pk", flat=True)[:MATCHES_AT_ONCE]
    )
    if not matches:
        return 0
    results = results_of(matches)
    field = field_for(ladder, chain.from_iterable(results.values()))
    changes: list[tuple] = []
    for number, match_id in enumerate(matches, start=ladder.rated_matches + 1):
        rated = RatedMatch.objects.create(match_id=match_id, game=game, number=number)
        steps = apply_match(match_id, results[match_id], field=field)
        changes += [change_row(game, rated.pk, step) for step in steps]
    write_changes(changes)
    store(ladder, field)
    ladder.rated_matches += len(matches)
    ladder.save(update_fields=["rated_matches", "bots", "estimates_total"])
    return len(matches)


def rebuild(
    game: str,
    *,
    on_progress: Callable[[int, int], None] = lambda done, of: None,
    only_if_wanted: bool = False,
) -> int:
    """Compute all ratings and changes of a game again from its matches; returns how many matches.

    The order is that of the first application; voided matches are left out. `on_progress` hears
    how many of how many are done.
    """
    with transaction.atomic():
        ladder = locked_ladder(game)
        if only_if_wanted and ladder.rebuild_wanted_at is None:
            return 0
        bots_before = set(Rating.objects.filter(game=game).values_list("bot", flat=True))
        RatingChange.objects.filter(game=game).delete()
        Rating.objects.filter(game=game).delete()
        VersionTally.objects.filter(game=game).delete()
        field = Field()
        order = (
            RatedMatch.objects.filter(game=game, match__voiding=None)
            .order_by("number")
            .values_list("pk", "match_id")
            .iterator(chunk_size=REBUILT_AT_ONCE)
        )
        done = 0
        for some in _in_batches(order, REBUILT_AT_ONCE):
            results = results_of([match_id for _, match_id in some])
            write_changes(
                change_row(game, rated_id, step)
                for rated_id, match_id in some
                for step in apply_match(match_id, results[match_id], field=field)
            )
            done += len(some)
            on_progress(done, ladder.rated_matches)
        store(ladder, field)
        store_all_round(bots_before - set(field.standings))
        ladder.rebuild_wanted_at = None
        ladder.save(update_fields=["bots", "estimates_total", "rebuild_wanted_at"])
    return done


def _in_batches(rows: Iterator, size: int) -> Iterator[list]:
    while batch := list(islice(rows, size)):
        yield batch


def games_to_rate() -> list[str]:
    """Games with a finished rated match that was not applied yet, or to be built anew."""
    unrated = Match.objects.finished().filter(rated=True, rated_match=None, voiding=None)
    wanted = Ladder.objects.filter(rebuild_wanted_at__isnull=False)
    return sorted(
        set(unrated.order_by().values_list("game", flat=True).distinct())
        | set(wanted.values_list("game", flat=True))
    )


@transaction.atomic
def void(match_id: int, *, by: User, reason: str) -> Voiding:
    """Take a match out of the ratings for good, with a reason for the audit log.

    The ratings are built anew in the background, at once. Raises VoidingRefused.
    """
    # The ladder first, as everywhere: nothing is rated meanwhile.
    ladder = locked_ladder(Match.objects.values_list("game", flat=True).get(pk=match_id))
    match = Match.objects.get(pk=match_id)
    if not by.is_staff:
        raise VoidingRefused("Only staff can void a match.")
    check_voiding(match, reason=reason)
    voiding = Voiding.objects.create(match=match, by=by, reason=reason.strip())
    if RatedMatch.objects.filter(match=match).exists():
        Ladder.objects.filter(pk=ladder.pk).update(rebuild_wanted_at=Now())
    transaction.on_commit(lambda: post("ladder.rate", match_id))
    return voiding


def check_voiding(match: Match, *, reason: str) -> None:
    """Raise VoidingRefused if this match can't be voided for this reason."""
    if not reason.strip():
        raise VoidingRefused("Give a reason: it is shown on the page of the match.")
    if not match.rated:
        raise VoidingRefused(f"Match {match.pk} is unrated: there is nothing to void.")
    if match.state != Match.State.FINISHED:
        raise VoidingRefused(f"Match {match.pk} is not finished. Void it when it is.")
    if Voiding.objects.filter(match=match).exists():
        raise VoidingRefused(f"Match {match.pk} is voided already.")
