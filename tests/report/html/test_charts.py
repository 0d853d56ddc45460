"""Drawings: what they show is in their words and in their numbers."""

import re

import pytest
from tests.report.html.reading import Page

from mcptest.report.html import charts


def attributes(drawing, name):
    return [given for each, given in Page(drawing).elements if each == name]


def test_a_medal_is_filled_by_its_share_and_says_its_grade():
    drawing = charts.medal("A+", "100", 0.5, "Grade A+")
    filled, rest = map(float, attributes(drawing, "circle")[2]["stroke-dasharray"].split())
    assert filled == rest
    assert "Grade A+" in Page(drawing).text
    assert "tone-a" in attributes(drawing, "svg")[0]["class"]


@pytest.mark.parametrize(("share", "end"), [(0, None), (0.5, "round"), (0.984, None), (1, None)])
def test_the_ends_of_a_ring_are_round_only_where_they_do_not_close_it(share, end):
    arc = attributes(charts.medal("A", "", share, ""), "circle")[2]
    assert arc.get("stroke-linecap") == end


@pytest.mark.parametrize("share", [-1, 0, 1, 7])
def test_a_medal_is_never_more_than_full(share):
    filled, rest = attributes(charts.medal("F", "", share, ""), "circle")[2][
        "stroke-dasharray"
    ].split()
    assert float(filled) >= 0
    assert float(rest) >= 0


@pytest.mark.parametrize(
    ("grade", "tone"),
    [
        ("A+", "tone-a"),
        ("B", "tone-b"),
        ("C", "tone-c"),
        ("D", "tone-d"),
        ("F", "tone-f"),
        ("✓", "tone-a"),
        ("", "tone-none"),
    ],
)
def test_each_grade_has_its_tone(grade, tone):
    assert charts.tone(grade) == tone


@pytest.mark.parametrize(("score", "width"), [(None, "0.0"), (55, "55.0"), (140, "100.0")])
def test_a_bar_is_as_wide_as_its_score(score, width):
    drawing = charts.score_bar(score, "x")
    assert attributes(drawing, "rect")[1]["width"] == width


def test_a_stack_leaves_out_what_there_is_none_of():
    drawing = charts.stacked_bar({"passed": 3, "failed": 1, "warned": 0}, "3 passed, 1 failed")
    assert [each["width"] for each in attributes(drawing, "rect")] == ["75.00", "25.00"]
    assert attributes(charts.stacked_bar({}, "nothing"), "rect") == []


def test_a_trend_goes_up_and_leaves_gaps_out():
    drawing = charts.sparkline([10, None, 90], "from 10 to 90")
    points = attributes(drawing, "polyline")[0]["points"].split()
    (_, first), (_, last) = (map(float, point.split(",")) for point in points)
    assert last < first
    assert len(points) == 2


@pytest.mark.parametrize("values", [[], [None], [5], [5, 5]])
def test_a_trend_of_little_is_drawn_as_well(values):
    drawing = charts.sparkline(values, "x", least=5, most=5)
    assert re.search("nan|inf", drawing) is None
