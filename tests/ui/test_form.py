"""Schemas as forms: every field can be drawn, or is JSON of that part only."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest.ui.form import form_of


def fields(schema):
    return {one["name"]: one for one in form_of(schema).get("fields", [])}


def of(**properties):
    return {"type": "object", "properties": properties, "required": list(properties)[:1]}


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ({"type": "string"}, "text"),
        ({"type": "number"}, "number"),
        ({"type": "integer"}, "integer"),
        ({"type": "boolean"}, "boolean"),
        ({"type": "null"}, "null"),
        ({"enum": ["a", 1]}, "enum"),
        ({"const": 5}, "const"),
        ({"type": "array", "items": {"type": "string"}}, "array"),
        ({"type": "array"}, "array"),
        ({"type": "array", "prefixItems": [{}]}, "json"),
        ({"type": "object"}, "json"),
        ({"type": "object", "properties": {"x": {}}}, "object"),
        ({}, "json"),
        (True, "json"),
        (False, "json"),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, "choice"),
        ({"anyOf": [{"const": number} for number in range(40)]}, "json"),
        ({"type": ["string", "integer"]}, "json"),
        ({"$ref": "#/$defs/name"}, "text"),
        ({"allOf": [{"type": "string"}, {"minLength": 3}]}, "text"),
    ],
)
def test_a_field_is_drawn_as_what_it_is(part, kind):
    schema = {**of(x=part), "$defs": {"name": {"type": "string"}}}
    assert fields(schema)["x"]["kind"] == kind


@pytest.mark.parametrize(
    "part",
    [
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
    ],
)
def test_null_is_a_mark_on_the_field(part):
    found = fields(of(x=part))["x"]
    assert (found["kind"], found["nullable"]) == ("text", True)


def test_people_are_told_what_a_field_means():
    part = {"type": "integer", "title": "T", "description": "D", "default": 3, "minimum": 1}
    found = fields(of(a=part, b={"type": "string"}))
    assert found["a"] == {
        "name": "a",
        "required": True,
        "kind": "integer",
        "title": "T",
        "description": "D",
        "default": 3,
        "limits": {"minimum": 1},
    }
    assert found["b"]["required"] is False


def test_a_schema_that_refers_to_itself_ends_in_json():
    schema = of(x={"$ref": "#"})
    text = str(form_of(schema))
    assert "json" in text
    deep = of(x={"type": "string"})
    for _ in range(20):
        deep = of(x=deep)
    assert "json" in str(form_of(deep))


@pytest.mark.parametrize("schema", [{}, {"type": "object"}, {"type": "object", "properties": {}}])
def test_no_arguments_are_a_form_without_fields(schema):
    assert form_of(schema) == {"kind": "object", "fields": []}


def test_what_is_not_an_object_is_json():
    assert form_of({"type": "object", "oneOf": [of(a={}), of(b={})]})["kind"] == "choice"
    assert form_of(7)["kind"] in {"json", "object"}


@given(st.recursive(
    st.sampled_from([{"type": "string"}, {"type": 5}, {"enum": []}, {"items": 3}, True, {"$ref": "#"}]),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "properties": st.dictionaries(st.sampled_from("ab"), inner),
            "items": inner,
            "oneOf": st.lists(inner, max_size=3),
            "allOf": st.lists(inner, max_size=2),
            "required": st.just(["a"]),
            "type": st.sampled_from(["object", "array", ["null", "string"]]),
        },
    ),
    max_leaves=12,
))  # fmt: skip
def test_any_schema_gives_a_form(schema):
    assert form_of(schema)["kind"]
