"""What every game owes, whichever it is. Games are discovered: a new one is tried unasked."""

import json
import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.cards import number
from arena.events import HIDDEN, seen_from
from arena.game import IllegalMove, SeatsError
from arena.games import all_games
from arena.games.davy_crockett import DavyCrockett, DavyCrockettSitting
from arena.match import play_sitting
from arena.rules import rules_page
from arena.telling import tell
from arena.trial import RandomPlayer
from arena.verify import verify


def variants(game):
    """The options that choose each way of playing the game; the usual one is empty."""
    return [{}] + [{option.name: choice} for option in game.options for choice in option.choices]


CASES = [
    pytest.param(game, players, variant, id="-".join((game.name, str(players), *variant.values())))
    for game in all_games().values()
    for players in game.seats
    for variant in variants(game)
]
every_game = pytest.mark.parametrize(("game", "players", "variant"), CASES)
seeds = st.integers(0, 2**32).map(str)
few = settings(max_examples=10, deadline=None)


def random_play(game, players, variant, seed, *, deals=1):
    """A sitting and the random moves that end it, yielded before each move."""
    rng = random.Random(seed)
    sitting = game.sit(players, {"deals": deals, **variant}, shuffle_seed=seed)
    while not sitting.over:
        yield sitting
        sitting.play(rng.choice(sitting.legal()))


def now_and_then(play):
    """The first decisions of a sitting and then every nineteenth, for what takes long to look at."""
    return (sitting for number, sitting in enumerate(play) if number < 3 or number % 19 == 0)


def as_json(view):
    """The view as a bot gets it, and a copy: its lists of events grow with the sitting."""
    return json.loads(json.dumps(view))


def played_out(game, players, variant, seed, *, deals=1):
    """The finished sitting of random moves."""
    sitting = None
    for sitting in random_play(game, players, variant, seed, deals=deals):  # noqa: B007
        pass
    return sitting


def cards_in(value, pack):
    """Every card named anywhere in a value made of lists, tuples and dicts, alone or joined."""
    if isinstance(value, str):
        return [word for word in re.findall(r"\w+", value) if word in pack]
    if isinstance(value, dict):
        return [card for item in value.values() for card in cards_in(item, pack)]
    if isinstance(value, list | tuple):
        return [card for item in value for card in cards_in(item, pack)]
    return []


@every_game
@given(seed=seeds)
@few
def test_legal_moves_are_distinct_strings_in_plain_order(game, players, variant, seed):
    for sitting in random_play(game, players, variant, seed):
        legal = sitting.legal()
        assert legal
        assert all(type(move) is str for move in legal)
        assert list(legal) == sorted(set(legal))


@every_game
@given(seed=seeds)
@few
def test_an_illegal_move_changes_nothing(game, players, variant, seed):
    for sitting in now_and_then(random_play(game, players, variant, seed)):
        before = [json.dumps(sitting.view(seat)) for seat in range(players)]
        other = next((card for card in game.pack(players) if card not in sitting.legal()), "")
        for move in ("", other, sitting.legal()[0] + " "):
            with pytest.raises(IllegalMove):
                sitting.play(move)
        assert [json.dumps(sitting.view(seat)) for seat in range(players)] == before
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
def test_what_is_not_a_plain_string_is_no_move(game, players, variant):
    sitting = game.sit(players, variant, shuffle_seed="strict")
    before = as_json([sitting.view(seat) for seat in range(players)])
    legal = Text(sitting.legal()[0])
    for move in (legal, Chameleon(), None, True, 1, 10**5000, b"R1", [], {}, "\ud800"):
        with pytest.raises(IllegalMove, match="is not one of the legal moves"):
            sitting.play(move)
    assert as_json([sitting.view(seat) for seat in range(players)]) == before


@every_game
def test_only_a_seat_has_a_view(game, players, variant):
    sitting = game.sit(players, variant, shuffle_seed="strict")
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
def test_scores_add_up_to_the_totals(game, players, variant, seed):
    sitting = played_out(game, players, variant, seed, deals=3)
    opening = sitting._opening_total()
    assert sitting.totals == [
        opening + sum(deal.scores[seat] for deal in sitting.deals) for seat in range(players)
    ]


