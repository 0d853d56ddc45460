import difflib
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcptest.lint.catalog import parse_catalog
from mcptest.lint.tighten.fix import fix_catalog
from mcptest.lint.tighten.tighten import tighten

LOOSE = {
    "type": "object",
    "properties": {"q": {"type": "string"}, "n": {"type": "object", "properties": {"é": {}}}},
}


def fixed(text, **options):
    return fix_catalog(parse_catalog("c.json", text), **options)


def dump(schema, **options):
    return json.dumps({"tools": [{"name": "t", "inputSchema": schema}]}, **options)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"indent": 2},
        {"indent": "\t"},
        {"separators": (",", ":")},
        {"indent": 4, "ensure_ascii": False},
        {"indent": 0},
    ],
    ids=str,
)
def test_the_fixed_text_is_laid_out_like_the_rest(options):
    result = fixed(dump(LOOSE, **options)).text
    assert result == dump(tighten(LOOSE), **options)


NAMES = st.text(min_size=1, max_size=4).filter(lambda t: t.isprintable())
SCHEMAS = st.recursive(
    st.sampled_from([{}, {"type": "string"}, {"type": "object"}, {"enum": [1.50, 1e3]}]),
    lambda inner: st.fixed_dictionaries(
        {"type": st.just("object")},
        optional={
            "properties": st.dictionaries(NAMES, inner, max_size=3),
            "additionalProperties": st.booleans(),
            "anyOf": st.lists(inner, min_size=1, max_size=2),
        },
    ),
    max_leaves=8,
)


@settings(max_examples=80, deadline=None)
@given(st.lists(SCHEMAS, max_size=3), st.sampled_from([None, 2, "\t"]), st.booleans())
def test_the_text_and_the_value_are_fixed_alike_and_the_text_twice_is_once(
    schemas, indent, ascii_only
):
    tools = [{"name": "t", "inputSchema": schema} for schema in schemas]
    text = json.dumps(tools, indent=indent, ensure_ascii=ascii_only)
    result = fixed(text).text
    assert json.loads(result) == [
        {"name": "t", "inputSchema": tighten(schema)} for schema in schemas
    ]
    assert fixed(result).text == result


def test_only_inserted_text_differs():
    text = """\ufeff{ "tools" : [
\t{"name":"t", "description": "caf\\u00e9 \N{SNOWMAN}",
\t\t"inputSchema" : { "type":"object" , "properties":{"caf\\u00e9": {"minimum": 1.50e+2}}}, "x": 1E3}
] }\r\n"""
    result = fixed(text).text
    expected = text.replace(
        "1.50e+2}}}", '1.50e+2}}, "required":["caf\\u00e9"], "additionalProperties":false}'
    )
    assert result.replace(" ", "") == expected.replace(" ", "")
    changed = [part for part in difflib.ndiff(text, result) if part.startswith("-")]
    assert changed == []


def test_crlf_files_stay_crlf():
    text = dump(LOOSE, indent=2).replace("\n", "\r\n")
    assert fixed(text).text == dump(tighten(LOOSE), indent=2).replace("\n", "\r\n")


def test_lists_on_one_line_stay_on_one_line():
    text = '[\n  {\n    "name": "t",\n    "tags": ["a"],\n    "inputSchema": {\n      "properties": {"q": {}}\n    }\n  }\n]'
    assert '"required": ["q"],\n      "additionalProperties": false\n' in fixed(text).text


def test_an_empty_schema_is_closed_in_place():
    assert (
        fixed('[{"name": "t", "inputSchema": {}}]').text
        == '[{"name": "t", "inputSchema": {"additionalProperties": false}}]'
    )


def test_a_value_that_is_there_is_replaced_in_its_place():
    text = '[{"name":"t","inputSchema":{"additionalProperties":true,"properties":{"q":{}},"required":[]}}]'
    assert fixed(text).text == text.replace("true", "false")


def test_one_rule_alone_can_be_fixed():
    text = dump(LOOSE)
    assert "required" not in fixed(text, only=["SCH-002"]).text
    assert "additionalProperties" not in fixed(text, only=["SCH-001"]).text


def test_tools_without_a_usable_schema_are_passed_over():
    text = '[{"name":"a"},{"name":"b","inputSchema":null},{"name":"c","inputSchema":7}]'
    assert fixed(text).text == text


def test_the_summary_says_what_changed_and_what_is_left():
    result = fixed(dump(LOOSE))
    assert result.changes == {"SCH-001": 2, "SCH-002": 2}
    assert result.left == {"SCH-003": 1, "SCH-004": 1}
    summary = "\n".join(result.summary())
    assert "closed 2 objects" in summary
    assert "changes what callers may leave out" in summary
    assert "1 SCH-003 finding, 1 SCH-004 finding" in summary


def test_the_summary_of_a_tight_catalog_is_short():
    assert fixed("[]").summary() == ["nothing to change", "no SCH findings are left"]
