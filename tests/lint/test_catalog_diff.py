import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcptest.lint.diff.catalog_diff import diff_catalogs
from mcptest.lint.diff.diff_text import diff_document, diff_markdown, diff_text
from mcptest.lint.sample import arguments, sample
from mcptest.lint.tighten.tighten import tighten
from mcptest.model.tool import ToolDescriptor

STRING, INTEGER, NUMBER = {"type": "string"}, {"type": "integer"}, {"type": "number"}


def tool(schema=None, output=None, **more):
    made = {"name": "t", "inputSchema": schema or {"type": "object"}, **more}
    return ToolDescriptor.from_json(made if output is None else {**made, "outputSchema": output})


def changes(old, new):
    return [
        (e.change.impact.value, e.change.kind.value, e.change.pointer)
        for e in diff_catalogs([old], [new]).entries
    ]


def inputs(old, new):
    """The impact of a change of one argument."""
    made = changes(tool(arguments({"a": old})), tool(arguments({"a": new})))
    return {(impact, kind) for impact, kind, _ in made}


def outputs(old, new):
    made = changes(tool(output=arguments({"a": old})), tool(output=arguments({"a": new})))
    return {(impact, kind) for impact, kind, _ in made}


def test_a_removed_tool_breaks_and_a_new_one_does_not():
    old, new = (
        ToolDescriptor.from_json(sample(name="a")),
        ToolDescriptor.from_json(sample(name="b")),
    )
    diff = diff_catalogs([old], [new])
    assert [(e.tool, e.change.impact.value, e.change.kind.value) for e in diff.entries] == [
        ("a", "breaking", "tool-removed"),
        ("b", "safe", "tool-added"),
    ]
    assert diff.is_breaking


@pytest.mark.parametrize(
    ("old", "new", "narrower"),
    [
        (NUMBER, INTEGER, True),
        ({"type": ["string", "null"]}, STRING, True),
        ({}, STRING, True),
        (STRING, {"type": "string", "enum": ["a"]}, True),
        ({"enum": ["a", "b"]}, {"enum": ["a"]}, True),
        (STRING, {"type": "string", "maxLength": 5}, True),
        ({"type": "string", "maxLength": 9}, {"type": "string", "maxLength": 5}, True),
        ({"type": "integer", "minimum": 0}, {"type": "integer", "minimum": 1}, True),
        (STRING, {"type": "string", "pattern": "^a"}, True),
        (STRING, {"type": "string", "const": "a"}, True),
        ({"type": ["string", "integer"]}, {"const": "a", "type": "string"}, True),
        ({"anyOf": [STRING, True]}, STRING, True),
    ],
)
def test_narrower_input_breaks_and_wider_input_is_safe(old, new, narrower):
    assert inputs(old, new) == {("breaking", "narrowed")}
    assert inputs(new, old) == {("safe", "widened")}


@pytest.mark.parametrize(
    ("old", "new", "impact"),
    [
        (STRING, {"type": ["string", "null"]}, "breaking"),
        (STRING, {"anyOf": [STRING, {"type": "null"}]}, "breaking"),
        ({"enum": ["a"]}, {"enum": ["a", "b"]}, "risky"),
        ({"type": "string", "maxLength": 5}, {"type": "string", "maxLength": 9}, "risky"),
        ({"type": "string", "pattern": "^a"}, STRING, "risky"),
        ({"enum": ["a"]}, {}, "breaking"),
    ],
)
def test_wider_output_is_trouble_and_narrower_output_is_safe(old, new, impact):
    assert outputs(old, new) >= {(impact, "widened")}
    assert {i for i, _ in outputs(new, old)} == {"safe"}


def test_a_replaced_type_is_narrower_and_wider_at_once():
    assert inputs(STRING, {"type": "object"}) == {("breaking", "narrowed"), ("safe", "widened")}


def test_a_changed_limit_that_cannot_be_ordered_is_risky():
    assert inputs({"type": "string", "pattern": "a"}, {"type": "string", "pattern": "b"}) == {
        ("risky", "narrowed")
    }


def test_new_and_dropped_arguments():
    one, two = tool(arguments({"a": STRING})), tool(arguments({"a": STRING, "b": STRING}))
    optional = tool(arguments({"a": STRING, "b": STRING}, required=["a"]))
    place = "/inputSchema/properties/b"
    assert changes(one, two) == [("breaking", "required-added", place)]
    assert changes(one, optional) == [("safe", "property-added", place)]
    assert changes(optional, two) == [("breaking", "required-added", place)]
    assert changes(two, optional) == [("safe", "required-removed", place)]
    assert changes(two, one) == [("breaking", "property-removed", place)]


def test_dropping_an_argument_of_an_open_object_is_risky():
    old = {"type": "object", "properties": {"a": STRING}}
    assert changes(tool(old), tool({"type": "object"})) == [
        ("risky", "property-removed", "/inputSchema/properties/a")
    ]


def test_new_and_dropped_members_of_the_output():
    one, two = arguments({"a": STRING}), arguments({"a": STRING, "b": STRING})
    assert {c[:2] for c in changes(tool(output=two), tool(output=one))} == {
        ("breaking", "property-removed")
    }
    assert {c[:2] for c in changes(tool(output=one), tool(output=two))} == {
        ("safe", "property-added")
    }
    loose = arguments({"a": STRING}, required=[])
    assert changes(tool(output=one), tool(output=loose))[0][:2] == ("breaking", "required-removed")
    assert changes(tool(output=loose), tool(output=one))[0][:2] == ("safe", "required-added")


