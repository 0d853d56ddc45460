"""The badge: what it says, for eyes and for readers, and that it is well formed."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.report.sample import graded, nasty_run, result

from mcptest.model.outcome import Skip, SkipReason, Status
from mcptest.report.formats.badge import draw, render, text_width

SVG = "{http://www.w3.org/2000/svg}"
SKIPPED = result("s", Status.SKIPPED, skip=Skip(SkipReason.CANNOT_TELL, "?"))


def title(run):
    return ET.fromstring(render(run)).find(f"{SVG}title").text


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "mcptest: A 97.4"),
        ({"compliance": replace(graded(), grade="F", score=None)}, "mcptest: F"),
        ({"compliance": None}, "mcptest: 2 failing"),
        ({"compliance": None, "cases": (result("a"),)}, "mcptest: failing"),
        (
            {"compliance": None, "cases": (result("a"), SKIPPED), "exit_code": 0},
            "mcptest: 1 passing",
        ),
        ({"compliance": None, "cases": (SKIPPED,), "exit_code": 0}, "mcptest: nothing ran"),
        ({"interrupted": True}, "mcptest: interrupted"),
    ],
)
def test_it_says_the_grade_or_the_verdict(more, said):
    assert title(nasty_run(**more)) == said


def test_a_bad_grade_and_a_good_one_differ_in_more_than_words():
    colours = {
        grade: re.findall(
            r'fill="(#\w+)"', render(nasty_run(compliance=replace(graded(), grade=grade)))
        )[1]
        for grade in ("A", "B", "C", "D", "F")
    }
    assert len(set(colours.values())) == 5


@given(st.text(), st.text())
def test_any_text_is_drawn_as_text_within_its_measure(label, message):
    root = ET.fromstring(draw(label, message, "#000"))
    drawn = [each for each in root.iter() if each.tag == f"{SVG}text"]
    assert len(drawn) == 2
    end = float(drawn[1].get("x")) + float(drawn[1].get("textLength"))
    assert end < float(root.get("width"))
    assert root.get("aria-label") == root.find(f"{SVG}title").text


def test_wide_letters_take_more_room_than_narrow_ones():
    assert text_width("il") < text_width("ab") < text_width("AB") < text_width("mW")


def test_two_badges_can_stand_on_one_page():
    assert " id=" not in draw("a", "b", "#000")
