"""JSON with comments and trailing commas, with every character in its place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.jsonc import member_spans, plain_json
from mcptest.reading import JsonTextError, parse_jsonc

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1, // one\n "b": [2, 3, ], }', {"a": 1, "b": [2, 3]}),
        ('/* x\n */ ["//", "/* */", ",]", "\\",]"]', ["//", "/* */", ",]", '",]']),
        ("[1, /* , */ ]", [1]),
        ("\ufeff{} // end", {}),
    ],
)
def test_what_editors_allow_is_read(text, value):
    assert parse_jsonc(text.encode()) == value
    assert len(plain_json(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "place"),
    [('{\n // x\n "a" 1}', (3, 6)), ("[,]", (1, 2)), ("/* [1]", (1, 1)), ('["a]', (1, 2))],
)
def test_what_is_wrong_is_shown_where_it_is(text, place):
    with pytest.raises(JsonTextError) as caught:
        parse_jsonc(text.encode())
    assert (caught.value.line, caught.value.column) == place


@given(value=st.dictionaries(st.text(), VALUES, max_size=5), indent=st.sampled_from([None, 2]))
def test_spans_show_the_values(value, indent):
    text = json.dumps(value, indent=indent)
    assert plain_json(text) == text
    found = {key: json.loads(text[begin:end]) for key, (begin, end) in member_spans(text).items()}
    assert found == value