@every_game
@given(seed=seeds)
@few
def test_hands_are_dealt_from_the_pack_and_no_card_is_dealt_twice(game, players, variant, seed):
    sitting = game.sit(players, variant, shuffle_seed=seed)
    dealt = [card for event in sitting.events if event[0] == "hand" for card in event[2]]
    assert not Counter(dealt) - Counter(game.pack(players))
    assert Counter(sitting.deals[0].shuffle.pack) == Counter(game.pack(players))


@every_game
@given(seed=seeds)
@few
def test_a_card_is_in_one_hand_or_in_the_stock_or_was_shown_to_all(game, players, variant, seed):
    """No card comes from nowhere, is there twice, or goes without everybody seeing it go."""
    for sitting in now_and_then(random_play(game, players, variant, seed)):
        pack = sitting.deals[0].shuffle.pack
        views = [sitting.view(seat) for seat in range(players)]
        held = Counter(card for view in views for card in view["hand"])
        if any(event[0] == "reshuffle" for event in sitting.events):
            dealt = Counter(pack)
        else:
            dealt = Counter(pack[: len(pack) - views[0].get("stock", 0)])
        assert not held - dealt
        assert held.total() + views[0].get("stock", 0) <= len(pack)
        shown = Counter(cards_in(sitting.seen(None), set(pack)))
        assert not dealt - held - shown
        assert [len(view["hand"]) for view in views] == views[0]["hands"]


@every_game
@given(seed=seeds)
@few
def test_the_same_seed_gives_the_same_cards_whatever_the_options(game, players, variant, seed):
    one = game.sit(players, {"deals": 1, **variant}, shuffle_seed=seed).chance
    other = game.sit(players, {"deals": 7}, shuffle_seed=seed).chance
    assert [one.shuffle(deal) for deal in range(3)] == [other.shuffle(deal) for deal in range(3)]


@every_game
@given(seed=seeds)
@few
def test_a_view_is_plain_json_with_what_the_contract_names(game, players, variant, seed):
    for sitting in now_and_then(random_play(game, players, variant, seed)):
        view = as_json(sitting.view(sitting.turn))
        assert {
            *("game", "options", "players", "seat", "dealer", "deal", "totals", "hand", "legal"),
            *("events", "history"),
        } <= set(view)
        assert view["legal"] == list(sitting.legal())


@every_game
@given(seed=seeds)
@few
def test_events_are_declared_and_can_be_told(game, players, variant, seed):
    names = [f"bot{seat}" for seat in range(players)]
    sitting = played_out(game, players, variant, seed)
    for event in sitting.deals[0].events:
        kind = game.kinds[event[0]]
        assert len(event) == 1 + len(kind.fields)
        assert set(kind.private) <= set(kind.fields)
        assert not kind.private or set(kind.knowers) <= set(kind.fields)
        assert "{" not in tell(event, kind, names)


def played_up_to(game, players, variant, seed, moves):
    """A sitting of one deal after this many random moves, counted round if it has fewer."""
    made = played_out(game, players, variant, seed).deals[0].moves
    sitting = game.sit(players, {"deals": 1, **variant}, shuffle_seed=seed)
    for _, move in made[: moves % len(made)]:
        sitting.play(move)
    return sitting


def course_of(sitting, seat):
    """The moves of the first deal, each as (seat, move, whether ``seat`` saw less than happened)."""
    again = sitting.game.sit(
        sitting.players, sitting.options, deals=[sitting.deals[0].shuffle.as_json()]
    )
    course = []
    for mover, move in sitting.deals[0].moves:
        known = len(again.events)
        again.play(move)
        course.append((mover, move, again.seen(seat)[known:] != again.events[known:]))
    return course


