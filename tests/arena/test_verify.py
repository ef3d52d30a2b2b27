"""Verification confirms a record and refuses a doctored one."""

import copy
import json

import pytest

from arena.games import find_game
from arena.match import play_match, play_sitting
from arena.record import RecordError
from arena.verify import commitment, verify, verify_commitment

DAVY = find_game("davy-crockett")


@pytest.fixture(scope="module")
def record():
    from arena.trial import RandomPlayer

    players = [RandomPlayer(shuffle_seed="v", number=number) for number in range(4)]
    played = play_sitting(DAVY, players, options={"deals": 2}, shuffle_seed="v", names=list("abcd"))
    return json.loads(json.dumps(played.record))


def test_a_true_record_holds(record):
    assert verify(record).totals == record["totals"]


def set_in(*path):
    def doctor(record, value):
        for step in path[:-1]:
            record = record[step]
        record[path[-1]] = value

    return doctor


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("totals",), [16, 16, 0, 0], "totals is not"),
        (("totals", 0), True, "totals is not"),
        (("places",), [1, 1, 1, 1], "places is not"),
        (("deals", 0, "scores"), [4, 4, 4, 4], "deal 0: scores is not"),
        (("deals", 1, "events", 5), ["play", 0, "R1"], "deal 1: events is not"),
        (("deals", 0, "dealer"), 9, "deal 0: dealer is not"),
        (("deals", 0, "pack", 0), "R1", "deal 0: pack is not"),
        (("shuffle_seed",), "w", "legal|turn|recorded"),
        (("shuffle_seed",), 5, "shuffle seed must be text"),
        (("options", "deals"), 3, "options|goes on|deals"),
        (("game",), "poker", "no game 'poker'"),
        (("players",), 9, "names must be"),
        (("title",), "David Crockett", "title is not"),
        (("version",), 2, "version 2 of the format"),
        (("format",), "x", "not a record"),
        (("names",), ["a"], "names must be one text per seat"),
        (("deals", 0, "moves", 0, 1), "Z9", "not one of the legal moves"),
        (("deals", 0, "moves", 0, 0), 7, "it was seat"),
        (("deals", 0, "moves", 0, 2), "forced", "legal moves, but it is recorded as 'forced'"),
        (("deals", 0, "moves", 0, 2), "stand-in", "faults don't explain"),
        (("deals", 0, "moves", 0, 2), -1, "each must be an object"),
        (("deals", 0, "moves", 0, 2), 1.5, "each must be an object"),
        (("faults",), [{"seat": 0}], "not a fault"),
        (("kinds", "draw", "private"), [], "kinds is not"),
    ],
)
def test_a_doctored_record_is_refused(record, path, value, message):
    doctored = copy.deepcopy(record)
    set_in(*path)(doctored, value)
    with pytest.raises(RecordError, match=message):
        verify(doctored)


def test_a_hidden_fault_is_refused(record):
    doctored = copy.deepcopy(record)
    doctored["faults"] = [{"seat": 0, "fault": "crash", "deal": 0, "move": 0, "carried": False}]
    with pytest.raises(RecordError, match="faults don't explain"):
        verify(doctored)


def test_missing_and_extra_fields_are_named(record):
    without = {key: value for key, value in record.items() if key != "places"}
    with pytest.raises(RecordError, match="missing: places"):
        verify(without)
    with pytest.raises(RecordError, match="not part of a record: note"):
        verify({**record, "note": "trust me"})


def test_a_deal_left_out_or_cut_short_is_refused(record):
    doctored = copy.deepcopy(record)
    del doctored["deals"][1]
    with pytest.raises(RecordError, match="goes on after deal 0"):
        verify(doctored)
    doctored = copy.deepcopy(record)
    del doctored["deals"][0]["moves"][-1]
    with pytest.raises(RecordError, match="deal 0 has not been played to its end"):
        verify(doctored)


def test_a_move_of_the_stand_in_that_it_would_not_have_made_is_refused(failing, first_legal):
    played = play_sitting(
        DAVY, [failing("crash"), first_legal()], options={"deals": 1}, shuffle_seed="v"
    )
    record = json.loads(json.dumps(played.record))
    verify(record)
    replays = DAVY.sit(2, {"deals": 1}, shuffle_seed="v")
    for move in record["deals"][0]["moves"]:
        if move[2] == "stand-in":
            move[1] = next(other for other in replays.legal() if other != move[1])
            break
        replays.play(move[1])
    with pytest.raises(RecordError, match="the stand-in would have played"):
        verify(record)


@pytest.mark.parametrize("record", [None, [], "x", 5, {}])
def test_what_is_no_record_is_refused(record):
    with pytest.raises(RecordError):
        verify(record)


def test_given_deals_are_verified_as_given(first_legal):
    deal = {"dealer": 1, "pack": list(DAVY.pack(2))}
    played = play_sitting(DAVY, [first_legal(), first_legal()], options={"deals": 1}, deals=[deal])
    verify(json.loads(json.dumps(played.record)))


def test_every_sitting_of_a_duplicate_match_holds(random_players):
    result = play_match(DAVY, random_players(4), options={"deals": 1}, shuffle_seed="v")
    for played in result.sittings:
        verify(json.loads(json.dumps(played.record)))


def test_the_commitment_binds_the_seed(record):
    # printf 'v:pepper' | sha256sum
    published = "ac4e2e42d2838cc192ed90eca5e98115eda3f14558a2150c184c82b03544eccc"
    assert commitment(shuffle_seed="v", salt="pepper") == published
    verify_commitment(record, salt="pepper", published=published)
    with pytest.raises(RecordError, match="don't give the published commitment"):
        verify_commitment(record, salt="salt", published=published)
