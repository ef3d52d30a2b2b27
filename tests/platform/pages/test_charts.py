"""The course of a rating as a drawing."""

import pytest

from bots.models import Version
from ladder.history import Step
from ladder.models import VersionTally
from pages.charts import rating_chart


def course(*ratings: float, start: float = 1500.0, deviation: float = 20.0) -> list[Step]:
    """A bot's changes from `start` to each of these ratings in turn."""
    befores = [start, *ratings]
    return [
        Step(
            match_id=100 + number,
            version=1,
            number=number,
            before=befores[number - 1],
            after=after,
            strength=after + 10,
            deviation=deviation,
        )
        for number, after in enumerate(ratings, start=1)
    ]


def heights(points: str) -> list[float]:
    return [float(point.split(",")[1]) for point in points.split()]


def test_there_is_no_drawing_before_the_first_match():
    assert rating_chart([], tallies=[]) is None


def test_the_line_rises_and_falls_with_the_rating():
    chart = rating_chart(course(1520.0, 1480.0, 1500.0), tallies=[])
    assert chart is not None
    first, second, third = heights(chart.line)
    assert first < third < second
    assert chart.summary == "From 1500 to 1500 in 3 rated matches; strength 1510, give or take 39."


def test_the_band_holds_the_interval_of_the_strength():
    chart = rating_chart(course(1520.0, 1520.0), tallies=[])
    assert chart is not None
    up = heights(chart.band)
    assert up[:2] == pytest.approx([up[0]] * 2)
    assert up[2:] == pytest.approx([up[2]] * 2)
    assert up[0] < heights(chart.line)[0] < up[2]


def test_a_new_version_is_marked_where_it_begins():
    tallies = [
        VersionTally(version=Version(number=1), first_number=1),
        VersionTally(version=Version(number=2), first_number=2),
    ]
    chart = rating_chart(course(1510.0, 1520.0, 1530.0), tallies=tallies)
    assert chart is not None
    assert [mark.label for mark in chart.versions] == ["v2"]


def test_one_match_makes_a_drawing_with_levels():
    chart = rating_chart(course(1500.0), tallies=[])
    assert chart is not None
    assert "1500" in [level.label for level in chart.levels]


def test_only_a_thinned_course_has_more_to_ask_for():
    changes = course(1510.0, 1520.0, 1530.0)
    whole = rating_chart(changes, tallies=[], more="/more")
    thinned = rating_chart([changes[0], changes[2]], tallies=[], more="/more")
    assert whole is not None
    assert thinned is not None
    assert (whole.data["more"], thinned.data["more"]) == ("", "/more")


def test_the_script_gets_each_match_with_its_change_and_interval():
    chart = rating_chart(course(1520.0), tallies=[])
    assert chart is not None
    assert chart.data["points"] == [[1, 101, 1, 1520.0, 20.0, 1490.8, 1569.2]]