def played_alike(sitting, seat, course, shuffle, rng):
    """A sitting of other cards that has gone the same way in the eyes of ``seat``, or None.

    What others did unseen may have been another move of the same word: another card offered.
    """
    like = sitting.game.sit(sitting.players, sitting.options, deals=[shuffle.as_json()])
    for mover, move, is_hidden in course:
        word, _, what = move.partition(" ")
        legal = like.legal()
        if what and is_hidden and mover != seat and (move not in legal or rng.random() < 0.1):
            move = rng.choice([other for other in legal if other.startswith(f"{word} ")] or [move])
        if like.turn != mover or move not in legal:
            return None
        like.play(move)
    return like if like.deal == sitting.deal and like.seen(seat) == sitting.seen(seat) else None


def unseen_places(sitting, seat):
    """Where in the pack the cards are that ``seat`` may not know: any of them, and those that may
    be in another's hand."""
    pack = sitting.deals[0].shuffle.pack
    seen = set(cards_in(sitting.seen(seat), set(pack)))
    held = {card for other in others(sitting, seat) for card in sitting.view(other)["hand"]}
    copies = Counter(pack)
    unseen = [place for place, card in enumerate(pack) if card not in seen or copies[card] > 1]
    return unseen, [place for place in unseen if pack[place] in held]


def look_alikes(sitting, seat, rng, *, tries=100, enough=8):
    """Other sittings, of other cards, in which ``seat`` has seen the same events.

    Cards of the pack that the seat hasn't seen change places, and where a card is there several
    times any of them, one swap after the other as long as all has gone the same way; the order
    of the reshuffle, which nobody knows, is drawn anew.
    """
    shuffle = sitting.deals[0].shuffle
    course = course_of(sitting, seat)
    unseen, in_hands = unseen_places(sitting, seat)
    found = 0
    for _ in range(tries if in_hands and len(unseen) > 1 else 0):
        one, other = rng.choice(in_hands), rng.choice(unseen)
        pack = list(shuffle.pack)
        if pack[one] == pack[other]:
            continue
        pack[one], pack[other] = pack[other], pack[one]
        redealt = shuffle._replace(pack=tuple(pack))
        if shuffle.reshuffle is not None:
            redealt = redealt._replace(reshuffle=tuple(rng.sample(pack, len(pack))))
        if like := played_alike(sitting, seat, course, redealt, rng):
            shuffle = redealt
            yield like
            found += hands_differ(sitting, like, seat)
            if found == enough:
                return


def others(sitting, seat):
    return [other for other in range(sitting.players) if other != seat]


def hands_differ(one, other, seat):
    """Whether a seat but this one holds other cards."""
    return any(one.view(mate)["hand"] != other.view(mate)["hand"] for mate in others(one, seat))


@every_game
@given(seed=seeds, moves=st.integers(0, 300), data=st.data())
@settings(max_examples=15, deadline=None)
def test_a_view_tells_nothing_of_what_its_seat_has_not_seen(
    game, players, variant, seed, moves, data
):
    """What a seat has seen is what its events say: a card that only the rest of the view shows
    is a leak. That the events themselves hide enough is each game's own test."""
    sitting = played_up_to(game, players, variant, seed, moves)
    seat = data.draw(st.integers(0, players - 1))
    for like in look_alikes(sitting, seat, random.Random(seed)):
        assert like.view(seat) == sitting.view(seat)


@every_game
def test_redealing_would_find_a_leak(game, players, variant):
    """Most positions with something unseen have look-alikes in which another holds other cards."""
    rng = random.Random("leak")
    positions = found = 0
    while positions < 20:
        sitting = played_up_to(game, players, variant, str(rng.random()), rng.randrange(300))
        seat = rng.randrange(players)
        unseen, in_hands = unseen_places(sitting, seat)
        positions += len(in_hands) > 1 and len(unseen) > len(sitting.view(seat)["hand"])
        found += any(
            hands_differ(sitting, like, seat) for like in look_alikes(sitting, seat, rng, enough=1)
        )
    assert found > positions / 2


