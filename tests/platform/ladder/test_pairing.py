import random

from hypothesis import given
from hypothesis import strategies as st

from ladder.pairing import MEETINGS_MAX, Candidate, in_turn, tables


def candidate(number: int, **facts) -> Candidate:
    return Candidate(
        **{
            "bot_id": number,
            "version_id": number,
            "owner_id": number,
            "is_house": False,
            "strength": 1500.0,
            "deviation": 30.0,
            "provisional_left": 0,
            "turn": 0.0,
            "waited_s": 100.0,
            "open_matches": 0,
        }
        | facts
    )


def paired(candidates, *, pause_s: float = 0.0, **rules) -> list[list[int]]:
    rules.setdefault("tables_max", 1)
    rules.setdefault("new_tables_max", rules["tables_max"])
    defaults = {
        "seats_max": 4,
        "seats_min": 2,
        "open_max": 4,
        "rng": random.Random(1),
        "met": {},
    }
    starters = in_turn(candidates, pause_s=pause_s)
    found = tables(starters, candidates, **(defaults | rules))
    return [[c.bot_id for c in table] for table in found]


def test_a_table_has_as_many_seats_as_the_game_wants() -> None:
    (table,) = paired([candidate(n) for n in range(9)])
    assert len(table) == len(set(table)) == 4


def test_with_fewer_bots_the_table_is_smaller() -> None:
    (table,) = paired([candidate(n) for n in range(3)])
    assert sorted(table) == [0, 1, 2]


def test_with_too_few_bots_there_is_no_table() -> None:
    assert paired([candidate(1)]) == []
    assert paired([candidate(1), candidate(2)], seats_min=3) == []


def test_bots_of_one_owner_never_meet() -> None:
    assert paired([candidate(1, owner_id=7), candidate(2, owner_id=7)]) == []


def test_a_new_bot_comes_first() -> None:
    new = candidate(9, provisional_left=20, waited_s=1.0)
    for seed in range(20):
        (table,) = paired([*(candidate(n) for n in range(9)), new], rng=random.Random(seed))
        assert 9 in table


def test_a_new_bot_meets_house_bots_early() -> None:
    new = candidate(99, provisional_left=20)
    house = [candidate(n, is_house=True, strength=2000.0) for n in range(2)]
    others = [candidate(n) for n in range(10, 40)]
    met = [
        set(paired([*others, *house, new], rng=random.Random(seed))[0]) & {0, 1}
        for seed in range(50)
    ]
    assert sum(bool(some) for some in met) > 30


def test_then_comes_whose_turn_it_is() -> None:
    (table,) = paired([candidate(n, turn=9.0 - n) for n in range(9)], seats_max=2)
    assert 8 in table


def test_with_equal_turns_who_has_waited_longest_comes_first() -> None:
    (table,) = paired([candidate(n, waited_s=float(n)) for n in range(9)], seats_max=2)
    assert 8 in table


def test_new_bots_find_room_in_a_queue_that_others_have_filled() -> None:
    field = [candidate(n) for n in range(9)]
    assert paired(field, tables_max=0, new_tables_max=2) == []
    new = candidate(9, provisional_left=20)
    tables_for_new = paired([*field, new], tables_max=0, new_tables_max=1)
    assert len(tables_for_new) == 1
    assert 9 in tables_for_new[0]


def test_new_bots_leave_the_others_their_room() -> None:
    new = [candidate(n, provisional_left=20) for n in range(50, 60)]
    found = paired(
        [*(candidate(n) for n in range(20)), *new], tables_max=6, new_tables_max=2, seats_max=2
    )
    assert len(found) == 6


def test_a_pair_that_met_often_waits_while_there_is_anybody_else() -> None:
    starter, often, seldom = candidate(0, turn=-1.0), candidate(1), candidate(2, strength=3000.0)
    met = {0: {1: MEETINGS_MAX, 2: MEETINGS_MAX - 1}}
    for seed in range(20):
        (table,) = paired([starter, often, seldom], seats_max=2, met=met, rng=random.Random(seed))
        assert sorted(table) == [0, 2]


def test_a_pair_that_met_often_meets_again_for_want_of_others() -> None:
    met = {0: {1: 20}, 1: {0: 20}}
    assert len(paired([candidate(0), candidate(1)], seats_max=2, met=met)) == 1


def test_an_established_bot_rests_between_its_tables() -> None:
    assert paired([candidate(n, waited_s=5.0) for n in range(4)], pause_s=30.0) == []


def test_nobody_has_more_open_matches_than_allowed() -> None:
    busy = candidate(1, provisional_left=20, open_matches=4)
    assert paired([busy, candidate(2)]) == []


def test_half_of_the_opponents_are_near_and_half_from_the_whole_field() -> None:
    near = [candidate(n, strength=1500.0 + n, waited_s=0.0) for n in range(1, 7)]
    far = [candidate(n, strength=2500.0, waited_s=0.0) for n in range(50, 80)]
    met = [
        next(
            bot
            for bot in paired([*far, *near, candidate(0)], seats_max=2, rng=random.Random(s))[0]
            if bot != 0
        )
        for s in range(200)
    ]
    far_share = sum(bot >= 50 for bot in met) / len(met)
    assert 0.3 < far_share < 0.55


def test_the_order_of_the_seats_is_chance() -> None:
    orders = {
        tuple(paired([candidate(1), candidate(2)], rng=random.Random(seed))[0])
        for seed in range(20)
    }
    assert orders == {(1, 2), (2, 1)}


@given(
    owners=st.lists(st.integers(1, 6), max_size=14),
    seats=st.sampled_from([(2, 2), (2, 4), (4, 4)]),
    tables_max=st.integers(0, 6),
    open_max=st.integers(1, 4),
    seed=st.integers(0, 999),
)
def test_every_table_keeps_the_rules(owners, seats, tables_max, open_max, seed) -> None:
    seats_min, seats_max = seats
    field = [
        candidate(number, owner_id=owner, provisional_left=number % 3)
        for number, owner in enumerate(owners)
    ]
    found = paired(
        field,
        seats_min=seats_min,
        seats_max=seats_max,
        tables_max=tables_max,
        open_max=open_max,
        rng=random.Random(seed),
    )
    assert len(found) <= tables_max
    seen = [bot for table in found for bot in table]
    assert all(seen.count(bot) <= open_max for bot in seen)
    for table in found:
        assert seats_min <= len(table) <= seats_max
        assert len({owners[bot] for bot in table}) == len(table)
