"""Davy Crockett by imagination: deal the unseen cards at random, play on, keep score.

Determinised search: for each of many imagined deals, every legal move is tried and
the rest of the deal is played by quick rules of thumb. The move with the best average
of own points against the others' is made. Cards are numbers from 0 to 43 here, suit by suit:
``card // 11`` is the suit and ``card % 11`` its rank, 7 and more for the characters.
"""

import random

SUITS = "RYBW"
PLAYS = 150  # imagined endings a decision, shared by the legal moves
MOVES = {f"{suit}{n}": 11 * s + n - 1 for s, suit in enumerate(SUITS) for n in range(1, 12)}


def choose_move(view):
    rng = random.Random(repr((view["deal"], view["hand"], view["trick"])))
    legal = view["legal"]
    totals = dict.fromkeys(legal, 0.0)
    for _ in range(max(1, PLAYS // len(legal))):
        hands, stock = imagine(view, rng)
        for move in legal:
            totals[move] += play_on(view, move, [set(hand) for hand in hands], list(stock))
    return max(legal, key=totals.get)


def imagine(view, rng):
    """Hands and stock as they may be: own hand known, the rest by chance, voids respected."""
    me, players = view["seat"], view["players"]
    seen = set(view["hand"])
    voids = [set() for _ in range(players)]
    led = None
    for event in view["events"]:
        if event[0] == "play":
            _, seat, card = event
            seen.add(card)
            if led is None:
                led = card[0]
            elif card[0] != led:
                voids[seat].add(SUITS.index(led))
        elif event[0] == "trick":
            led = None
        elif event[0] == "draw":
            voids[event[1]].clear()  # may have drawn the suit
    removed = {3: {"R1", "B1"}, 5: {"R1", "Y1", "B1", "W1"}, 6: {"R1", "B1"}}.get(players, set())
    unseen = [number for card, number in MOVES.items() if card not in seen | removed]
    rng.shuffle(unseen)
    hands = [set() for _ in range(players)]
    hands[me] = {MOVES[card] for card in view["hand"]}
    # Those with most voids choose first; a wrong suit is taken only if nothing else is left.
    for seat in sorted(range(players), key=lambda seat: -len(voids[seat])):
        if seat == me:
            continue
        unseen.sort(key=lambda card: card // 11 in voids[seat])
        size = view["hands"][seat]
        hands[seat] = set(unseen[:size])
        unseen = unseen[size:]
        rng.shuffle(unseen)
    return hands, unseen


def play_on(view, move, hands, stock):
    """My points less the others' average, if I make this move and the deal goes on so."""
    me, players = view["seat"], view["players"]
    trick = [(seat, MOVES[card]) for seat, card in view["trick"]]
    points = [0] * players
    seat, card = me, MOVES[move]
    while True:
        hands[seat].discard(card)
        trick.append((seat, card))
        if len(trick) < players:
            seat = (seat + 1) % players
        else:
            suit = trick[0][1] // 11
            seat = max((c, s) for s, c in trick if c // 11 == suit)[1]
            points[seat] += sum(c % 11 >= 7 for _, c in trick)
            trick = []
            if stock:
                for step in range(players):
                    hands[(seat + step) % players].add(stock.pop())
            if not hands[seat]:
                return points[me] - (sum(points) - points[me]) / (players - 1)
        card = thumb(hands[seat], trick, players)


def thumb(hand, trick, players):
    """A quick, fair guess at anybody's move."""
    if not trick:
        top = max(hand, key=lambda card: card % 11)
        return top if top % 11 >= 9 else min(hand, key=lambda card: card % 11)
    suit = trick[0][1] // 11
    follow = [card for card in hand if card // 11 == suit]
    if not follow:
        return min(hand, key=lambda card: card % 11)
    best = max(follow)
    to_beat = max(card for _, card in trick if card // 11 == suit)
    worth = best % 11 >= 7 or any(card % 11 >= 7 for _, card in trick)
    if best > to_beat and worth and (len(trick) == players - 1 or best % 11 >= 9):
        return best
    return min(follow)