class LeakySitting(DavyCrockettSitting):
    """Shows how many character cards seat 0 holds."""

    def _look(self, seat):
        characters = sum(number(card) > 7 for card in self.hands[0].cards)
        return {**super()._look(seat), "characters": characters}


class LeakyGame(DavyCrockett):
    def begin(self, players, options, chance):
        return LeakySitting(game=self, players=players, options=options, chance=chance)


def test_a_small_leak_is_found():
    rng = random.Random("leak")
    leaks = 0
    for moves in range(20):
        sitting = played_up_to(LeakyGame(), 4, {}, "leak", moves)
        leaks += any(like.view(1) != sitting.view(1) for like in look_alikes(sitting, 1, rng))
        assert all(like.view(0) == sitting.view(0) for like in look_alikes(sitting, 0, rng))
    assert leaks > 10


@every_game
@given(seed=seeds)
@few
def test_everybody_is_shown_the_events_as_their_kinds_say(game, players, variant, seed):
    """Looked at now and then, as they come, they are what ``seen_from`` makes of each."""
    for sitting in now_and_then(random_play(game, players, variant, seed)):
        for seat in (sitting.turn, None):
            assert sitting.seen(seat) == [
                seen_from(event, seat, game.kinds) for event in sitting.events
            ]


@every_game
def test_a_spectator_sees_less_than_any_seat(game, players, variant):
    for sitting in now_and_then(random_play(game, players, variant, "spectator")):
        for seat in range(players):
            for shown, known in zip(sitting.seen(None), sitting.seen(seat), strict=True):
                assert all(
                    one == other or HIDDEN in str(one)
                    for one, other in zip(shown, known, strict=True)
                )


@every_game
@given(seed=seeds)
@few
def test_a_record_is_played_again_to_the_same_end(game, players, variant, seed):
    mates = [RandomPlayer(shuffle_seed=seed, number=number) for number in range(players)]
    played = play_sitting(game, mates, options={"deals": 2, **variant}, shuffle_seed=seed)
    record = json.loads(json.dumps(played.record))
    assert verify(record).totals == played.scores


@every_game
@given(seed=seeds)
@few
def test_a_sitting_is_restored_from_its_chance_and_its_moves(game, players, variant, seed):
    """Every deal given by hand, as a record holds it, and the same moves: the same sitting."""
    sitting = played_out(game, players, variant, seed, deals=2)
    deals = [deal.shuffle.as_json() for deal in sitting.deals]
    restored = game.sit(players, sitting.options, deals=json.loads(json.dumps(deals)))
    for deal in sitting.deals:
        for seat, move in deal.moves:
            assert restored.turn == seat
            restored.play(move)
    assert restored.over
    assert [deal.events for deal in restored.deals] == [deal.events for deal in sitting.deals]


@every_game
@given(seed=seeds)
@few
def test_a_view_that_is_kept_up_to_date_is_as_one_that_is_begun_now(game, players, variant, seed):
    kept = game.sit(players, {"deals": 1, **variant}, shuffle_seed=seed)
    for sitting in now_and_then(random_play(game, players, variant, seed)):
        moves = [move for _, move in sitting.deals[0].moves]
        for move in moves[len(kept.deals[0].moves) :]:
            for seat in range(players):
                kept.view(seat)
            kept.play(move)
        begun = game.sit(players, {"deals": 1, **variant}, shuffle_seed=seed)
        for move in moves:
            begun.play(move)
        for seat in range(players):
            assert kept.view(seat) == begun.view(seat)


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_game_has_a_page_of_rules(game):
    assert game.title in rules_page(game)
    assert game.table_size in game.seats


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_a_game_is_the_module_of_its_name(game):
    """House bots find their module of a game by its name."""
    assert type(game).__module__ == f"arena.games.{game.name.replace('-', '_')}"


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.name)
def test_what_a_game_says_for_newcomers_covers_its_events_in_a_few_words(game):
    assert set(game.meanings) in (set(), set(game.kinds))
    for meaning in game.meanings.values():
        assert meaning.endswith(".")
        assert len(meaning) <= 260
