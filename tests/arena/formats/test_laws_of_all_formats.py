"""What holds for every format, for 2 to 200 entries, with random results, ties and withdrawals."""

import random
from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.formats import FORMATS, UnknownFormat, find_format
from arena.formats.contract import Format, FormatRefused, PlayedRound, Round, TableSizes
from arena.formats.points import result_of_match, walkover

ALL = tuple(sorted(FORMATS))
few = settings(max_examples=15, deadline=None)
AFFORDABLE = {"round_robin": 24}
"""A round robin of 200 is 19,900 tables; it is tested whole up to here, and its schedule in its own tests."""


@dataclass
class Event:
    """A stage played to its end by chance."""

    format: Format
    played: list[PlayedRound] = field(default_factory=list)
    withdrawn: frozenset[int] = frozenset()
    withdrawn_before: list[frozenset[int]] = field(default_factory=list)
    """Per round, who had withdrawn when it was made."""

    def seats(self, number: int) -> list[int]:
        made = self.played[number].round
        return [entry for table in made.tables for entry in table.entries]


def make(name: str, entries: int, sizes: TableSizes, *, games: int, rng: random.Random) -> Format:
    lots = list(range(entries))
    rng.shuffle(lots)
    return FORMATS[name](entries, table_sizes=sizes, lots=lots, games=games)


def play(stage: Format, rng: random.Random, *, leaving: float = 0.0) -> Event:
    event = Event(stage)
    while (made := stage.next_round(event.played, event.withdrawn)) is not None:
        event.withdrawn_before.append(event.withdrawn)
        results = []
        for table in made.tables:
            absent = [seat for seat in range(len(table.entries)) if rng.random() < leaving]
            event.withdrawn |= {table.entries[seat] for seat in absent}
            results.append(
                walkover(len(table.entries), absent=absent, games=stage.games)
                if absent
                else result_of_match([rng.randrange(4) for _ in table.entries])
            )
        event.played.append(PlayedRound(made, tuple(results)))
        event.withdrawn |= {entry for entry in range(stage.entries) if rng.random() < leaving / 3}
    return event


@st.composite
def events(draw, *, leaving=(0.0, 0.03, 0.3), formats=ALL):
    """A format, a number of entries, table sizes that it takes, and a stage played by chance."""
    name = draw(st.sampled_from(formats))
    entries = draw(st.integers(2, AFFORDABLE.get(name, 200)))
    entries = max(entries, FORMATS[name].entries_min)
    if "knockout" in name:
        sizes = TableSizes(2, 2, draw(st.sampled_from([2, 6])))
    else:
        low = draw(st.integers(2, min(4, entries)))
        high = draw(st.integers(low, 6))
        sizes = TableSizes(low, draw(st.integers(low, high)), high)
    rng = random.Random(draw(st.integers(0, 2**32)))
    stage = make(name, entries, sizes, games=draw(st.sampled_from([1, 5])), rng=rng)
    return play(stage, rng, leaving=draw(st.sampled_from(leaving)))


@few
@given(events())
def test_everybody_plays_what_the_format_says_and_nobody_twice_in_a_round(event):
    for number, past in enumerate(event.played):
        there = [*event.seats(number), *past.round.byes]
        assert len(there) == len(set(there))
        assert event.withdrawn_before[number].isdisjoint(there)
        assert all(entry in range(event.format.entries) for entry in there)
        assert past.round.number == number
        for table in past.round.tables:
            assert len(table.entries) in event.format.table_sizes
    assert len(event.played) <= event.format.rounds_max
    if not event.withdrawn:
        tables = sum(len(past.round.tables) for past in event.played)
        assert tables <= event.format.tables_max


@few
@given(events())
def test_everybody_has_one_rank_and_the_first_has_won(event):
    standings = event.format.standings(event.played, event.withdrawn)
    assert [one.rank for one in standings] == list(range(1, event.format.entries + 1))
    assert sorted(one.entry for one in standings) == list(range(event.format.entries))
    assert {len(one.tie_breaks) for one in standings} == {len(event.format.tie_breaks)}
    assert event.format.tie_breaks[-1].name == "lot"
    bracket = event.format.bracket(event.played, event.withdrawn)
    assert (bracket is not None) == event.format.has_bracket
    if bracket is None:
        return
    if standings[0].entry not in event.withdrawn:
        assert bracket.winner == standings[0].entry
        assert [one.reached for one in standings].count("Winner") == 1
    tables = [table for part in bracket.parts for column in part.columns for table in column.tables]
    keys = [table.key for table in tables]
    assert len(keys) == len(set(keys))
    for table in tables:
        assert set(table.winners_to) <= set(keys)
        assert table.losers_to is None or table.losers_to in keys
    shown = [(one.round, one.table) for one in tables if one.table is not None]
    assert sorted(shown) == [
        (past.round.number, index)
        for past in event.played
        for index in range(len(past.round.tables))
    ]


