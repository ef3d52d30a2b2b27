"""Boy Scouts by imagination: deal the unseen cards at random, play on, keep score.

Determinised search: in each of many imagined deals every move is tried, and the rest of the
deal is played by a rule of thumb. The best average is chosen, the rule of thumb having a say
as well. A set of cards is a whole number here with one bit for each card, patrol by
patrol: card number ``place`` is ``1 << place``, ``place // 10`` its patrol.
"""

import random

CARDS = [f"{patrol}{n}" for patrol in "OWLFB" for n in range(1, 11)]
PLACE = {card: place for place, card in enumerate(CARDS)}
WORTH = [15 if place % 10 == 0 else place % 10 + 1 for place in range(50)]


def steps(place, start):
    """How far a patrol goes on up and down from this card; both ways from the starting number."""
    number = place % 10
    return 9 - number if number >= start else 0, number if number <= start else 0


def behind(place, start):
    """The cards that can only be laid after this one."""
    up, down = steps(place, start)
    return sum(1 << place + step for step in range(-down, up + 1) if step)


def next_to(place, start):
    """The cards that fit as soon as this one has been laid."""
    up, down = steps(place, start)
    return (2 << place if up else 0) | (1 << place >> 1 if down else 0)


BEHIND = [[behind(place, start) for place in range(50)] for start in range(10)]
OPENS = [[next_to(place, start) for place in range(50)] for start in range(10)]
PLAYS = 100  # imagined endings a decision, shared by the moves
SELLING = 10  # the right of first play is offered when it brings less than this


def choose_move(view):
    if view["phase"] == "offer":
        return "keep" if gain_of_first_play(view) > SELLING else "offer"
    if view["phase"] == "auction":
        return f"bid {view['bid'] + 1}" if gain_of_first_play(view) > view["bid"] else "drop"
    # A false pass is never thought of: it costs more than holding back can bring.
    moves = [PLACE[card] for card in view["playable"]]
    if view["start"] is None:
        moves = leads(moves)
    if not moves:
        return "pass"
    return CARDS[best(view, moves)[0]]


def leads(places):
    """The cards whose number is held most often."""
    numbers = [place % 10 for place in places]
    most = max(map(numbers.count, numbers))
    return [place for place in places if numbers.count(place % 10) == most]


remembered = {}  # the deal: what playing first is worth in it


def gain_of_first_play(view):
    """What playing first would bring, more than another's playing first."""
    if view["deal"] not in remembered:
        hand = as_bits(view["hand"])
        _, (first, other) = best(view, [lead_by_thumb(hand), None])
        remembered[view["deal"]] = first - other
    return remembered[view["deal"]]


def best(view, moves):
    """The best move, and what each has brought; None: somebody else plays first."""
    if len(moves) == 1:
        return moves[0], [0]
    rng = random.Random(repr((view["deal"], view["hand"], view["fits"])))
    hand = as_bits(view["hand"])
    start = None if view["start"] is None else view["start"] - 1
    brought = [
        0 if move is None else value_by_thumb(move, hand, move % 10 if start is None else start)
        for move in moves
    ]
    lacks = what_others_lack(view)
    plays = max(1, PLAYS // len(moves))
    for _ in range(plays):
        hands = imagine(view, lacks, rng)
        for index, move in enumerate(moves):
            seat = view["seat"]
            if move is None:
                seat = rng.choice([other for other in range(view["players"]) if other != seat])
                move = lead_by_thumb(hands[seat])
            brought[index] += play_on(view, start, seat, move, list(hands)) / plays
    return moves[brought.index(max(brought))], brought


def as_bits(cards):
    return sum(1 << PLACE[card] for card in cards)


def places(bits):
    while bits:
        bit = bits & -bits
        yield bit.bit_length() - 1
        bits ^= bit


def beginnings(start, players):
    """The cards of the starting number."""
    return sum(1 << 10 * patrol + start for patrol in range(min(5, players)))


def what_others_lack(view):
    """Per seat, what fitted when it had to pass: it holds none of these cards."""
    lacks = [0] * view["players"]
    start, fits = None, 0
    for event in view["events"]:
        if event[0] == "pass":
            lacks[event[1]] |= fits
        elif event[0] == "lay":
            place = PLACE[event[2]]
            if start is None:
                start, fits = place % 10, beginnings(place % 10, view["players"])
            fits = fits & ~(1 << place) | OPENS[start][place]
    return lacks


def imagine(view, lacks, rng):
    """Hands as they may be: the own one known, the others by chance, with nothing they lack."""
    hands = [0] * view["players"]
    hands[view["seat"]] = as_bits(view["hand"])
    gone = as_bits(event[2] for event in view["events"] if event[0] == "lay")
    whole = (1 << 10 * min(5, view["players"])) - 1
    unseen = [1 << place for place in places(whole & ~gone & ~hands[view["seat"]])]
    rng.shuffle(unseen)
    others = [seat for seat in range(view["players"]) if seat != view["seat"]]
    # Who lacks most chooses first; what a seat lacks it takes only if nothing else is left.
    for seat in sorted(others, key=lambda seat: -lacks[seat].bit_count()):
        choice = sorted(unseen, key=lambda bit: bit & lacks[seat] != 0)
        hands[seat] = sum(choice[: view["hands"][seat]])
        unseen = [bit for bit in unseen if not bit & hands[seat]]
    return hands


def play_on(view, start, seat, place, hands):
    """My result against the others', if ``seat`` lays this card and the deal goes on so."""
    me, players = view["seat"], view["players"]
    fits = as_bits(view["fits"])
    if start is None:
        start = place % 10
        fits = beginnings(start, players)
    while True:
        if place is not None:
            hands[seat] ^= 1 << place
            if not hands[seat]:
                break
            fits = fits ^ 1 << place | OPENS[start][place]
        seat = (seat + 1) % players
        place = card_by_thumb(hands[seat], fits, start)
    worths = [sum(WORTH[place] for place in places(hand)) for hand in hands]
    if seat == me:
        return sum(worths)
    return -worths[me] if "variant" in view["options"] else -sum(worths) / (players - 1)


def lead_by_thumb(hand):
    """The number held most often, and of such cards the most valuable."""
    return max(leads(list(places(hand))), key=lambda place: value_by_thumb(place, hand, place % 10))


def card_by_thumb(hand, fits, start):
    """A quick, fair guess at anybody's card; None for a pass."""
    playable = hand & fits
    if not playable & (playable - 1):
        return playable.bit_length() - 1 if playable else None
    best_place, best_value = None, -100
    for place in places(playable):
        value = value_by_thumb(place, hand, start)
        if value > best_value:
            best_place, best_value = place, value
    return best_place


def value_by_thumb(place, hand, start):
    """How far off the farthest own card behind it is, less half the others' cards behind it."""
    waiting = BEHIND[start][place]
    mine = waiting & hand
    value = (mine.bit_count() - waiting.bit_count()) / 2
    if mine:
        lowest = (mine & -mine).bit_length() - 1
        value += max(mine.bit_length() - 1 - place, place - lowest)
    return value
