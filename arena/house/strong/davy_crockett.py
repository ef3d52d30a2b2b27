"""Davy Crockett by imagination: deal the unseen cards at random, play on, keep score.

Determinised search: for each of many imagined deals every sensible move is tried and
the rest of the deal is played by quick rules of thumb. The move with the best average
of own points against the others' is made. A hand is four lists here, the numbers of each
suit, low to high.
"""

import random

SUITS = "RYBW"
CHARACTER = 8  # the lowest number that is worth a point
PLAYS = 100  # imagined endings a decision, shared by the moves that are tried
REMOVED = {3: {"R1", "B1"}, 5: {"R1", "Y1", "B1", "W1"}, 6: {"R1", "B1"}}


def choose_move(view):
    rng = random.Random(repr((view["deal"], view["hand"], view["trick"])))
    moves = sensible(view)
    if len(moves) == 1:
        return moves[0]
    unseen, voids = what_is_known(view)
    totals = dict.fromkeys(moves, 0.0)
    for _ in range(max(1, PLAYS // len(moves))):
        hands, stock = imagine(view, unseen, voids, rng)
        for move in moves:
            copies = [[list(numbers) for numbers in hand] for hand in hands]
            totals[move] += play_on(view, *pair(move), copies, list(stock))
    return max(moves, key=totals.get)


def pair(card):
    return SUITS.index(card[0]), int(card[1:])


def sensible(view):
    """The legal moves worth a thought: the ends of a suit, the cheapest ways to win."""
    trick, led = view["trick"], view["led"]
    beaten = max((pair(card)[1] for _, card in trick if card[0] == led), default=0)
    moves = []
    for suit in SUITS:
        cards = sorted((card for card in view["legal"] if card[0] == suit), key=pair)
        winning = [card for card in cards if not trick or (suit == led and pair(card)[1] > beaten)]
        characters = [card for card in winning if pair(card)[1] >= CHARACTER]
        moves += cards[:1] + winning[:1] + characters[:1] + winning[-1:]
    return list(dict.fromkeys(moves))


def what_is_known(view):
    """The cards that nobody has shown, and the suits that each seat is void of."""
    voids = [set() for _ in range(view["players"])]
    seen = REMOVED.get(view["players"], set()).union(view["hand"])
    led = None
    for event in view["events"]:
        if event[0] == "play":
            _, seat, card = event
            seen.add(card)
            led = led or card[0]
            if card[0] != led:
                voids[seat].add(SUITS.index(led))
        elif event[0] == "trick":
            led = None
        elif event[0] == "draw":
            voids[event[1]].clear()  # may have drawn the suit
    pack = [f"{suit}{number}" for suit in SUITS for number in range(1, 12)]
    return [pair(card) for card in pack if card not in seen], voids


def imagine(view, unseen, voids, rng):
    """Hands and stock as they may be: own hand known, the rest by chance, voids respected."""
    unseen = rng.sample(unseen, len(unseen))
    hands = [[] for _ in voids]
    hands[view["seat"]] = [pair(card) for card in view["hand"]]
    # Those with most voids choose first; a wrong suit is taken only if nothing else is left.
    for seat in sorted(range(len(hands)), key=lambda seat: -len(voids[seat])):
        missing = view["hands"][seat] - len(hands[seat])
        if missing and voids[seat]:
            unseen.sort(key=lambda card: card[0] in voids[seat])
        hands[seat] += unseen[:missing]
        del unseen[:missing]
        if voids[seat]:
            rng.shuffle(unseen)
    by_suit = [[sorted(n for s, n in hand if s == suit) for suit in range(4)] for hand in hands]
    return by_suit, unseen


def play_on(view, suit, number, hands, stock):
    """My points less the others' average, if I make this move and the deal goes on so."""
    me, players = view["seat"], view["players"]
    trick = [(seat, *pair(card)) for seat, card in view["trick"]]
    points = [0] * players
    seat = me
    while True:
        hands[seat][suit].remove(number)
        trick.append((seat, suit, number))
        if len(trick) < players:
            seat = (seat + 1) % players
        else:
            seat = winner(trick)
            points[seat] += sum([n >= CHARACTER for _, _, n in trick])
            trick = []
            if stock:
                for step in range(players):
                    drawn, n = stock.pop()
                    numbers = hands[(seat + step) % players][drawn]
                    numbers.append(n)
                    numbers.sort()
            elif not any(hands[seat]):
                return points[me] - (sum(points) - points[me]) / (players - 1)
        suit, number = thumb(hands, seat, trick)


def winner(trick):
    seat, led, highest = trick[0]
    for other, suit, number in trick:
        if suit == led and number > highest:
            seat, highest = other, number
    return seat


def thumb(hands, seat, trick):
    """A quick, fair guess at anybody's move, with all hands in sight: a suit and a number."""
    hand = hands[seat]
    if not trick:
        return lead(hands, hand)
    led = trick[0][1]
    follow = hand[led]
    if not follow:
        return lowest(hand)
    to_beat = max([number for _, suit, number in trick if suit == led])
    for step in range(1, len(hands) - len(trick)):
        behind = hands[(seat + step) % len(hands)][led]
        if behind and behind[-1] > to_beat:
            to_beat = behind[-1]
    if follow[-1] < to_beat:
        return led, follow[0]
    sure = [number for number in follow if number > to_beat]
    for number in sure:
        if number >= CHARACTER:
            return led, number
    if any(number >= CHARACTER for _, _, number in trick):
        return led, sure[0]
    return led, follow[0]


def lead(hands, hand):
    """A character that nobody can beat, if there is one; else the lowest card."""
    for suit, numbers in enumerate(hand):
        best = numbers[-1] if numbers else 0
        if best >= CHARACTER and all(h[suit][-1] <= best for h in hands if h[suit]):
            return suit, best
    return lowest(hand)


def lowest(hand):
    return min([(numbers[0], suit) for suit, numbers in enumerate(hand) if numbers])[::-1]
