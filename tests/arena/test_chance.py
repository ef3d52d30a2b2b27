"""Chance: the documented stream, evenness, and strictness about what is given by hand."""

import hashlib
from collections import Counter

import pytest

from arena.chance import ChanceError, Stream
from arena.games import find_game

DAVY = find_game("davy-crockett")
CONVOY = find_game("convoy")


class Text(str):
    """A string of a kind of its own."""


def stream(purpose: str = "deal 0", seed: str = "seed") -> Stream:
    return Stream(game="davy-crockett", players=4, purpose=purpose, shuffle_seed=seed)


def words_by_the_definition(text: str, count: int) -> list[int]:
    digest = hashlib.shake_256(text.encode()).digest(4 * count)
    return [int.from_bytes(digest[i : i + 4], "big") for i in range(0, 4 * count, 4)]


def test_the_stream_is_the_one_that_is_documented():
    words = words_by_the_definition("quintet/1/davy-crockett/4/deal 0/seed", 200)
    mine = stream()
    # 2**16 divides 2**32: no word is passed over, so the residues are the words'.
    assert [mine.below(2**16) for _ in words] == [word % 2**16 for word in words]


def test_a_word_above_the_greatest_multiple_is_passed_over():
    n = 3 * 2**30
    expected = [w for w in words_by_the_definition("quintet/1/davy-crockett/4/x/s", 100) if w < n]
    mine = stream("x", "s")
    assert [mine.below(n) for _ in range(50)] == expected[:50]


def test_a_shuffle_is_fisher_yates_from_the_last_place_down():
    cards = ["a", "b", "c", "d", "e"]
    expected, draws = list(cards), stream()
    for place in (4, 3, 2, 1):
        other = draws.below(place + 1)
        expected[place], expected[other] = expected[other], expected[place]
    assert stream().shuffled(cards) == tuple(expected)


def test_a_shuffle_passes_over_the_words_that_below_would():
    # 2**32 = 5 * k + 1 = 3 * m + 1: for 5 and for 3 the last word of all is one too many.
    class Scripted(Stream):
        def _ahead(self, count):
            return (2**32 - 1, 7, 6, 2**32 - 1, 4, 3)[self._next : self._next + count]

    def scripted():
        return Scripted(game="davy-crockett", players=4, purpose="x", shuffle_seed="s")

    draws = scripted()
    expected = list("abcde")
    for place in (4, 3, 2, 1):
        other = draws.below(place + 1)
        expected[place], expected[other] = expected[other], expected[place]
    assert [scripted().below(5), draws._next] == [2, 6]
    assert scripted().shuffled("abcde") == tuple(expected)


def test_the_cards_of_a_seed_never_change():
    first = DAVY.sit(4, shuffle_seed="1").deals[0].shuffle
    assert first.dealer == 2
    assert first.pack[:8] == ("W5", "W8", "R3", "W1", "Y8", "R9", "B2", "B1")
    assert DAVY.sit(4, {"deals": 1}, shuffle_seed="1").deals[0].shuffle == first


def test_every_order_of_three_cards_is_as_likely_as_the_other():
    orders = Counter(stream(seed=str(i)).shuffled("abc") for i in range(6000))
    assert len(orders) == 6
    # Five standard deviations of a binomial with n = 6000, p = 1/6 are 144.
    assert all(abs(count - 1000) < 144 for count in orders.values())


def test_the_first_dealer_is_drawn_evenly_and_the_deal_passes_to_the_left():
    dealers = Counter(DAVY.sit(4, shuffle_seed=str(i)).dealer for i in range(2000))
    assert all(abs(dealers[seat] - 500) < 100 for seat in range(4))
    chance = DAVY.sit(5, shuffle_seed="any").chance
    dealt = [chance.shuffle(deal).dealer for deal in range(7)]
    assert dealt == [(dealt[0] + deal) % 5 for deal in range(7)]


@pytest.mark.parametrize(
    "seed",
    [
        5,
        b"s",
        ["s"],
        Text("s"),
        pytest.param("half a \ud800", id="half a character"),
        pytest.param(10**5000, id="huge"),
    ],
)
def test_a_seed_is_text_that_can_be_written(seed):
    with pytest.raises(ChanceError, match="the shuffle seed must be text"):
        DAVY.sit(4, shuffle_seed=seed)


