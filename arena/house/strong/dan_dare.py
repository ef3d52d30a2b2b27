"""Dan Dare by imagination: deal the unseen cards at random, play on, count the tricks.

Determinised search: for each of many imagined deals every legal move is tried, and
the rest of the deal is played by quick rules of thumb. The move with the best average
of own tricks against the others' is made. Only moves that may be the best are tried, since
each then gets more endings. A hand is four lists here, the numbers of each set,
low to high; cards that somebody claimed in front of all are where everybody knows them to be.
"""

import random

SETS = "GRBY"
AVERAGE = 6  # what the loser of a duel draws, more or less
PLAYS = 80  # imagined endings a decision, shared by the moves that are tried


def choose_move(view):
    rng = random.Random(repr((view["deal"], view["hand"], view["trick"])))
    moves = sensible(view)
    if len(moves) == 1:
        return moves[0]
    known, voids = what_is_known(view)
    totals = dict.fromkeys(moves, 0.0)
    for _ in range(max(1, PLAYS // len(moves))):
        hands, stock = imagine(view, known, voids, rng)
        for move in moves:
            copies = [[list(numbers) for numbers in hand] for hand in hands]
            totals[move] += play_on(view, *pair(move), copies, list(stock))
    return max(moves, key=totals.get)


def sensible(view):
    """The legal moves worth a thought: the ends of a set, and the cheapest card that wins."""
    trick, led = view["trick"], view["led"]
    beaten = max((pair(card)[1] for _, card in trick if card[0] == led), default=0)
    moves = []
    for suit in SETS:
        cards = sorted((card for card in view["legal"] if card[0] == suit), key=pair)
        winning = [card for card in cards if suit == led and pair(card)[1] > beaten]
        if cards:
            moves.append(cards[0])
        if winning:
            moves.append(winning[0])
        if cards and (not trick or (winning and view["part"] == 2)):
            moves.append(cards[-1])
    return list(dict.fromkeys(moves))


def pair(card):
    return SETS.index(card[0]), int(card[1:])


def what_is_known(view):
    """The cards that each seat has claimed and still holds, and the sets that it is void of."""
    known = [set() for _ in range(view["players"])]
    voids = [set() for _ in range(view["players"])]
    led = None
    for kind, *values in view["events"]:
        if kind == "play":
            seat, card = values
            known[seat].discard(card)
            led = led or card[0]
            if card[0] != led:
                voids[seat].add(SETS.index(led))
        elif kind == "claim":
            seat, card = values
            known[seat].add(card)
            voids[seat].discard(SETS.index(card[0]))
        elif kind == "draw":
            voids[values[0]].clear()  # may have drawn the set
        elif kind in ("duel", "trick"):
            led = None
    known[view["seat"]] = set(view["hand"])
    return known, voids


def imagine(view, known, voids, rng):
    """Hands and stock as they may be: what is known, the rest by chance, voids respected."""
    seen = {*view["out"], view["upturned"], *(card for _, card in view["trick"])}.union(*known)
    pack = [f"{suit}{number}" for suit in SETS for number in range(1, 12)]
    unseen = [pair(card) for card in pack if card not in seen]
    rng.shuffle(unseen)
    hands = [[pair(card) for card in cards] for cards in known]
    # Those with most voids choose first; a wrong set is taken only if nothing else is left.
    for seat in sorted(range(len(hands)), key=lambda seat: -len(voids[seat])):
        missing = view["hands"][seat] - len(hands[seat])
        if missing and voids[seat]:
            unseen.sort(key=lambda card: card[0] in voids[seat])
        hands[seat] += unseen[:missing]
        del unseen[:missing]
        if voids[seat]:
            rng.shuffle(unseen)
    by_set = [[sorted(n for s, n in hand if s == suit) for suit in range(4)] for hand in hands]
    return by_set, unseen


def play_on(view, suit, number, hands, stock):
    """My tricks less the others' average, if I make this move and the deal goes on so."""
    me, players = view["seat"], view["players"]
    trick = [(seat, *pair(card)) for seat, card in view["trick"]]
    tricks = list(view["tricks"])
    upturned = pair(view["upturned"]) if view["upturned"] else None
    seat = me
    while True:
        hands[seat][suit].remove(number)
        trick.append((seat, suit, number))
        if len(trick) < (2 if upturned else players):
            seat = (seat + 1) % players
        else:
            led = trick[0][1]
            winner = max((n, s) for s, set_, n in trick if set_ == led)[1]
            if upturned:
                leader, responder = trick[0][0], trick[1][0]
                take(hands[winner], upturned)
                take(hands[responder if winner == leader else leader], stock.pop())
                upturned = stock.pop() if stock else None
                seat = responder if upturned else view["dealer"]
            else:
                tricks[winner] += 1
                seat = winner
                if not any(hands[seat]):
                    return tricks[me] - (sum(tricks) - tricks[me]) / (players - 1)
            trick = []
        suit, number = thumb(hands, seat, trick, upturned)


def take(hand, card):
    suit, number = card
    hand[suit].append(number)
    hand[suit].sort()


def thumb(hands, seat, trick, upturned):
    """A quick, fair guess at anybody's move, with all hands in sight: a set and a number."""
    hand = hands[seat]
    if not trick:
        return lowest(hand) if upturned else lead(hands, seat)
    led = trick[0][1]
    follow = hand[led]
    if not follow:
        return lowest(hand)
    to_beat = max(number for _, suit, number in trick if suit == led)
    if follow[-1] < to_beat:
        return led, follow[0]
    cheapest = next(number for number in follow if number > to_beat)
    if upturned:
        worth_it = upturned[1] - AVERAGE > 0.9 * (cheapest - follow[0])
        return led, cheapest if worth_it else follow[0]
    behind = (hands[(seat + step) % len(hands)][led] for step in range(1, len(hands) - len(trick)))
    to_beat = max((numbers[-1] for numbers in behind if numbers), default=0)
    if cheapest > to_beat:
        return led, cheapest
    return led, follow[-1] if follow[-1] > to_beat else follow[0]


def lead(hands, seat):
    """A card that nobody can beat, if there is one; else the lowest."""
    for suit, numbers in enumerate(hands[seat]):
        if numbers and all(hand[suit][-1] <= numbers[-1] for hand in hands if hand[suit]):
            return suit, numbers[-1]
    return lowest(hands[seat])


def lowest(hand):
    return min(((numbers[0], suit) for suit, numbers in enumerate(hand) if numbers))[::-1]
