"""A table of Convoy set up by hand, for its tests."""

import random
from collections import Counter

from arena.games import find_game

GAME = find_game("convoy")

# Hands that are worth something and can neither call nor declare.
DULL = ("BC CR DD SS SP AP AP", "BC CR DD SS SP AP AP", "BC CR DD SS SP AP MI")
HEAVE_TO = "SS SS TO TO MI MI DD"
DECLARER = "BC BG CR AA DD DC SS"


def sit(*hands, stock="", dealer=None, north=1, reshuffle=None, players=None, **options):
    """A sitting of one deal with these hands of seats 0, 1, ...; seat 0 begins.

    Cards that are not named are dealt as the pack has them.
    """
    players = players or max(4, len(hands))
    dealer = players - 1 if dealer is None else dealer
    rest = Counter(GAME.pack(players))
    named = [hand.split() for hand in hands] + [[] for _ in range(players - len(hands))]
    rest.subtract(card for hand in named for card in hand)
    rest.subtract(stock.split())
    assert min(rest.values()) >= 0, "there are not so many of a card"
    others = [card for card, count in rest.items() for _ in range(count)]
    for hand in named:
        while len(hand) < 7:
            hand.append(others.pop())
    leader = (dealer + 1) % players
    in_turn = [named[(leader + step) % players] for step in range(players)]
    packets = [hand[part] for part in (slice(3), slice(3, 4), slice(4, 7)) for hand in in_turn]
    pack = [card for packet in packets for card in packet] + stock.split() + others
    deal = {
        "dealer": dealer,
        "pack": pack,
        "compass": north,
        "reshuffle": reshuffle or list(GAME.pack(players)),
    }
    return GAME.sit(players, {"deals": 1, **options}, deals=[deal])


def play(sitting, *moves):
    for move in moves:
        sitting.play(move)


def put_down(sitting, times=1):
    """The print: "if the picked card does not suit his purpose he puts that down instead"."""
    for _ in range(times):
        sitting.play("draw")
        sitting.play(f"discard {sitting.events[-1][2]}")


def take_turns(sitting, turns):
    """Turns without a draw: the pile's top card is taken and another card put there."""
    for _ in range(turns):
        sitting.play("take")
        sitting.play(legal(sitting, "discard")[0])


def legal(sitting, *words):
    """The legal moves that begin with one of these words."""
    return [move for move in sitting.legal() if move.split()[0] in words]


def result(sitting, seat):
    """What a seat has shown at the end of the deal, by name."""
    fields = GAME.kinds["show"].fields
    (event,) = [event for event in sitting.events if event[:2] == ("show", seat)]
    return dict(zip(fields, event[1:], strict=True))


def offered(card="M1"):
    """Seat 1 has offered a card to seat 3 of four."""
    sitting = sit("", f"{card} BC BC CR CR DD DD", "", "AP AP AP BO BO SP SS", north=3)
    put_down(sitting)
    play(sitting, f"offer {card}")
    return sitting


def gone_out():
    """Seat 0 of four has laid down its last cards in its second turn."""
    sitting = sit(DECLARER, stock="TO HO DB M1 MI")
    play(sitting, "draw", "declare BC+BG CR+AA", "discard TO")
    put_down(sitting, 3)
    play(sitting, "draw", "declare DD+DC SS+MI")
    return sitting


def random_play(players, seed):
    """Random moves to the end of one deal; the sitting is yielded before each."""
    rng = random.Random(seed)
    sitting = GAME.sit(players, {"deals": 1}, shuffle_seed=seed)
    while not sitting.over:
        yield sitting
        sitting.play(rng.choice(sitting.legal()))
