import random

import pytest
from django.db import IntegrityError, transaction

from ladder import tasks
from ladder.models import AllRound, Ladder, RatedMatch, Rating, RatingChange, VersionTally
from ladder.services import games_to_rate, rate_finished

GAME = "davy-crockett"


def test_two_new_bots_move_by_half_of_forty(bots, finished) -> None:
    """Equal ratings: expected score one half; K is 40 for new bots."""
    winner, loser = bots(2)
    finished([winner, loser], [1, 2])
    assert rate_finished(GAME) == 1
    assert Rating.objects.get(bot=winner.bot).rating == 1520.0
    assert Rating.objects.get(bot=loser.bot).rating == 1480.0


def test_a_tie_of_equals_moves_nobody(bots, finished) -> None:
    finished(bots(4), [1, 1, 1, 1])
    rate_finished(GAME)
    assert set(Rating.objects.values_list("rating", flat=True)) == {1500.0}


def test_a_change_links_to_its_match_and_tells_before_and_after(bots, finished) -> None:
    versions = bots(3)
    match = finished(versions, [2, 1, 3])
    rate_finished(GAME)
    change = RatingChange.objects.get(bot=versions[1].bot)
    assert change.rated_match.match == match
    assert (change.index, change.place, change.before, change.k) == (1, 1, 1500.0, 40.0)
    assert change.after == 1520.0
    assert change.difference == 20.0


def test_asking_again_changes_nothing(bots, finished) -> None:
    match = finished(bots(2), [1, 2])
    tasks.rate(match.pk)
    ratings = list(Rating.objects.values_list("bot", "rating"))
    tasks.rate(match.pk)
    assert rate_finished(GAME) == 0
    assert list(Rating.objects.values_list("bot", "rating")) == ratings
    assert RatedMatch.objects.get().number == 1


def test_unrated_and_unfinished_matches_move_nobody(bots, finished) -> None:
    versions = bots(2)
    finished(versions, [1, 2], rated=False)
    finished(versions, [1, 2], state="dropped", finished_at=None)
    assert rate_finished(GAME) == 0
    assert not Rating.objects.exists()


def test_matches_are_applied_in_the_order_in_which_they_finished(bots, finished) -> None:
    versions = bots(2)
    second = finished(versions, [1, 2], finished_at="2026-01-02T00:00Z")
    first = finished(versions, [1, 2], finished_at="2026-01-01T00:00Z")
    rate_finished(GAME)
    assert list(RatedMatch.objects.order_by("number").values_list("match", flat=True)) == [
        first.pk,
        second.pk,
    ]
    assert Ladder.objects.get(game=GAME).rated_matches == 2


def test_a_bot_is_provisional_for_twenty_matches(bots, finished) -> None:
    versions = bots(2)
    for _ in range(19):
        finished(versions, [1, 2])
    rate_finished(GAME)
    assert {r.provisional_left for r in Rating.objects.all()} == {1}
    assert not Rating.objects.ranked().exists()
    finished(versions, [1, 2])
    finished(versions, [1, 2])
    rate_finished(GAME)
    assert Rating.objects.ranked().count() == 2
    assert RatingChange.objects.order_by("-rated_match__number").first().k == 20.0


def test_a_new_version_keeps_the_rating_and_is_provisional_again_for_ten_matches(
    bots, finished, next_version
) -> None:
    old, other = bots(2)
    for _ in range(20):
        finished([old, other], [1, 2])
    rate_finished(GAME)
    before = Rating.objects.get(bot=old.bot)
    new = next_version(old.bot)
    finished([new, other], [2, 2])
    rate_finished(GAME)
    change = RatingChange.objects.get(rated_match__number=21, bot=old.bot)
    after = Rating.objects.get(bot=old.bot)
    assert (change.before, change.k) == (before.rating, 40.0)
    assert (after.version, after.provisional_left) == (new, 9)


def test_a_late_match_of_an_old_version_does_not_make_it_new_again(
    bots, finished, next_version
) -> None:
    old, other = bots(2)
    new = next_version(old.bot)
    finished([new, other], [1, 2])
    finished([old, other], [1, 2])
    rate_finished(GAME)
    rating = Rating.objects.get(bot=old.bot)
    assert (rating.version, rating.provisional_left, rating.matches) == (new, 18, 2)


def test_the_ladder_puts_ranked_bots_first_and_then_goes_by_strength(bots) -> None:
    versions = bots(3)
    for version, estimate, left in zip(versions, (1400, 1600, 1900), (0, 0, 5), strict=True):
        Rating.objects.create(
            bot=version.bot, game=GAME, estimate=estimate, version=version, provisional_left=left
        )
    names = [row.bot.name for row in Rating.objects.of_game(GAME).in_order()]
    assert names == ["bot2", "bot1", "bot3"]