@few
@given(events(leaving=[0.0], formats=["round_robin", "swiss"]))
def test_all_play_equally_often_and_nobody_has_a_second_bye_before_all_had_one(event):
    standings = event.format.standings(event.played)
    tables = [one.tables for one in standings]
    byes = [one.byes for one in standings]
    if event.format.name == "round_robin" and (
        event.format.table_sizes.preferred == 2 or event.format.plays_every_set
    ):
        assert len(set(tables)) == 1
    else:
        assert max(byes) - min(byes) <= 1
        assert max(tables) - min(tables) <= 1


@few
@given(events(), st.randoms(use_true_random=False))
def test_the_order_in_which_tables_finish_changes_nothing(event, rng):
    """Results come in one by one in another order; what follows when all are in is the same."""
    *before, last = event.played
    results = [None] * len(last.results)
    order = list(range(len(results)))
    rng.shuffle(order)
    withdrawn = event.withdrawn_before[-1]
    for count, index in enumerate(order):
        half = PlayedRound(last.round, tuple(results))
        if count < 3:
            event.format.standings([*before, half], withdrawn)
            event.format.bracket([*before, half], withdrawn)
            event.format.cross_table([*before, half], withdrawn)
        with pytest.raises(ValueError, match="not over"):
            event.format.next_round([*before, half], withdrawn)
        results[index] = last.results[index]
    again = [*before, PlayedRound(last.round, tuple(results))]
    assert event.format.standings(again, event.withdrawn) == event.format.standings(
        event.played, event.withdrawn
    )
    # A new object that knows only the history goes on as the one that played it.
    other = type(event.format)(
        event.format.entries,
        table_sizes=event.format.table_sizes,
        lots=event.format.lots,
        games=event.format.games,
    )
    assert other.next_round(again, event.withdrawn) is None
    assert other.next_round(before, withdrawn) == last.round


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_bracket_before_the_first_round_shows_what_will_come(name):
    sizes = TableSizes(2, 2, 2) if "knockout" in name else TableSizes(2, 4, 4)
    stage = FORMATS[name](11, table_sizes=sizes, lots=range(11))
    bracket = stage.bracket([])
    assert (bracket is not None) == stage.has_bracket
    if bracket is not None:
        seen = {
            slot.entry
            for part in bracket.parts
            for column in part.columns
            for table in column.tables
            for slot in table.slots
            if slot.entry is not None
        }
        assert seen == set(range(11))
        assert bracket.winner is None


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_the_last_one_left_wins_and_an_empty_stage_ends(name):
    stage = FORMATS[name](8, table_sizes=TableSizes(2, 2, 2), lots=range(8))
    rng = random.Random(1)
    made = stage.next_round([])
    assert made is not None
    results = tuple(result_of_match([rng.random() < 0.5, 1]) for _ in made.tables)
    left = 0
    played = [PlayedRound(made, results)]
    withdrawn = frozenset(range(8)) - {left}
    while (following := stage.next_round(played, withdrawn)) is not None:
        assert following.tables == ()
        played.append(PlayedRound(following, ()))
        assert len(played) <= stage.rounds_max
    everybody = frozenset(range(8))
    assert stage.next_round(played[:1], everybody) is None
    assert len(stage.standings(played[:1], everybody)) == 8


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_what_cannot_be_played_is_refused_with_what_to_do(name):
    with pytest.raises(FormatRefused, match="2|3"):
        FORMATS[name](1, table_sizes=TableSizes(2, 2, 2), lots=[0])
    with pytest.raises(FormatRefused, match="there is no option"):
        FORMATS[name](8, table_sizes=TableSizes(2, 2, 2), lots=range(8), options={"colour": 1})
    with pytest.raises(FormatRefused, match=r"choose|heats"):
        FORMATS[name](3, table_sizes=TableSizes(4, 4, 8), lots=range(3))
    with pytest.raises(ValueError, match="lots"):
        FORMATS[name](8, table_sizes=TableSizes(2, 2, 2), lots=[0] * 8)


def test_formats_are_found_by_name_and_unknown_ones_named():
    assert sorted(FORMATS) == ["double_knockout", "heats", "knockout", "round_robin", "swiss"]
    assert find_format("swiss") is FORMATS["swiss"]
    with pytest.raises(UnknownFormat, match="round_robin"):
        find_format("ladder")


def test_sizes_shared_by_games_are_those_that_all_take():
    sizes = TableSizes.shared_by([range(2, 7), range(3, 7), range(4, 9)], preferred=3)
    assert sizes == TableSizes(4, 4, 6)
    with pytest.raises(FormatRefused, match="choose other games"):
        TableSizes.shared_by([range(2, 4), range(4, 9)])
    with pytest.raises(FormatRefused, match="at least one game"):
        TableSizes.shared_by([])


def test_rounds_must_come_in_order():
    stage = FORMATS["swiss"](4, table_sizes=TableSizes(2, 2, 2), lots=range(4))
    with pytest.raises(ValueError, match="round 0 is missing"):
        stage.next_round([PlayedRound(Round(1, "Round 2", ()), ())])
    made = stage.next_round([])
    assert made is not None
    with pytest.raises(ValueError, match="one result"):
        PlayedRound(made, (result_of_match([1, 0]),))
    assert result_of_match([1, 0]).points == (Fraction(1), Fraction(0))
