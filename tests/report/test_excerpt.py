"""The picture of a mistake."""

import pytest

from mcptest.errors import Problem
from mcptest.model.location import Location
from mcptest.report.excerpt import show_place, show_problem

PICTURE = """\
error[suite-unknown-key]: unknown key "tol" in this tool test
  --> checks.yml:6:5
   |
 6 |     tol: search
   |     ^^^ did you mean "tool"?"""


def test_the_picture_is_the_house_s():
    where = Location("checks.yml", 6, 5, 3, "    tol: search")
    problem = Problem(
        "suite-unknown-key", 'unknown key "tol" in this tool test', where, 'did you mean "tool"?'
    )
    assert show_problem(problem) == PICTURE


def test_the_gutter_is_as_wide_as_the_number():
    lines = show_place(Location("s.yml", 1234, 1, 2, "ab"))
    assert lines == ["  --> s.yml:1234:1", "      |", " 1234 | ab", "      | ^^"]


def test_a_problem_without_a_place_keeps_its_hint():
    assert show_problem(Problem("c", "m", hint="do this")) == "error[c]: m\n  = do this"
    assert show_problem(Problem("c", "m")) == "error[c]: m"


def test_a_place_without_its_line_keeps_its_label():
    assert show_place(Location("f", 1, 1), "why") == ["  --> f:1:1", "  = why"]
    assert show_place(Location("f", 1, 1)) == ["  --> f:1:1"]


@pytest.mark.parametrize(
    ("text", "column", "width", "under"),
    [
        ("\ta: b", 2, 1, "a"),
        ("日本: x", 5, 1, "x"),
        ("e\u0301: x", 5, 1, "x"),
        ("\x1b[0m: x", 7, 1, "x"),
        ("ab\r\n", 1, 99, "a"),
    ],
)
def test_the_caret_stands_where_a_terminal_shows_the_span(text, column, width, under):
    _, _, line, carets = show_place(Location("f", 1, column, width, text))
    at = carets.index("^") - line.index("| ") - 2
    shown = line.split("| ", 1)[1]
    columns = ""
    for char in shown:
        columns += "" if char == "\u0301" else char * 2 if ord(char) > 0x2E80 else char
    assert columns[at] == under
    assert len(carets) <= len(columns) + line.index("| ") + 2


def test_a_caret_is_shown_even_past_the_end():
    assert show_place(Location("f", 1, 9, 0, "ab"))[-1].count("^") == 1


def test_a_long_line_is_cut_around_the_span():
    where = Location("f", 1, 5001, 4, "x" * 5000 + "here" + "y" * 5000)
    _, _, line, carets = show_place(where)
    assert len(line) < 200
    assert line[carets.index("^") :].startswith("here")
