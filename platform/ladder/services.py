"""Rating finished matches: each exactly once, one after another, under the lock of its ladder."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from django.db import transaction

from ladder.arithmetic import Result, Standing, Step, apply_match
from ladder.models import Ladder, RatedMatch, Rating, RatingChange
from matches.models import Entrant, Match

MATCHES_AT_ONCE = 200
"""How many matches one transaction rates: the lock is let go in between."""


def locked_ladder(game: str) -> Ladder:
    """The ladder's row, locked until the transaction ends; everything done to ratings begins here."""
    Ladder.objects.get_or_create(game=game)
    return Ladder.objects.select_for_update().get(game=game)


def rate_finished(game: str) -> int:
    """Apply all finished rated matches of the game that were not applied yet; returns how many.

    They are taken in the order in which they finished, and the order of application is written
    down: it is what a rebuild follows. Asked for at the same time by several, it applies each once.
    """
    total = 0
    while applied := _rate_some(game):
        total += applied
    return total


@transaction.atomic
def _rate_some(game: str) -> int:
    ladder = locked_ladder(game)
    matches = list(
        Match.objects.finished()
        .filter(game=game, rated=True, rated_match=None)
        .order_by("finished_at", "id")
        .values_list("pk", flat=True)[:MATCHES_AT_ONCE]
    )
    if not matches:
        return 0
    results = _results(matches)
    standings = standings_of(game, {r.bot_id for match in matches for r in results[match]})
    touched: set[int] = set()
    changes: list[RatingChange] = []
    for number, match_id in enumerate(matches, start=ladder.rated_matches + 1):
        rated = RatedMatch.objects.create(match_id=match_id, game=game, number=number)
        steps = apply_match(results[match_id], standings=standings)
        changes += [_change(rated.pk, step) for step in steps]
        touched.update(step.result.bot_id for step in steps)
    RatingChange.objects.bulk_create(changes)
    _store(game, {bot_id: standings[bot_id] for bot_id in touched})
    ladder.rated_matches += len(matches)
    ladder.save(update_fields=["rated_matches"])
    return len(matches)


def rebuild(game: str, *, on_progress: Callable[[int, int], None] = lambda done, of: None) -> int:
    """Compute all ratings and changes of a game again from its matches; returns how many matches.

    The order is that of the first application. `on_progress` hears how many of how many are done.
    """
    with transaction.atomic():
        ladder = locked_ladder(game)
        RatingChange.objects.filter(rated_match__game=game).delete()
        Rating.objects.filter(game=game).delete()
        standings: dict[int, Standing] = {}
        order = (
            RatedMatch.objects.filter(game=game)
            .order_by("number")
            .values_list("pk", "match_id")
            .iterator(chunk_size=1000)
        )
        done = 0
        for some in _in_batches(order, 1000):
            results = _results([match_id for _, match_id in some])
            RatingChange.objects.bulk_create(
                _change(rated_id, step)
                for rated_id, match_id in some
                for step in apply_match(results[match_id], standings=standings)
            )
            done += len(some)
            on_progress(done, ladder.rated_matches)
        _store(game, standings)
    return done


def _in_batches(rows: Iterator, size: int) -> Iterator[list]:
    while batch := list(islice(rows, size)):
        yield batch


def _results(matches: Sequence[int]) -> dict[int, list[Result]]:
    """The entrants of each match, by index."""
    found: dict[int, list[Result]] = {match_id: [] for match_id in matches}
    rows = (
        Entrant.objects.filter(match__in=matches)
        .order_by("match_id", "index")
        .values_list("match_id", "bot_id", "version_id", "version__number", "index", "place")
    )
    for match_id, *facts in rows:
        found[match_id].append(Result(*facts))
    return found


def standings_of(game: str, bots: Iterable[int]) -> dict[int, Standing]:
    """Where these bots stand in the game; those without a rated match are left out."""
    rows = Rating.objects.filter(game=game, bot__in=bots).select_related("version")
    return {
        row.bot_id: Standing(
            rating=row.rating,
            matches=row.matches,
            provisional_left=row.provisional_left,
            version_id=row.version_id,
            version_number=row.version.number,
        )
        for row in rows
    }


def _store(game: str, standings: dict[int, Standing]) -> None:
    Rating.objects.bulk_create(
        [
            Rating(
                bot_id=bot_id,
                game=game,
                rating=standing.rating,
                matches=standing.matches,
                version_id=standing.version_id,
                provisional_left=standing.provisional_left,
            )
            for bot_id, standing in sorted(standings.items())
        ],
        update_conflicts=True,
        unique_fields=["bot", "game"],
        update_fields=["rating", "matches", "version", "provisional_left"],
        batch_size=1000,
    )


def _change(rated_match_id: int, step: Step) -> RatingChange:
    return RatingChange(
        rated_match_id=rated_match_id,
        bot_id=step.result.bot_id,
        version_id=step.result.version_id,
        index=step.result.index,
        place=step.result.place,
        before=step.before.rating,
        after=step.after.rating,
        k=step.before.k,
    )


def games_to_rate() -> list[str]:
    """Games with a finished rated match that was not applied yet."""
    return list(
        Match.objects.finished()
        .filter(rated=True, rated_match=None)
        .order_by("game")
        .values_list("game", flat=True)
        .distinct()
    )
