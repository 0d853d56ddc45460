import json

import pytest
from hypothesis import given
from tests.lint.test_spans import VALUES

from mcptest.lint.json_text.document import parse_document
from mcptest.lint.json_text.levels import Levels
from mcptest.lint.json_text.spans import scan_document


def places(span, steps=()):
    """Every pointer into a text, and where the scanner says it leads."""
    for name, member in span.members.items():
        yield (*steps, name), (member.key_start, member.key_end)
        yield from places(member.value, (*steps, name))
    for index, item in enumerate(span.items):
        yield (*steps, str(index)), (item.start, item.end)
        yield from places(item, (*steps, str(index)))


@given(VALUES)
@pytest.mark.parametrize("indent", [None, 2])
def test_every_pointer_leads_where_the_scanner_says(indent, value):
    text = json.dumps(value, indent=indent)
    levels = Levels(text, 0)
    for steps, place in places(scan_document(text)):
        assert levels.find(steps) == place


def test_a_step_that_is_not_there_ends_at_what_holds_it():
    text = '{"a": [10, {"b": 1}]}'
    levels = Levels(text, 0)
    found = [
        text[slice(*levels.find(steps))]
        for steps in ([], ["a"], ["a", "0"], ["a", "1", "b"], ["a", "7"], ["a", "0", "c"], ["x"])
    ]
    assert found == [text, '"a"', "10", '"b"', '"a"', "10", text]


@pytest.mark.parametrize("text", ['["\\ud83d\\ude00"]', '["\\\\ud83d"]'])
def test_escaped_pairs_are_not_lone_surrogates(text):
    assert parse_document("x.json", text).value == json.loads(text)
