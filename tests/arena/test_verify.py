"""Verification confirms a record and refuses a doctored one."""

import copy
import json

import pytest

from arena.games import find_game
from arena.match import play_match, play_sitting
from arena.places import places
from arena.player import BotFault
from arena.record import RecordError
from arena.shape import check_shape
from arena.telling import tell_record
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
        (("deals", 1, "events", 0, 1), True, "deal 1: events is not"),
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
        (("deals", 0, "moves", 0, 2), -1, "moves: each must be"),
        (("deals", 0, "moves", 0, 2), 1.5, "moves: each must be"),
        (("deals", 0, "note"), None, "deal 0: not part of a deal: 'note'"),
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
    with pytest.raises(RecordError, match="not part of a record: 'note'"):
        verify({**record, "note": "trust me"})


def add_fault(record, *, seat, deal, move, carried=False):
    """The record with one more fault, and the places that go with it."""
    doctored = copy.deepcopy(record)
    doctored["faults"].append(
        {"seat": seat, "fault": "crash", "deal": deal, "move": move, "carried": carried}
    )
    faulty = {fault["seat"] for fault in doctored["faults"]}
    doctored["places"] = places(doctored["totals"], faulty=faulty)
    return doctored


@pytest.mark.parametrize(("deal", "move"), [(0, 10**6), (0, 44), (1, 43), (2, 0), (99, 0)])
def test_a_fault_where_the_bot_was_not_asked_is_refused(record, deal, move):
    for seat in range(4):
        with pytest.raises(RecordError, match="was not asked|faults don't explain"):
            verify(add_fault(record, seat=seat, deal=deal, move=move))


@pytest.fixture(scope="module")
def record_of_a_crash():
    from arena.trial import RandomPlayer

    class Crashing(RandomPlayer):
        asked = 0

        def choose(self, view):
            self.asked += 1
            if self.asked == 3:
                raise BotFault("crash", "as the test wants")
            return super().choose(view)

    players = [Crashing(shuffle_seed="v", number=number) for number in range(3)]
    played = play_sitting(DAVY, players, options={"deals": 1}, shuffle_seed="v")
    return json.loads(json.dumps(played.record))


def test_a_fault_told_earlier_than_it_happened_is_refused(record_of_a_crash):
    doctored = copy.deepcopy(record_of_a_crash)
    doctored["faults"][0]["move"] -= 1
    with pytest.raises(RecordError, match="was not asked|faults don't explain"):
        verify(doctored)


def test_faults_are_told_in_the_order_they_happened(record_of_a_crash):
    assert len(record_of_a_crash["faults"]) == 3
    verify(record_of_a_crash)
    doctored = copy.deepcopy(record_of_a_crash)
    doctored["faults"].reverse()
    with pytest.raises(RecordError, match="not in the order"):
        verify(doctored)


def test_a_deal_after_the_end_is_refused(record):
    doctored = copy.deepcopy(record)
    doctored["deals"].append({**doctored["deals"][1], "moves": [], "events": []})
    with pytest.raises(RecordError, match="deal 2: the match had ended before it"):
        verify(doctored)


def test_a_move_told_in_the_deal_before_its_own_is_refused(record):
    doctored = copy.deepcopy(record)
    doctored["deals"][0]["moves"].append(doctored["deals"][1]["moves"].pop(0))
    with pytest.raises(RecordError, match="deal 0, move 44: the deal had ended before it"):
        verify(doctored)


def test_the_order_of_names_in_an_object_is_no_matter(record):
    verify(dict(reversed(record.items())))


def every_place(value, path=()):
    """The path of every value inside a value of JSON, two of each list."""
    for key in value if isinstance(value, dict) else range(min(len(value), 2)):
        yield (*path, key)
        if isinstance(value[key], dict | list):
            yield from every_place(value[key], (*path, key))


def value_at(value, path):
    for key in path:
        value = value[key]
    return value


def nested(depth):
    value: list = []
    for _ in range(depth):
        value = [value]
    return value


STRANGE = [
    *(None, True, 0.0, 1.0, float("nan"), -1, 2**60, 10**5000, "\ud800", "?"),
    *([], {}, [[]], [0], {"a": 1}, nested(900)),
]


def test_a_strange_value_anywhere_is_refused_and_nothing_but_refused(record_of_a_crash):
    kept = []
    for path in every_place(record_of_a_crash):
        true = value_at(record_of_a_crash, path)
        for strange in STRANGE:
            if type(strange) is type(true) and strange == true:
                continue
            doctored = copy.deepcopy(record_of_a_crash)
            set_in(*path)(doctored, strange)
            try:
                verify(doctored)
            except RecordError:
                continue
            kept.append((path, strange))
    # Any text is a name; all the rest is checked.
    assert kept == [(("names", seat), "?") for seat in range(2)]


def test_what_is_shaped_like_a_record_can_be_told(record_of_a_crash):
    for path in every_place(record_of_a_crash):
        for strange in STRANGE:
            doctored = copy.deepcopy(record_of_a_crash)
            set_in(*path)(doctored, strange)
            try:
                check_shape(doctored)
            except RecordError:
                continue
            for seat in (None, 1):
                "\n".join(tell_record(doctored, seat=seat, whole=False)).encode()


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
