import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.lint.json_text.spans import ScanError, scan_document

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=4),
    max_leaves=15,
)  # fmt: skip


def collect(text, span):
    if span.members:
        return {k: collect(text, m.value) for k, m in span.members.items()}
    if span.items:
        return [collect(text, item) for item in span.items]
    return json.loads(text[span.start : span.end])


@given(VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_every_span_holds_its_value(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert collect(text, scan_document(text)) == value


@given(st.text(alphabet='{}[]",:0123456789.eE+-truefalsn \\ud8"\n', max_size=30))
def test_the_scanner_accepts_no_more_than_json(text):
    try:
        scan_document(text)
    except ScanError as trouble:
        offset = trouble.offset
    else:
        json.loads(text)
        offset = 0
    assert 0 <= offset <= len(text)


@pytest.mark.parametrize(
    ("text", "code", "offset"),
    [
        ("", "json-cut-off", 0),
        ("[1,", "json-cut-off", 3),
        ('{"a"', "json-cut-off", 4),
        ('{"a":1,}', "json-syntax", 6),
        ("[1,]", "json-syntax", 2),
        ("{a:1}", "json-syntax", 1),
        ('{"a" 1}', "json-syntax", 5),
        ('{"a":1 "b":2}', "json-syntax", 7),
        ("[1 2]", "json-syntax", 3),
        ('{"a":1, "a":2}', "json-duplicate-key", 8),
        ("[NaN]", "json-number", 1),
        ("[-Infinity]", "json-number", 1),
        ("1e999", "json-number", 0),
        ("1" * 1001, "json-number", 0),
        ('"\\ud800"', "json-lone-surrogate", 0),
        ('{"\\udc00": 1}', "json-lone-surrogate", 1),
        ('"abc', "json-syntax", 0),
        ('"a\nb"', "json-syntax", 2),
        ("true false", "json-extra-data", 5),
        ("nope", "json-syntax", 0),
        ("'a'", "json-syntax", 0),
        ("[" * 301, "json-too-deep", 300),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_not_strict_json_is_refused_with_its_place(text, code, offset):
    with pytest.raises(ScanError) as caught:
        scan_document(text)
    assert (caught.value.code, caught.value.offset) == (code, offset)
