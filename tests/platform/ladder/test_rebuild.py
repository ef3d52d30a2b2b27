import random
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ladder.models import AllRound, Ladder, RatedMatch, Rating, RatingChange, VersionTally
from ladder.services import rate_finished, rebuild

GAME = "davy-crockett"
RATING_FACTS = (
    "bot", "game", "rating", "matches", "version", "provisional_left", "estimate", "variance",
    "deviation", "recent",
)  # fmt: skip
CHANGE_FACTS = (
    "rated_match", "bot", "version", "game", "number", "index", "place", "before", "after", "k",
    "scored", "expected", "strength", "deviation",
)  # fmt: skip
TALLY_FACTS = ("version", "game", "matches", "first_number", "scored", "expected", "gained")


def everything() -> tuple[list, ...]:
    """Every fact of the ladder; floats are compared to the last bit."""
    return (
        list(Rating.objects.order_by("game", "bot").values_list(*RATING_FACTS)),
        list(RatingChange.objects.order_by("rated_match", "index").values_list(*CHANGE_FACTS)),
        list(RatedMatch.objects.order_by("number").values_list("match", "number")),
        list(VersionTally.objects.order_by("game", "version").values_list(*TALLY_FACTS)),
        list(Ladder.objects.order_by("game").values_list("game", "bots", "estimates_total")),
        list(AllRound.objects.order_by("bot").values_list("bot", "rating", "estimate", "games")),
    )


@pytest.fixture
def history(bots, finished, next_version) -> tuple:
    """Some hundred matches, rated in small portions, with new versions in between."""
    versions = bots(6)
    rng = random.Random(6)
    for number in range(120):
        if number % 30 == 29:
            place = rng.randrange(6)
            versions[place] = next_version(versions[place].bot)
        table = rng.sample(versions, rng.randint(2, 6))
        finished(table, [rng.randint(1, len(table)) for _ in table])
        if number % 7 == 0:
            rate_finished(GAME)
    rate_finished(GAME)
    return everything()


def test_a_rebuild_gives_every_rating_and_change_to_the_last_bit(history) -> None:
    assert rebuild(GAME) == 120
    assert everything() == history


def test_a_rebuild_mends_what_was_damaged(history) -> None:
    Rating.objects.update(rating=1.0)
    RatingChange.objects.all().delete()
    rebuild(GAME)
    assert everything() == history


def test_a_rebuild_keeps_the_order_of_application_against_the_order_of_finishing(
    bots, finished
) -> None:
    """A worker may commit a match late, with an earlier time than one that was rated already."""
    one, two, three = bots(3)
    finished([one, two], [1, 2], finished_at="2026-01-02T00:00Z")
    rate_finished(GAME)
    finished([two, three], [1, 2], finished_at="2026-01-01T00:00Z")
    rate_finished(GAME)
    before = everything()
    rebuild(GAME)
    assert everything() == before


def test_the_command_rebuilds_every_ladder_and_says_so(history) -> None:
    out, err = StringIO(), StringIO()
    call_command("rebuild_ratings", stdout=out, stderr=err)
    assert out.getvalue() == f"{GAME}: 120 matches applied again.\n"
    assert "120 of 120 matches" in err.getvalue()
    assert everything() == history


def test_the_command_refuses_a_game_without_a_ladder(db) -> None:
    Ladder.objects.create(game=GAME)
    with pytest.raises(CommandError, match=f"There is no ladder of chess; there are: {GAME}"):
        call_command("rebuild_ratings", "chess")
