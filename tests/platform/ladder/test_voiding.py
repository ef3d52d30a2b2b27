"""Taking a match out of the ratings: by staff, with a reason, and for good."""

import pytest
from django.urls import reverse

from ladder import tasks
from ladder.models import AllRound, RatedMatch, Rating, RatingChange, VersionTally, Voiding
from ladder.services import VoidingRefused, games_to_rate, rate_finished, void

GAME = "davy-crockett"


@pytest.fixture(autouse=True)
def _quietly(sent) -> None:
    pass


def ratings() -> list[tuple]:
    return list(Rating.objects.order_by("bot").values_list("bot", "rating", "estimate", "matches"))


def test_the_ratings_are_as_if_the_match_had_never_been(bots, finished, staff) -> None:
    versions = bots(3)
    finished(versions, [1, 2, 3])
    finished(versions, [2, 1, 3])
    rate_finished(GAME)
    without = ratings()
    wrong = finished(versions, [3, 2, 1])
    rate_finished(GAME)
    assert ratings() != without
    void(wrong.pk, by=staff, reason="Played with a broken pack.")
    assert games_to_rate() == [GAME]
    tasks.rate(wrong.pk)
    assert ratings() == without
    assert not RatingChange.objects.filter(rated_match__match=wrong).exists()
    assert games_to_rate() == []


def test_later_matches_are_rated_again_without_it(bots, finished, staff) -> None:
    one, two = bots(2)
    first = finished([one, two], [1, 2])
    finished([one, two], [1, 2])
    rate_finished(GAME)
    void(first.pk, by=staff, reason="Wrong.")
    rate_finished(GAME)
    change = RatingChange.objects.get(bot=one.bot)
    assert (change.before, change.after, change.number) == (1500.0, 1520.0, 1)
    assert change.rated_match.number == 2


def test_who_has_no_other_match_leaves_every_ladder(bots, finished, staff) -> None:
    versions = bots(2)
    only = finished(versions, [1, 2])
    rate_finished(GAME)
    void(only.pk, by=staff, reason="Wrong.")
    rate_finished(GAME)
    assert not Rating.objects.exists()
    assert not VersionTally.objects.exists()
    assert set(AllRound.objects.values_list("games", flat=True)) == {0}


def test_a_match_voided_before_it_was_rated_never_is(bots, finished, staff) -> None:
    match = finished(bots(2), [1, 2])
    void(match.pk, by=staff, reason="Wrong.")
    assert rate_finished(GAME) == 0
    assert not RatedMatch.objects.exists()


def test_matches_finished_meanwhile_are_rated_after_the_rebuild(bots, finished, staff) -> None:
    versions = bots(2)
    first = finished(versions, [1, 2])
    rate_finished(GAME)
    void(first.pk, by=staff, reason="Wrong.")
    finished(versions, [2, 1])
    assert rate_finished(GAME) == 1
    assert Rating.objects.get(bot=versions[1].bot).rating == 1520.0


def test_the_message_is_sent_once_the_voiding_is_there(
    bots, finished, staff, sent, django_capture_on_commit_callbacks
) -> None:
    match = finished(bots(2), [1, 2])
    with django_capture_on_commit_callbacks(execute=True):
        void(match.pk, by=staff, reason="Wrong.")
    assert ("ladder.rate", (match.pk,)) in sent


def test_only_staff_void_and_only_once_with_a_reason_and_only_what_counts(
    bots, finished, staff, ann
) -> None:
    versions = bots(2)
    match = finished(versions, [1, 2])
    for by, reason, why in ((ann, "Wrong.", "Only staff"), (staff, "  ", "Give a reason")):
        with pytest.raises(VoidingRefused, match=why):
            void(match.pk, by=by, reason=reason)
    void(match.pk, by=staff, reason="Wrong.")
    with pytest.raises(VoidingRefused, match="voided already"):
        void(match.pk, by=staff, reason="Wrong.")
    unrated = finished(versions, [1, 2], rated=False)
    with pytest.raises(VoidingRefused, match="nothing to void"):
        void(unrated.pk, by=staff, reason="Wrong.")
    dropped = finished(versions, [1, 2], state="dropped", finished_at=None)
    with pytest.raises(VoidingRefused, match="not finished"):
        void(dropped.pk, by=staff, reason="Wrong.")


def test_staff_void_in_the_admin_and_the_match_says_so(client, bots, finished, staff) -> None:
    match = finished(bots(2), [1, 2])
    client.force_login(staff)
    address = reverse("admin:ladder_voiding_add")
    answer = client.post(address, {"match": match.pk, "reason": "A broken pack."})
    assert answer.status_code == 302
    voiding = Voiding.objects.get()
    assert (voiding.match, voiding.by, voiding.reason) == (match, staff, "A broken pack.")
    page = client.get(reverse("match", args=[match.pk])).content.decode()
    assert "Voided by sue" in page
    assert "A broken pack." in page
    again = client.post(address, {"match": match.pk, "reason": "Once more."}).content.decode()
    assert "voided already" in again
    assert Voiding.objects.count() == 1


def test_the_audit_log_cannot_be_changed(client, bots, finished, staff) -> None:
    match = finished(bots(2), [1, 2])
    voiding = void(match.pk, by=staff, reason="Wrong.")
    client.force_login(staff)
    for what in ("change", "delete"):
        address = reverse(f"admin:ladder_voiding_{what}", args=[voiding.pk])
        assert client.post(address, {"post": "yes", "reason": "x"}).status_code == 403
