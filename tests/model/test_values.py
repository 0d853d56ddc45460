"""The small nouns: JSON, escaped text, revisions, counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.model.escape import one_line, visible
from mcptest.model.finding import Exchange
from mcptest.model.json import MISSING, json_type, same_json
from mcptest.model.location import Location
from mcptest.model.outcome import CaseResult, Lane, Status, Summary
from mcptest.model.spec_version import (
    HANDSHAKE_VERSIONS,
    NEWEST_HANDSHAKE,
    NEWEST_STATELESS,
    Era,
    SpecVersion,
    UnknownSpecVersionError,
)
from mcptest.model.tool import ToolDescriptor

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=10,
)


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (True, 1, False),
        (False, 0, False),
        (True, True, True),
        (1, 1.0, True),
        ([True], [1], False),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1], [1, 2], False),
        ([], {}, False),
        (None, MISSING, False),
        (MISSING, MISSING, True),
        ("1", 1, False),
    ],
)
def test_equality_is_json_s(left, right, same):
    assert same_json(left, right) is same
    assert same_json(right, left) is same


@given(JSON)
def test_a_value_equals_itself(value):
    assert same_json(value, value)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (MISSING, "absent"),
        (None, "null"),
        (True, "boolean"),
        (1, "integer"),
        (1.5, "number"),
        ("", "string"),
        ([], "array"),
        ({}, "object"),
    ],
)
def test_a_type_has_json_schema_s_name(value, name):
    assert json_type(value) == name


def test_absent_is_false_and_says_what_it_is():
    assert not MISSING
    assert repr(MISSING) == "MISSING"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31m", "\\x1b[31m"),
        ("a\x00b\x7f\x9b", "a\\x00b\\x7f\\x9b"),
        ("\u202e\u200b\ufeff", "\\u202e\\u200b\\ufeff"),
        ("\ud800 \U000e0041 \uffff", "\\ud800 \\U000e0041 \\uffff"),
        ("naïve 日本 🎉\n\t", "naïve 日本 🎉\n\t"),
    ],
)
def test_what_hides_or_acts_is_made_visible(text, shown):
    assert visible(text) == shown


@given(st.text(st.characters()))
def test_visible_text_is_stable_and_can_be_written(text):
    assert visible(visible(text)) == visible(text)
    visible(text).encode("utf-8")


@given(st.text())
def test_one_line_is_one_line(text):
    assert len(one_line(text).splitlines()) <= 1


def test_a_long_line_names_its_full_length():
    assert one_line("x" * 500, limit=10) == "xxxxxxxxxx… (500 characters)"


def test_revisions_stand_in_order():
    found = list(SpecVersion)
    assert sorted(found, reverse=True) == found[::-1]
    assert SpecVersion.DRAFT > SpecVersion.V2026_07_28 >= SpecVersion.V2025_11_25
    assert SpecVersion.V2024_11_05 <= SpecVersion.V2024_11_05 < SpecVersion.V2025_03_26


@pytest.mark.parametrize("version", SpecVersion)
def test_a_revision_is_read_with_and_without_its_letter(version):
    assert SpecVersion.parse(version.value) is version
    assert SpecVersion.parse(version.value.removeprefix("v")) is version


def test_the_wire_knows_dates_only():
    assert SpecVersion.DRAFT.wire == "2026-07-28"
    assert SpecVersion.from_wire("2026-07-28") is SpecVersion.V2026_07_28
    assert SpecVersion.from_wire("1999-01-01") is None
    assert SpecVersion.from_wire("draft") is None


def test_the_eras_meet_at_the_first_stateless_revision():
    assert NEWEST_HANDSHAKE is SpecVersion.V2025_11_25
    assert NEWEST_STATELESS.era is SpecVersion.DRAFT.era is Era.STATELESS
    assert {version.era for version in HANDSHAKE_VERSIONS} == {Era.HANDSHAKE}


@pytest.mark.parametrize(
    ("text", "near"),
    [("2025-06-19", "v2025-06-18"), ("drft", "draft"), ("", None), ("zzz", None)],
)
def test_an_unknown_revision_is_told_the_nearest(text, near):
    with pytest.raises(UnknownSpecVersionError) as caught:
        SpecVersion.parse(text)
    assert caught.value.suggestion == near
    assert len(caught.value.known) == len(SpecVersion)


def test_a_summary_counts_every_status():
    results = [CaseResult("i", "n", Lane.TOOLS, None, status) for status in Status]
    counted = Summary.of([*results, results[0]])
    assert (counted.passed, counted.errored, counted.total) == (2, 1, 6)


def test_a_place_reads_as_editors_jump():
    assert str(Location("a.yml", 3, 7)) == "a.yml:3:7"


@pytest.mark.parametrize("raw", [None, 5, [], {}, {"name": 5, "description": []}])
def test_a_tool_of_the_wrong_shape_is_kept_whole(raw):
    tool = ToolDescriptor.from_json(raw)
    assert (tool.name, tool.description, tool.input_schema) == ("", None, MISSING)
    assert tool.raw == raw


@pytest.mark.parametrize(
    ("request_id", "reply_id", "settled"),
    [
        ("mcptest-30", "mcptest-30", (1, 1)),
        ("mcptest-own", "mcptest-own", ("mcptest-own", "mcptest-own")),
        (7, 7, (1, 1)),
        (7, "7", (1, "7")),
        (7, 9, (1, 9)),
        ("a", "a", ("a", "a")),
    ],
)
def test_an_exchange_is_shown_without_the_number_that_timing_gave_it(request_id, reply_id, settled):
    found = Exchange({"id": request_id, "method": "ping"}, {"id": reply_id}).settled()
    assert (found.request["id"], found.reply["id"]) == settled


def test_an_exchange_of_something_else_is_left_alone():
    assert Exchange().settled() == Exchange()
    assert Exchange("raw", None).settled() == Exchange("raw", None)
    assert Exchange({"id": 5}).settled() == Exchange({"id": 1})