def good_deal() -> dict[str, object]:
    return {"dealer": 0, "pack": list(DAVY.pack(4))}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dealer": 4}, "dealer must be a seat from 0 to 3"),
        ({"dealer": True}, "dealer must be a seat"),
        ({"dealer": 1.0}, "dealer must be a seat"),
        ({"dealer": None}, "dealer must be a seat"),
        ({"compass": 1}, "'compass' is extra"),
        ({"pack": "R1"}, "must be a list of 44 cards"),
        ({"pack": list(DAVY.pack(4))[1:]}, "R1 missing"),
        ({"pack": [*DAVY.pack(4), "R1"]}, "'R1' is not in play or listed too often"),
        ({"pack": ["X1", *DAVY.pack(4)[1:]]}, "'X1' is not in play"),
        ({"pack": [["R1"], *DAVY.pack(4)[1:]]}, "is not in play"),
        ({"pack": [Text("R1"), *DAVY.pack(4)[1:]]}, "'R1' is not in play"),
        pytest.param({"dealer": 10**5000}, "dealer must be a seat", id="huge dealer"),
        pytest.param({"pack": [10**5000]}, "is not in play", id="huge card"),
    ],
)
def test_an_unfit_deal_is_refused(change, message):
    with pytest.raises(ChanceError, match=message):
        DAVY.sit(4, {"deals": 1}, deals=[good_deal() | change])


@pytest.mark.parametrize("name", ["dealer", "pack"])
def test_a_missing_part_of_a_deal_is_named(name):
    deal = good_deal()
    del deal[name]
    with pytest.raises(ChanceError, match=f"{name} is missing"):
        DAVY.sit(4, {"deals": 1}, deals=[deal])


def good_convoy_deal() -> dict[str, object]:
    pack = list(CONVOY.pack(4))
    return {"dealer": 0, "pack": pack, "compass": 1, "reshuffle": pack[::-1]}


def test_what_convoy_is_given_is_taken_as_given():
    sitting = CONVOY.sit(4, {"deals": 1}, deals=[good_convoy_deal()])
    assert sitting.deals[0].shuffle.as_json() == good_convoy_deal()
    assert (sitting.view(0)["north"], sitting.view(0)["south"]) == (1, 3)


@pytest.mark.parametrize("name", ["dealer", "pack", "compass", "reshuffle"])
def test_convoy_needs_the_compass_and_the_reshuffle_too(name):
    deal = good_convoy_deal()
    del deal[name]
    with pytest.raises(ChanceError, match=f"deal 0: {name} is missing"):
        CONVOY.sit(4, {"deals": 1}, deals=[deal])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"compass": 4}, "compass must be a seat from 0 to 3"),
        ({"compass": None}, "compass must be a seat"),
        ({"compass": True}, "compass must be a seat"),
        ({"reshuffle": None}, "reshuffle must be a list of 49 cards"),
        ({"reshuffle": list(CONVOY.pack(4))[1:]}, "reshuffle: BC missing"),
        # Three Battle Cruisers are in a pack.
        ({"reshuffle": [*CONVOY.pack(4), "BC"]}, "'BC' is not in play or listed too often"),
        ({"spin": 1}, "'spin' is extra"),
    ],
)
def test_an_unfit_deal_of_convoy_is_refused(change, message):
    with pytest.raises(ChanceError, match=message):
        CONVOY.sit(4, {"deals": 1}, deals=[good_convoy_deal() | change])


@pytest.mark.parametrize("count", [0, 1, 3])
def test_too_few_and_too_many_deals_are_refused_at_once(count):
    with pytest.raises(ChanceError, match=f"{count} deals were given for a match of 2"):
        DAVY.sit(4, {"deals": 2}, deals=[good_deal()] * count)


def test_a_seed_and_deals_together_or_neither_are_refused():
    with pytest.raises(ChanceError, match="either a shuffle seed or the deals"):
        DAVY.sit(4)
    with pytest.raises(ChanceError, match="either a shuffle seed or the deals"):
        DAVY.sit(4, {"deals": 1}, shuffle_seed="s", deals=[good_deal()])


def test_given_cards_are_dealt_as_given():
    sitting = DAVY.sit(4, {"deals": 1}, deals=[{"dealer": 2, "pack": list(DAVY.pack(4))}])
    # Left of the dealer is seat 3: it gets R1, then every fourth card.
    assert sitting.view(3)["hand"] == ["R1", "R5", "R9", "Y2", "Y6", "Y10", "B3"]
    assert sitting.view(0)["hand"][0] == "R2"
    assert sitting.turn == 3
