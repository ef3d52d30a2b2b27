import hashlib
import logging

import pytest

from arena.options import OptionError
from matches.models import Match
from matches.services import TableRefused, schedule

GAME = "davy-crockett"


def test_a_match_freezes_its_versions_in_their_order(match, table) -> None:
    versions = table("plays the first", "plays the last", "plays the first")
    made = match(versions=versions)
    assert [entrant.version for entrant in made.entrants.order_by("index")] == versions
    assert made.state == "waiting"
    assert made.options["deals"] == 1


def test_the_seed_is_committed_to_beforehand_and_shown_only_afterwards(match) -> None:
    made = match()
    words = f"{made.shuffle_seed}:{made.salt}".encode()
    assert made.commitment == hashlib.sha256(words).hexdigest()
    assert (made.revealed_seed, made.revealed_salt) == ("", "")
    made.state = Match.State.FINISHED
    assert (made.revealed_seed, made.revealed_salt) == (made.shuffle_seed, made.salt)


def test_two_matches_do_not_share_a_seed_or_a_salt(match, table) -> None:
    versions = table("plays the first", "plays the last")
    one, other = (
        match(versions=versions, shuffle_seed=None),
        match(versions=versions, shuffle_seed=None),
    )
    assert one.shuffle_seed != other.shuffle_seed
    assert one.salt != other.salt


def test_the_seed_goes_to_no_log_and_no_name(match, caplog) -> None:
    with caplog.at_level(logging.DEBUG):
        made = match()
    assert made.shuffle_seed not in caplog.text + str(made)


def test_the_workers_are_told_once_it_is_committed(
    match, sent, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        made = match()
    made.refresh_from_db()
    assert sent[-1] == ("matches.play", (made.pk,))
    assert made.sent_at is not None


def test_a_broker_that_is_away_stops_nobody(
    match, monkeypatch, django_capture_on_commit_callbacks
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        monkeypatch.setattr("bots.broker.post", lambda *_, **__: False)
        made = match()
    made.refresh_from_db()
    assert made.sent_at is None
    assert Match.objects.unsent(resend_after_s=300).get() == made


def test_a_table_must_suit_the_game(table) -> None:
    with pytest.raises(TableRefused, match="2 to 6 bots, not by 1"):
        schedule(game=GAME, versions=table("plays the first"), kind="ladder", rated=True)


def test_a_bot_does_not_meet_itself(table) -> None:
    (version,) = table("plays the first")
    with pytest.raises(TableRefused, match="twice"):
        schedule(game=GAME, versions=[version, version], kind="challenge", rated=False)


def test_bots_of_one_owner_meet_only_unrated(accepted, ann) -> None:
    versions = [accepted(ann, "one"), accepted(ann, "two")]
    with pytest.raises(TableRefused, match="one owner"):
        schedule(game=GAME, versions=versions, kind="ladder", rated=True)
    assert schedule(game=GAME, versions=versions, kind="challenge", rated=False).pk


def test_options_are_completed_and_checked(table) -> None:
    versions = table("plays the first", "plays the last")
    assert schedule(game=GAME, versions=versions, kind="ladder", rated=True).options["deals"] >= 1
    with pytest.raises(OptionError):
        schedule(game=GAME, versions=versions, kind="ladder", rated=True, options={"lives": 9})
