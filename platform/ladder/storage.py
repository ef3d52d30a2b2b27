"""Between the rows of a ladder and the plain facts that the arithmetic works on."""

import math
from collections.abc import Iterable, Sequence

from django.db import connection

from arena.games import all_games
from arena.strength import Belief
from ladder.arithmetic import Field, Recent, Result, Standing, Step, Tally
from ladder.models import AllRound, Ladder, Rating, RatingChange, VersionTally
from matches.models import Entrant

ROWS_AT_ONCE = 1000


def results_of(matches: Sequence[int]) -> dict[int, list[Result]]:
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
            belief=Belief(row.estimate, row.variance),
            recent=tuple(_recent(one) for one in row.recent),
        )
        for row in rows
    }


def _recent(row: list) -> Recent:
    match_id, place, bots, change = row
    return match_id, place, bots, change


def field_for(ladder: Ladder, results: Iterable[Result]) -> Field:
    """The state of the ladder as far as these results need it."""
    results = list(results)
    tallies = VersionTally.objects.filter(
        game=ladder.game, version__in={result.version_id for result in results}
    )
    return Field(
        standings=standings_of(ladder.game, {result.bot_id for result in results}),
        tallies={
            row.version_id: Tally(
                row.first_number, row.matches, row.scored, row.expected, row.gained
            )
            for row in tallies
        },
        bots=ladder.bots,
        estimates_total=ladder.estimates_total,
    )


CHANGE_COLUMNS = (
    "rated_match_id", "bot_id", "version_id", "game", "number", "index", "place", "before", "after",
    "k", "scored", "expected", "strength", "deviation",
)  # fmt: skip


def change_row(game: str, rated_match_id: int, step: Step) -> tuple:
    """What a step writes down, in the order of CHANGE_COLUMNS."""
    result, before, after, scored, expected, strength = step
    return (
        rated_match_id,
        result.bot_id,
        result.version_id,
        game,
        after.matches,
        result.index,
        result.place,
        before.rating,
        after.rating,
        before.k,
        scored,
        expected,
        strength,
        after.belief.deviation,
    )


def write_changes(rows: Iterable[tuple]) -> None:
    """Store changes: a rebuild has millions, so they go the database's shortest way, not by models."""
    name = connection.ops.quote_name
    table = name(RatingChange._meta.db_table)
    columns = ", ".join(map(name, CHANGE_COLUMNS))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(CHANGE_COLUMNS))
            insert = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608, our own names
            cursor.executemany(insert, rows)


def store(ladder: Ladder, field: Field) -> None:
    """Write all standings and tallies of `field`, and what follows from them."""
    _store_standings(ladder.game, field)
    _store_tallies(ladder.game, field)
    store_all_round(field.standings)
    ladder.bots = field.bots
    ladder.estimates_total = field.estimates_total


def _store_standings(game: str, field: Field) -> None:
    Rating.objects.bulk_create(
        (
            Rating(
                bot_id=bot_id,
                game=game,
                rating=standing.rating,
                matches=standing.matches,
                estimate=standing.belief.mean,
                variance=standing.belief.variance,
                deviation=standing.belief.deviation,
                version_id=standing.version_id,
                provisional_left=standing.provisional_left,
                recent=standing.recent,
            )
            for bot_id, standing in sorted(field.standings.items())
        ),
        update_conflicts=True,
        unique_fields=["bot", "game"],
        update_fields=[
            "rating", "matches", "estimate", "variance", "deviation", "version",
            "provisional_left", "recent",
        ],
        batch_size=ROWS_AT_ONCE,
    )  # fmt: skip


def _store_tallies(game: str, field: Field) -> None:
    VersionTally.objects.bulk_create(
        (
            VersionTally(
                version_id=version_id,
                game=game,
                matches=tally.matches,
                first_number=tally.first_number,
                scored=tally.scored,
                expected=tally.expected,
                gained=tally.gained,
            )
            for version_id, tally in sorted(field.tallies.items())
        ),
        update_conflicts=True,
        unique_fields=["version", "game"],
        update_fields=["matches", "first_number", "scored", "expected", "gained"],
        batch_size=ROWS_AT_ONCE,
    )


def store_all_round(bots: Iterable[int]) -> None:
    """Bring the all-round places of these bots up to date; within a transaction.

    Two ladders may do this for one bot at a time: the rows are locked, always in the same order,
    before the ratings are read, so that the later of the two sees both.
    """
    bots = sorted(bots)
    for start in range(0, len(bots), ROWS_AT_ONCE):
        _store_all_round(bots[start : start + ROWS_AT_ONCE])


def _store_all_round(bots: Sequence[int]) -> None:
    AllRound.objects.bulk_create(
        [AllRound(bot_id=bot_id, games=0, provisional_left=0) for bot_id in bots],
        ignore_conflicts=True,
    )
    locked = AllRound.objects.select_for_update().filter(bot__in=bots).order_by("bot_id")
    list(locked.values_list("pk"))
    ratings: dict[int, list[Rating]] = {bot_id: [] for bot_id in bots}
    rows = Rating.objects.filter(bot__in=bots, game__in=list(all_games())).order_by("bot", "game")
    for rating in rows:
        ratings[rating.bot_id].append(rating)
    AllRound.objects.bulk_create(
        [_average(bot_id, ratings[bot_id]) for bot_id in bots],
        update_conflicts=True,
        unique_fields=["bot"],
        update_fields=["games", "rating", "matches", "estimate", "deviation", "provisional_left"],
    )


def _average(bot_id: int, ratings: Sequence[Rating]) -> AllRound:
    """The errors of the games are taken as independent."""
    games = len(ratings)
    if not games:
        return AllRound(bot_id=bot_id, games=0, provisional_left=0)
    return AllRound(
        bot_id=bot_id,
        games=games,
        rating=sum(one.rating for one in ratings) / games,
        matches=sum(one.matches for one in ratings),
        estimate=sum(one.estimate for one in ratings) / games,
        deviation=math.hypot(*(one.deviation for one in ratings)) / games,
        provisional_left=max(one.provisional_left for one in ratings),
    )
