"""What a bracket's drawing says: who sits where, who goes on, and the way there."""

from fractions import Fraction

import pytest

from arena.formats.contract import Bracket, BracketPart, BracketTable, Column, Slot
from tournaments.bracket_drawing import draw
from tournaments.bracket_shapes import PLATE_MAX, Doing, Face
from tournaments.text_width import fitted, text_width
from tournaments.wording import points_text

FACES = {number: Face(name=name, href=f"/bots/{name}/", seed=number + 1) for number, name in enumerate(
    ["robin", "wren", "heron", "owl"]
)}  # fmt: skip


def seat(entry: int, points: str = "", goes_on: bool | None = None) -> Slot:
    return Slot("entry", entry, points=Fraction(points) if points else None, goes_on=goes_on)


SEMI_FINALS = (
    BracketTable(
        "s1",
        "Semi-final 1",
        (seat(0, "3", True), seat(3, "2", False)),
        "decided",
        0,
        0,
        ("f",),
        "t",
    ),
    BracketTable("s2", "Semi-final 2", (seat(1), seat(2)), "playing", 0, 1, ("f",), "t"),
)
FINALS = (
    BracketTable(
        "f", "Final", (seat(0), Slot("to come", text="Winner of semi-final 2")), "to come"
    ),
    BracketTable(
        "t", "Third place", (seat(3), Slot("to come", text="Loser of semi-final 2")), "to come"
    ),
)
HALF_PLAYED = Bracket(
    (BracketPart("Knockout", (Column("Semi-finals", SEMI_FINALS), Column("Finals", FINALS))),)
)


def table_of(drawing, title: str):
    return next(table for table in drawing.tables if table.head.text == title)


def test_each_slot_says_who_sits_there_and_how_it_went():
    drawing = draw(HALF_PLAYED, faces=FACES)
    won, lost = table_of(drawing, "Semi-final 1").slots
    assert (won.name.text, won.points.text, won.fate) == ("robin", "3", "won")
    assert (lost.name.text, lost.points.text, lost.fate) == ("owl", "2", "lost")
    _, coming = table_of(drawing, "Final").slots
    assert (coming.name.text, coming.fate, coming.href) == ("Winner of semi-final 2", "open", "")


def test_the_way_of_a_winner_is_a_line_of_its_own_and_the_open_one_is_nobodys():
    lines = draw(HALF_PLAYED, faces=FACES).lines
    assert [line.entry for line in lines] == [0, None, None]


def test_a_line_leaves_the_winners_slot_and_ends_at_the_next():
    drawing = draw(HALF_PLAYED, faces=FACES)
    semi, final = table_of(drawing, "Semi-final 1"), table_of(drawing, "Final")
    path = drawing.lines[0].path
    assert path.startswith(f"M{semi.right:g} {semi.slots[0].middle:g}H")
    assert path.endswith(f"{final.slots[0].middle:g}H{final.x:g}")


def test_each_of_several_who_go_on_from_a_heat_has_a_line():
    heat = BracketTable(
        "h",
        "Heat 1",
        (seat(0, "2", True), seat(1, "1", True), seat(2, "0", False)),
        "decided",
        0,
        0,
        ("f",),
    )
    final = BracketTable("f", "Final", (seat(1), seat(0)), "playing", 1, 0)
    columns = (Column("Round 1", (heat,)), Column("Final", (final,)))
    drawing = draw(Bracket((BracketPart("Heats", columns),)), faces=FACES)
    assert [line.entry for line in drawing.lines] == [1, 0, None]


def test_nobody_has_won_until_somebody_has():
    assert draw(HALF_PLAYED, faces=FACES).champion.entry is None
    over = draw(Bracket(HALF_PLAYED.parts, winner=0), faces=FACES).champion
    assert (over.entry, over.name.text, over.href) == (0, "robin", "/bots/robin/")


def test_a_table_that_is_made_links_to_its_page_and_says_how_far_it_is():
    doings = {"s2": Doing(href="/tables/2/", note="3 of 5")}
    table = table_of(draw(HALF_PLAYED, faces=FACES, doings=doings), "Semi-final 2")
    assert (table.href, table.note.text, table.state) == ("/tables/2/", "3 of 5", "playing")
    assert "3 of 5" in table.spoken


def test_a_table_says_itself_in_words():
    spoken = table_of(draw(HALF_PLAYED, faces=FACES), "Semi-final 1").spoken
    assert spoken == "Semi-final 1: robin 3 goes on; owl 2"


def test_who_has_a_bye_is_first_drawn_where_it_plays():
    bye = BracketTable(
        "b", "Table 1", (seat(0, "", True), Slot("bye")), "not played", 0, None, ("f",)
    )
    final = BracketTable("f", "Final", (seat(0), seat(1)), "playing", 1, 0)
    columns = (Column("Round 1", (bye,)), Column("Final", (final,)))
    drawing = draw(Bracket((BracketPart("Knockout", columns),)), faces=FACES)
    assert [table.head.text for table in drawing.tables] == ["Final"]
    assert [heading.name.text for heading in drawing.headings] == ["Final"]


def test_the_grand_final_stands_between_the_two_sides():
    def side(title: str, key: str) -> BracketPart:
        table = BracketTable(key, title, (seat(0), seat(1)), "playing", winners_to=("g",))
        return BracketPart(title, (Column(title, (table,)),))

    slots = (Slot("to come", text="Winner of one"), Slot("to come", text="Winner of other"))
    grand = BracketTable("g", "Grand final", slots, "to come")
    last = BracketPart("Grand final", (Column("Grand final", (grand,)),))
    drawing = draw(Bracket((side("Winners", "w"), side("Losers", "l"), last)), faces=FACES)
    winners, losers, final = (
        table_of(drawing, title) for title in ("Winners", "Losers", "Grand final")
    )
    assert final.x > max(winners.right, losers.right)
    assert winners.y < final.y < losers.y


def test_a_long_name_is_cut_and_kept_in_full():
    faces = FACES | {0: Face(name="W" * 32)}
    slot = table_of(draw(HALF_PLAYED, faces=faces), "Semi-final 1").slots[0]
    assert slot.name.full == "W" * 32
    assert slot.name.text.endswith("…")
    assert slot.width <= PLATE_MAX


def test_without_a_table_there_is_no_drawing():
    assert draw(Bracket((BracketPart("Knockout", ()),)), faces={}) is None


def test_a_text_that_fits_is_left_alone_and_a_cut_one_fits():
    assert fitted("robin", 100.0) == "robin"
    cut = fitted("robin-hood-of-sherwood", 90.0)
    assert text_width(cut) <= 90.0
    assert cut == "robin-hood…"


@pytest.mark.parametrize(
    ("points", "text"),
    [("3", "3"), ("7/2", "3½"), ("1/2", "½"), ("7/3", "2.33"), ("-1/2", "−½"), ("-5/4", "−1.25")],
)
def test_points_are_written_as_people_read_them(points, text):
    assert points_text(Fraction(points)) == text
