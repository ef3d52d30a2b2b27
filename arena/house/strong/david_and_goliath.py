"""David & Goliath by imagination: deal the unseen cards at random, play on, keep score.

Determinised search: for each of many imagined deals every legal move is tried, and
the rest of the deal is played at random. The move with the best average of own points
against the others' is made. A card is a pair here: its colour, from 0 to 4, and its value. A
hand is five shuffled lists of values, one a colour, so that the last of a list is any card.
"""

import random

COLOURS = "RYGBP"
PLAYS = 120  # imagined endings a decision, shared by the legal moves


def choose_move(view):
    rng = random.Random(repr((view["deal"], view["hand"], view["trick"])))
    legal = view["legal"]
    if len(legal) == 1:
        return legal[0]
    moves = [pair(card) for card in legal]
    totals = [0.0] * len(legal)
    unseen, voids, won = cards_unseen(view), voids_shown(view), counted(view)
    for _ in range(max(1, PLAYS // len(legal))):
        hands = imagine(view, unseen, voids, rng)
        for number, (colour, value) in enumerate(moves):
            copies = [[list(values) for values in hand] for hand in hands]
            totals[number] += play_on(view, copies, won, colour, value, rng.random)
    return legal[max(range(len(legal)), key=totals.__getitem__)]


def pair(card):
    return COLOURS.index(card[0]), int(card[1:])


def cards_unseen(view):
    """What the other hands are made of."""
    seen = {*view["hand"], *(card for _, card in view["trick"])}
    seen.update(card for cards in view["won"] for card in cards)
    values = range(1, 3 * view["players"] + 1)
    return [
        (n, v) for n, colour in enumerate(COLOURS) for v in values if f"{colour}{v}" not in seen
    ]


def counted(view):
    """How many cards each seat has won of each colour, and the sums of their values."""
    values = [
        [[int(card[1:]) for card in won if card[0] == c] for c in COLOURS] for won in view["won"]
    ]
    return [[len(v) for v in row] for row in values], [[sum(v) for v in row] for row in values]


def voids_shown(view):
    """The colours that each seat has run out of, for all to see."""
    voids = [set() for _ in range(view["players"])]
    led = None
    for event in view["events"]:
        if event[0] == "play":
            _, seat, card = event
            led = led or card[0]
            if card[0] != led:
                voids[seat].add(COLOURS.index(led))
        elif event[0] == "trick":
            led = None
    return voids


def imagine(view, unseen, voids, rng):
    """All hands as they may be: the own known, the rest by chance, voids respected."""
    me, players = view["seat"], view["players"]
    hands = [[[] for _ in COLOURS] for _ in range(players)]
    for colour, value in map(pair, rng.sample(view["hand"], len(view["hand"]))):
        hands[me][colour].append(value)
    unseen = rng.sample(unseen, len(unseen))
    # Those with most voids choose first; a wrong colour is taken only if nothing else is left.
    for seat in sorted(range(players), key=lambda seat: -len(voids[seat])):
        if seat == me:
            continue
        if voids[seat]:
            unseen.sort(key=lambda card: card[0] in voids[seat])
        size = view["hands"][seat]
        for colour, value in unseen[:size]:
            hands[seat][colour].append(value)
        unseen = unseen[size:]
        if voids[seat]:
            rng.shuffle(unseen)
    return hands


def play_on(view, hands, won, colour, value, chance):
    """My points less the others' average, if I play this card and the deal goes on anyhow."""
    me, players = view["seat"], view["players"]
    counts, sums = ([list(row) for row in table] for table in won)
    trick = [(int(card[1:]), seat, COLOURS.index(card[0])) for seat, card in view["trick"]]
    seat = me
    hands[me][colour].remove(value)
    while True:
        trick.append((value, seat, colour))
        if len(trick) < players:
            seat = (seat + 1) % players
        else:
            seat = share_out(trick, counts, sums)
            trick = []
            if not any(hands[seat]):
                points = list(map(credit, counts, sums))
                return points[me] - (sum(points) - points[me]) / (players - 1)
        hand = hands[seat]
        colour = trick[0][2] if trick else None
        if colour is None or not hand[colour]:
            place = int(chance() * sum(map(len, hand)))
            colour = 0
            while place >= len(hand[colour]):
                place -= len(hand[colour])
                colour += 1
        value = hand[colour].pop()


def share_out(trick, counts, sums):
    """Give the high card to whoever was low, the rest to whoever was high; returns the latter."""
    high = low = trick[0]
    for played in trick:
        if played[0] >= high[0]:
            high = played
        if played[0] <= low[0]:
            low = played
    if high is low:
        low = trick[-2]
    for played in trick:
        value, _, colour = played
        taker = low[1] if played is high else high[1]
        counts[taker][colour] += 1
        sums[taker][colour] += value
    return high[1]


def credit(counts, sums):
    """One or two cards of a colour count their values, more of them one each."""
    return sum(map(lambda count, total: total if count <= 2 else count, counts, sums))