def test_an_output_schema_that_goes_breaks_and_one_that_comes_is_safe():
    with_one, without = tool(output=arguments({})), tool()
    assert changes(with_one, without) == [("breaking", "output-schema-removed", "/outputSchema")]
    assert changes(without, with_one) == [("safe", "output-schema-added", "/outputSchema")]


def test_opening_and_closing():
    closed, opened = arguments({"a": STRING}), arguments({"a": STRING}, additionalProperties=True)
    assert changes(tool(closed), tool(opened))[0][:2] == ("safe", "opened")
    assert changes(tool(opened), tool(closed))[0][:2] == ("risky", "closed")
    assert changes(tool(output=closed), tool(output=opened))[0][:2] == ("risky", "opened")


def test_items_are_compared():
    def listed(items):
        return {"type": "array", "items": items}

    assert inputs(listed(NUMBER), listed(INTEGER)) == {("breaking", "narrowed")}
    assert inputs({"type": "array"}, listed(STRING)) == {("risky", "narrowed")}
    assert inputs(listed(STRING), {"type": "array"}) == {("safe", "widened")}


def test_references_are_followed_and_circles_end():
    def tree(leaf):
        node = {"type": "object", "properties": {"v": leaf, "next": {"$ref": "#/$defs/N"}}}
        return {
            **arguments({"t": {"$ref": "#/$defs/N"}}),
            "$defs": {"N": node, "L": {"$ref": "#/$defs/L"}},
        }

    found = changes(tool(tree(STRING)), tool(tree(INTEGER)))
    assert ("breaking", "narrowed", "/inputSchema/properties/t/properties/v/type") in found
    assert changes(tool(tree(STRING)), tool(tree(STRING))) == []
    loop = {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/L"}},
        "$defs": {"L": {"$ref": "#/$defs/L"}},
    }
    changes(tool(loop), tool({**loop, "title": "x"}))


def test_wording_and_defaults_and_the_rest():
    assert inputs(STRING, {**STRING, "description": "x"}) == {("safe", "wording-changed")}
    assert inputs(STRING, {**STRING, "default": "x"}) == {("risky", "default-changed")}
    assert inputs({**STRING, "not": {}}, STRING) == {("risky", "schema-changed")}
    assert inputs(True, False) == {("risky", "schema-changed")}
    assert inputs({"type": "integer", "minimum": True}, INTEGER) == set()
    assert changes(tool(description="a"), tool(description="b")) == [
        ("safe", "wording-changed", "/description")
    ]
    assert changes(tool(_meta={"a": 1}), tool()) == [("safe", "member-changed", "/_meta")]


def test_a_changed_hint_is_risky():
    old, new = (
        tool(annotations={"readOnlyHint": True, "title": "a"}),
        tool(annotations={"readOnlyHint": False, "title": "b"}),
    )
    assert changes(old, new) == [
        ("risky", "annotation-changed", "/annotations/readOnlyHint"),
        ("safe", "member-changed", "/annotations/title"),
    ]


def test_tools_without_schemas_are_compared_too():
    bare = ToolDescriptor.from_json({"name": "t", "inputSchema": None})
    assert changes(bare, bare) == []
    changes(bare, tool(arguments({"a": STRING})))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["string", "object", "a"]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["type", "properties", "items", "enum", "required", "anyOf", "$ref", "minimum"]), inner, max_size=4),
    max_leaves=10,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(JSON, JSON)
def test_any_two_schemas_can_be_compared_and_a_schema_equals_itself(old, new):
    assert changes(tool(old), tool(old)) == []
    changes(tool(old), tool(new))


def test_the_fix_breaks_nothing_but_what_it_says():
    loose = {"type": "object", "properties": {"a": STRING}}
    kinds = {kind for _, kind, _ in changes(tool(loose), tool(tighten(loose)))}
    assert kinds == {"required-added", "closed"}


def test_the_three_forms():
    old = [ToolDescriptor.from_json(sample(name="a|b")), tool()]
    diff = diff_catalogs(old, [tool(description="<b>`x`")])
    document = diff_document(diff, "old.json", "new.json")
    assert (document["schema"], document["clean"]) == ("mcptest.catalog-diff/v1", False)
    assert document["summary"] == {"breaking": 1, "risky": 0, "safe": 1}
    assert document["entries"][1] == {
        "tool": "t", "impact": "safe", "kind": "wording-changed", "pointer": "/description",
        "message": "the description is worded differently", "to": "<b>`x`",
    }  # fmt: skip
    json.dumps(document)
    assert diff_text(diff).splitlines() == [
        "a|b",
        "  breaking the tool was removed",
        "t",
        "  safe     the description is worded differently (/description)",
        "1 breaking, 1 safe",
    ]
    markdown = diff_markdown(diff, "old.json", "new.json")
    assert "| ❌ breaking | `a\\|b` | the tool was removed | `/` |" in markdown
    assert "<details><summary>1 safe</summary>" in markdown


def test_nothing_different():
    diff = diff_catalogs([tool()], [tool()])
    assert diff_text(diff) == "no difference"
    assert "no difference" in diff_markdown(diff, "a", "b")
