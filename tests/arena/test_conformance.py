"""What every game owes, whichever it is. Games are discovered: a new one is tried unasked."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.events import HIDDEN
from arena.game import IllegalMove, SeatsError
from arena.games import all_games
from arena.match import play_sitting
from arena.rules import rules_page
from arena.telling import tell
from arena.trial import RandomPlayer
from arena.verify import verify

CASES = [
    pytest.param(game, players, id=f"{game.name}-{players}")
    for game in all_games().values()
    for players in game.seats
]
every_game = pytest.mark.parametrize(("game", "players"), CASES)
seeds = st.integers(0, 2**32).map(str)
few = settings(max_examples=10, deadline=None)


def random_play(game, players, seed, *, deals=1):
    """A sitting and the random moves that end it, yielded before each move."""
    rng = random.Random(seed)
    sitting = game.sit(players, {"deals": deals}, shuffle_seed=seed)
    while not sitting.over:
        yield sitting
        sitting.play(rng.choice(sitting.legal()))


def cards_in(value, pack):
    """Every card named anywhere in a value made of lists, tuples and dicts."""
    if isinstance(value, str):
        return [value] if value in pack else []
    if isinstance(value, dict):
        return [card for item in value.values() for card in cards_in(item, pack)]
    if isinstance(value, list | tuple):
        return [card for item in value for card in cards_in(item, pack)]
    return []


@every_game
@given(seed=seeds)
@few
def test_legal_moves_are_distinct_strings_in_plain_order(game, players, seed):
    for sitting in random_play(game, players, seed):
        legal = sitting.legal()
        assert legal
        assert all(type(move) is str for move in legal)
        assert list(legal) == sorted(set(legal))


@every_game
@given(seed=seeds)
@few
def test_an_illegal_move_changes_nothing(game, players, seed):
    for sitting in random_play(game, players, seed):
        before = [sitting.view(seat) for seat in range(players)]
        other = next((card for card in game.pack(players) if card not in sitting.legal()), "")
        for move in ("", other, sitting.legal()[0] + " "):
            with pytest.raises(IllegalMove):
                sitting.play(move)
        assert [sitting.view(seat) for seat in range(players)] == before
    with pytest.raises(IllegalMove, match="the sitting is over"):
        sitting.play("")


class Text(str):
    """A string of a kind of its own."""


class Chameleon:
    """Equal to everything."""

    def __eq__(self, other):
        return True

    __hash__ = None


@every_game
def test_what_is_not_a_plain_string_is_no_move(game, players):
    sitting = game.sit(players, shuffle_seed="strict")
    before = [sitting.view(seat) for seat in range(players)]
    legal = Text(sitting.legal()[0])
    for move in (legal, Chameleon(), None, True, 1, 10**5000, b"R1", [], {}, "\ud800"):
        with pytest.raises(IllegalMove, match="is not one of the legal moves"):
            sitting.play(move)
    assert [sitting.view(seat) for seat in range(players)] == before


@every_game
def test_only_a_seat_has_a_view(game, players):
    sitting = game.sit(players, shuffle_seed="strict")
    for seat in (-1, -2, players, players + 1, True, 1.0, "1", [], 10**5000):
        with pytest.raises(SeatsError, match=f"the seats are 0 to {players - 1}"):
            sitting.seen(seat)
        with pytest.raises(SeatsError, match=f"the seats are 0 to {players - 1}"):
            sitting.view(seat)
    with pytest.raises(SeatsError):
        sitting.view(None)


@every_game
@given(seed=seeds)
@few
def test_scores_add_up_to_the_totals(game, players, seed):
    sitting = None
    for sitting in random_play(game, players, seed, deals=3):  # noqa: B007
        pass
    opening = sitting._opening_total()
    assert sitting.totals == [
        opening + sum(deal.scores[seat] for deal in sitting.deals) for seat in range(players)
    ]


@every_game
@given(seed=seeds)
@few
def test_hands_are_dealt_from_the_pack_and_no_card_is_dealt_twice(game, players, seed):
    sitting = game.sit(players, shuffle_seed=seed)
    dealt = [card for event in sitting.events if event[0] == "hand" for card in event[2]]
    assert not Counter(dealt) - Counter(game.pack(players))
    assert Counter(sitting.deals[0].shuffle.pack) == Counter(game.pack(players))


@every_game
@given(seed=seeds)
@few
def test_the_same_seed_gives_the_same_cards_whatever_the_options(game, players, seed):
    one = game.sit(players, {"deals": 1}, shuffle_seed=seed).chance
    other = game.sit(players, {"deals": 7}, shuffle_seed=seed).chance
    assert [one.shuffle(deal) for deal in range(3)] == [other.shuffle(deal) for deal in range(3)]


@every_game
@given(seed=seeds)
@few
def test_a_view_is_plain_json_with_what_the_contract_names(game, players, seed):
    for sitting in random_play(game, players, seed):
        view = json.loads(json.dumps(sitting.view(sitting.turn)))
        assert {
            *("game", "options", "players", "seat", "dealer", "deal", "totals", "hand", "legal"),
            *("events", "history"),
        } <= set(view)
        assert view["legal"] == list(sitting.legal())


@every_game
@given(seed=seeds)
@few
def test_events_are_declared_and_can_be_told(game, players, seed):
    names = [f"bot{seat}" for seat in range(players)]
    sitting = None
    for sitting in random_play(game, players, seed):  # noqa: B007
        pass
    for event in sitting.deals[0].events:
        kind = game.kinds[event[0]]
        assert len(event) == 1 + len(kind.fields)
        assert set(kind.private) <= set(kind.fields)
        assert "{" not in tell(event, kind, names)


@every_game
@given(seed=seeds, data=st.data())
@settings(max_examples=30, deadline=None)
def test_a_view_tells_nothing_of_what_its_seat_has_not_seen(game, players, seed, data):
    """Two cards that a seat hasn't seen change places; its view must be the same.

    What it has seen is what its events say: a card that only the rest of the view shows is a
    leak. That the events themselves hide enough is each game's own test.
    """
    rng = random.Random(seed)
    play = list(random_play_log(game, players, seed))
    seat, moves, view = data.draw(st.sampled_from(play))
    shuffle = game.sit(players, {"deals": 1}, shuffle_seed=seed).deals[0].shuffle
    seen = set(cards_in(view["events"], shuffle.pack))
    unseen = [place for place, card in enumerate(shuffle.pack) if card not in seen]
    for _ in range(10):
        if len(unseen) < 2:
            return
        one, other = rng.sample(unseen, 2)
        pack = list(shuffle.pack)
        pack[one], pack[other] = pack[other], pack[one]
        redealt = game.sit(
            players, {"deals": 1}, deals=[shuffle._replace(pack=tuple(pack)).as_json()]
        )
        try:
            for move in moves:
                redealt.play(move)
        except IllegalMove:
            continue  # with those cards somebody couldn't have moved so
        if redealt.turn == seat:
            assert json.loads(json.dumps(redealt.view(seat))) == view


def random_play_log(game, players, seed):
    """(seat to move, moves so far, its view as JSON gives it back) at each decision."""
    moves = []
    rng = random.Random(seed)
    sitting = game.sit(players, {"deals": 1}, shuffle_seed=seed)
    while not sitting.over:
        yield sitting.turn, list(moves), json.loads(json.dumps(sitting.view(sitting.turn)))
        moves.append(rng.choice(sitting.legal()))
        sitting.play(moves[-1])


@every_game
def test_a_spectator_sees_less_than_any_seat(game, players):
    for sitting in random_play(game, players, "spectator"):
        for seat in range(players):
            for shown, known in zip(sitting.seen(None), sitting.seen(seat), strict=True):
                assert all(
                    one == other or HIDDEN in str(one)
                    for one, other in zip(shown, known, strict=True)
                )


@every_game
@given(seed=seeds)
@few
def test_a_record_is_played_again_to_the_same_end(game, players, seed):
    mates = [RandomPlayer(shuffle_seed=seed, number=number) for number in range(players)]
    played = play_sitting(game, mates, options={"deals": 2}, shuffle_seed=seed)
    record = json.loads(json.dumps(played.record))
    assert verify(record).totals == played.scores


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_game_has_a_page_of_rules(game):
    assert game.title in rules_page(game)
    assert game.table_size in game.seats
