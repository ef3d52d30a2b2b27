"""The course of a rating as a drawing."""

from pages.charts import POINTS_MAX, rating_chart


def test_there_is_no_drawing_before_the_first_match():
    assert rating_chart([], start=1500.0) is None


def test_the_line_begins_with_the_rating_before_the_first_match():
    chart = rating_chart([(1, 1520.0), (1, 1480.0)], start=1500.0)
    assert chart is not None
    heights = [float(point.split(",")[1]) for point in chart.points.split()]
    assert len(heights) == 3
    assert heights[1] < heights[0] < heights[2]
    assert chart.summary == "From 1500 to 1480 in 2 rated matches; lowest 1480, highest 1520."


def test_a_long_history_is_thinned_and_keeps_its_end():
    chart = rating_chart([(1, 1500.0 + number) for number in range(5000)], start=1500.0)
    assert chart is not None
    points = chart.points.split()
    assert len(points) <= POINTS_MAX + 1
    assert points[-1] == f"{chart.last[0]},{chart.last[1]}"


def test_a_new_version_is_marked_where_it_begins():
    chart = rating_chart([(1, 1510.0), (2, 1520.0), (2, 1530.0)], start=1500.0)
    assert chart is not None
    assert [mark.label for mark in chart.versions] == ["v2"]


def test_an_even_course_still_has_levels():
    chart = rating_chart([(1, 1500.0)], start=1500.0)
    assert chart is not None
    assert "1500" in [level.label for level in chart.levels]