def test_the_same_match_cannot_be_rated_twice_whatever_the_code_does(bots, finished) -> None:
    match = finished(bots(2), [1, 2])
    rate_finished(GAME)
    with pytest.raises(IntegrityError), transaction.atomic():
        RatedMatch.objects.create(match=match, game=GAME, number=2)
    other = finished([e.version for e in match.entrants.all()], [1, 2])
    with pytest.raises(IntegrityError), transaction.atomic():
        RatedMatch.objects.create(match=other, game=GAME, number=1)


def test_ratings_of_all_bots_keep_their_sum(bots, finished) -> None:
    versions = bots(5)
    rng = random.Random(5)
    for _ in range(60):
        table = rng.sample(versions, rng.randint(2, 5))
        finished(table, [rng.randint(1, len(table)) for _ in table])
    rate_finished(GAME)
    ratings = list(Rating.objects.values_list("rating", flat=True))
    assert sum(ratings) == pytest.approx(1500.0 * 5, abs=1e-9)


def test_games_that_lost_messages_left_unrated_are_found(bots, finished) -> None:
    assert games_to_rate() == []
    versions = bots(2)
    finished(versions, [1, 2])
    finished(versions, [2, 1])
    assert games_to_rate() == [GAME]
    tasks.make_matches()
    assert games_to_rate() == []


@pytest.mark.django_db(transaction=True)
def test_four_workers_at_once_rate_every_match_once(bots, finished, sent, at_once) -> None:
    versions = bots(4)
    rng = random.Random(4)
    matches = [finished(rng.sample(versions, 3), [1, 2, 3]) for _ in range(40)]

    def work() -> None:
        for match in matches:
            tasks.rate(match.pk)

    at_once(4, work)
    numbers = RatedMatch.objects.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 41))
    assert RatingChange.objects.count() == 120
    total = sum(Rating.objects.values_list("rating", flat=True))
    assert total == pytest.approx(6000.0, abs=1e-9)


def test_a_change_tells_what_was_expected_and_what_was_scored(bots, finished) -> None:
    """Four equals: each is expected to beat half of the others; the second beats two of three."""
    finished(bots(4), [1, 2, 3, 4])
    rate_finished(GAME)
    second = RatingChange.objects.get(place=2)
    assert (second.expected, second.scored, second.number) == (0.5, pytest.approx(2 / 3), 1)


def test_the_latest_matches_are_kept_with_the_rating(bots, finished) -> None:
    versions = bots(2)
    matches = [finished(versions, [1, 2]) for _ in range(12)]
    rate_finished(GAME)
    rating = Rating.objects.get(bot=versions[0].bot)
    assert [match for match, *_ in rating.recent] == [match.pk for match in matches[2:]]
    assert [(place, bots) for _, place, bots, _ in rating.recent] == [(1, 2)] * 10
    first_kept = RatingChange.objects.get(bot=versions[0].bot, number=3)
    assert rating.trend == pytest.approx(rating.rating - first_kept.before)


def test_every_version_has_its_tally(bots, finished, next_version) -> None:
    old, other = bots(2)
    for _ in range(3):
        finished([old, other], [1, 2])
    new = next_version(old.bot)
    finished([new, other], [2, 1])
    rate_finished(GAME)
    tally = VersionTally.objects.get(version=new)
    assert (tally.matches, tally.first_number, tally.scored) == (1, 4, 0.0)
    changes = RatingChange.objects.filter(version=old)
    assert VersionTally.objects.get(version=old).gained == pytest.approx(
        sum(change.difference for change in changes)
    )


def test_the_mean_of_all_strengths_is_1500_as_that_of_the_ratings(bots, finished) -> None:
    versions = bots(4)
    for number in range(40):
        finished(versions[: 2 + number % 3], [1, 2, 3, 4][: 2 + number % 3])
    rate_finished(GAME)
    strengths = [rating.strength for rating in Rating.objects.with_offset()]
    assert sum(strengths) == pytest.approx(4 * 1500.0, abs=1e-6)


def test_the_all_round_place_is_the_mean_over_the_games(bots, finished) -> None:
    versions = bots(2)
    finished(versions, [1, 2])
    rate_finished(GAME)
    place = AllRound.objects.get(bot=versions[0].bot)
    rating = Rating.objects.get(bot=versions[0].bot)
    assert (place.games, place.rating, place.estimate) == (1, rating.rating, rating.estimate)
    assert place.deviation == rating.deviation
