"""The referee: faults are the bot's alone, everything else is ours."""

import json

import pytest

from arena.game import SeatsError
from arena.games import find_game
from arena.match import play_match, play_sitting
from arena.player import FAULTS
from arena.record import FORCED, STAND_IN
from arena.verify import verify

DAVY = find_game("davy-crockett")


def play(players, **more):
    return play_sitting(DAVY, players, options={"deals": 1}, shuffle_seed="cast", **more)


def test_a_bot_is_never_asked_when_there_is_one_legal_move(first_legal):
    players = [first_legal() for _ in range(4)]
    played = play(players)
    assert all(len(view["legal"]) > 1 for player in players for view in player.views)
    moves = played.record["deals"][0]["moves"]
    asked = sum(isinstance(how, int) for _, _, how in moves)
    assert asked == sum(len(player.views) for player in players)
    assert {how for _, _, how in moves} == {250, FORCED}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_places_a_bot_last_and_the_stand_in_plays_on(fault, first_legal, failing):
    players = [first_legal(), failing(fault, nth=2), first_legal()]
    played = play(players)
    (charged,) = played.faults
    assert (charged.seat, charged.fault, charged.deal) == (1, fault, 0)
    assert charged.view["seat"] == 1
    assert len(players[1].views) == 2
    assert played.record["places"][1] == 3
    by_stand_in = {seat for seat, _, how in played.record["deals"][0]["moves"] if how == STAND_IN}
    assert by_stand_in == {1}
    verify(json.loads(json.dumps(played.record)))


class Text(str):
    """A string of a kind of its own, as a hostile host might let through."""


@pytest.mark.parametrize(
    "answer",
    ["R99", "", None, 5, True, ["R1"], {"move": "R1"}, 1.5, "r1", Text("R1"), 10**5000],
    ids=type,
)
def test_an_answer_that_is_not_a_legal_string_is_an_illegal_move(answer, first_legal, scripted):
    played = play([first_legal(), scripted(lambda view: answer), first_legal(), first_legal()])
    (charged,) = played.faults
    assert charged.fault == "illegal_move"
    assert "is not one of the legal moves" in charged.detail


def test_a_long_answer_is_cut_in_the_message(first_legal, scripted):
    played = play([scripted(lambda view: "x" * 10_000), first_legal()])
    assert len(played.faults[0].detail) < 600


def test_an_error_that_is_not_the_bots_ends_the_attempt(first_legal, scripted):
    def broken(view):
        raise OSError("the container has gone")

    with pytest.raises(OSError, match="has gone"):
        play([first_legal(), scripted(broken)])


def test_the_view_of_a_fault_is_the_one_at_that_moment(first_legal, failing):
    player = failing("crash", nth=3)
    played = play([player, first_legal()])
    view = played.faults[0].view
    assert view["legal"] == player.views[-1]["legal"]
    assert len(view["events"]) < len(played.record["deals"][0]["events"])


def test_in_a_duplicate_match_everybody_has_every_seat_once(first_legal):
    players = [first_legal() for _ in range(4)]
    result = play_match(DAVY, players, options={"deals": 1}, shuffle_seed="cast")
    assert [sorted(seats) for seats in zip(*result.seating, strict=True)] == [[0, 1, 2, 3]] * 4
    assert [sorted(player.seats) for player in players] == [[0, 1, 2, 3]] * 4
    assert [player.risen for player in players] == [4] * 4
    packs = [played.record["deals"][0]["pack"] for played in result.sittings]
    assert packs == [packs[0]] * 4


def test_bots_that_play_alike_tie_in_a_duplicate_match(first_legal):
    result = play_match(DAVY, [first_legal() for _ in range(4)], shuffle_seed="cast")
    assert len(set(result.scores)) == 1
    assert result.places == [1, 1, 1, 1]


def test_scores_of_a_match_are_summed_over_its_sittings(first_legal, random_players):
    result = play_match(DAVY, [first_legal(), *random_players(2)], shuffle_seed="cast")
    assert sum(result.scores) == 3 * 96
    for index in range(3):
        assert result.scores[index] == sum(
            played.scores[seats.index(index)]
            for played, seats in zip(result.sittings, result.seating, strict=True)
        )


def test_a_bot_that_failed_is_not_asked_in_later_sittings(first_legal, failing):
    bad = failing("timeout", nth=2)
    result = play_match(DAVY, [first_legal(), bad, first_legal()], shuffle_seed="cast")
    assert len(bad.views) == 2
    assert bad.seats == [1]
    assert list(result.faults) == [1]
    assert result.places[1] == 3
    carried = [fault["carried"] for played in result.sittings for fault in played.record["faults"]]
    assert carried == [False, True, True]
    for played in result.sittings:
        verify(json.loads(json.dumps(played.record)))


def test_a_bot_that_cannot_be_imported_fails_before_the_first_question(first_legal, scripted):
    from arena.player import BotFault

    class Unimportable(type(first_legal())):
        def sit(self, **seat):
            raise BotFault("crash", "SyntaxError")

    result = play_match(DAVY, [Unimportable(lambda view: ""), first_legal()], shuffle_seed="cast")
    assert result.faults[0].view is None
    assert result.places == [2, 1]


def test_every_event_is_heard_once_and_in_order(first_legal):
    heard = []
    played = play_sitting(
        DAVY,
        [first_legal(), first_legal()],
        options={"deals": 3},
        shuffle_seed="cast",
        on_event=heard.append,
    )
    told = [event for deal in played.record["deals"] for event in deal["events"]]
    assert json.loads(json.dumps(heard)) == told


def test_equal_bots_and_seed_give_an_equal_record(first_legal):
    one, other = (play([first_legal() for _ in range(3)]).record for _ in range(2))
    assert one == other


@pytest.mark.parametrize("names", [[], ["Ada"], ["Ada", "Ben", "Cleo"]])
def test_names_are_one_each(first_legal, names):
    players = [first_legal(), first_legal()]
    with pytest.raises(ValueError, match="for 2 players; give one each"):
        play(players, names=names)
    with pytest.raises(ValueError, match="for 2 players; give one each"):
        play_match(DAVY, players, shuffle_seed="cast", names=names)


@pytest.mark.parametrize("count", [0, 1, 7])
def test_a_table_of_the_wrong_size_is_refused(first_legal, count):
    with pytest.raises(SeatsError, match=f"played by 2 to 6 players, not by {count}"):
        play_match(DAVY, [first_legal() for _ in range(count)], shuffle_seed="cast")
