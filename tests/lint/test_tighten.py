"""The laws of the mechanical fix."""

from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcptest.lint.engine import choose_rules, lint_tools
from mcptest.lint.tighten.tighten import SchemaEdit, plan_fix, tighten
from mcptest.model.tool import ToolDescriptor
from mcptest.schema.validate import validator

LEAVES = (
    {}, True, False, {"type": "string"}, {"type": "integer"}, {"enum": ["x", 1]}, {"const": 2},
    {"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}, {"$ref": "#"}, {"type": "null"},
)  # fmt: skip


def some_schema(random, depth):
    if depth == 0 or random.random() < 0.2:
        return deepcopy(random.choice(LEAVES))
    return some_object(random, depth)


def some_object(random, depth):
    def inner():
        return some_schema(random, depth - 1)

    def several():
        return [inner() for _ in range(random.randint(1, 3))]

    def named():
        return {name: inner() for name in random.sample("abc", random.randint(0, 3))}

    makers = {
        "type": lambda: random.choice(["object", "object", "array", ["object", "null"]]),
        "properties": named,
        "required": lambda: random.sample("abc", random.randint(0, 2)),
        "additionalProperties": lambda: random.choice([True, False, {}, inner()]),
        "patternProperties": lambda: {random.choice(["^a", "c$"]): inner()},
        "items": inner,
        "prefixItems": several,
        "anyOf": several,
        "oneOf": several,
        "allOf": several,
        "not": inner,
        "if": inner,
        "then": inner,
        "contains": inner,
        "maxContains": lambda: random.randint(0, 2),
        "unevaluatedProperties": lambda: random.choice([True, False]),
    }
    chosen = ["type", "properties", *random.sample(list(makers)[2:], random.randint(0, 2))]
    return {word: makers[word]() for word in chosen if random.random() < 0.85}


def some_value(random, depth=3):
    if depth == 0 or random.random() < 0.3:
        return random.choice([None, "x", 1, 2, {}, []])
    if random.random() < 0.8:
        return {
            name: some_value(random, depth - 1)
            for name in random.sample("abcd", random.randint(0, 3))
        }
    return [some_value(random, depth - 1) for _ in range(random.randint(0, 2))]


def some_root(random):
    return {
        **some_object(random, 3),
        "$defs": {"a": some_schema(random, 2), "b": some_schema(random, 2)},
    }


SEEDS = st.integers(0, 2**32)


@settings(max_examples=300, deadline=None)
@given(SEEDS)
def test_a_fix_never_lets_a_new_value_in(seed):
    random = Random(seed)
    schema = some_root(random)
    values = [some_value(random) for _ in range(30)]
    old, new = validator(schema), validator(tighten(schema))
    if old.schema_errors:
        return
    for value in values:
        if new.is_valid(value):
            assert old.is_valid(value)


@settings(max_examples=200, deadline=None)
@given(SEEDS)
def test_a_fix_applied_twice_equals_once(seed):
    schema = some_root(Random(seed))
    once = tighten(schema)
    assert tighten(once) == once
    assert plan_fix(once) == []


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_a_fix_leaves_the_argument_alone_and_keeps_key_order(seed):
    schema = some_root(Random(seed))
    before = deepcopy(schema)
    fixed = tighten(schema)
    assert schema == before
    assert list(fixed)[: len(schema)] == list(schema)


def sch(schema):
    tool = ToolDescriptor.from_json({"name": "t", "inputSchema": schema})
    (report,) = lint_tools([tool], rules=choose_rules(select=["SCH-003", "SCH-004"]))
    return [(f.id, f.pointer) for f in report.findings]


@settings(max_examples=100, deadline=None)
@given(SEEDS)
def test_a_fix_leaves_types_and_bounds_to_the_author(seed):
    schema = some_root(Random(seed))
    assert sch(tighten(schema)) == sch(schema)


STRING = {"type": "string"}


def test_objects_are_closed_and_their_properties_required_at_every_depth():
    loose = {
        "type": "object",
        "properties": {
            "a": {"type": "object", "properties": {"b": STRING}},
            "list": {"type": "array", "items": {"properties": {"c": STRING}}},
            "tuple": {"prefixItems": [{"properties": {"d": STRING}}]},
            "old": {"items": [{"properties": {"e": STRING}}]},
            "any": {"anyOf": [{"type": "object", "properties": {"f": STRING}}, {"type": "null"}]},
            "one": {"oneOf": [{"type": "object", "properties": {"g": STRING}}, {"type": "null"}]},
        },
        "patternProperties": {"^x": {"properties": {"h": STRING}}},
        "$defs": {"D": {"properties": {"i": STRING}}},
        "definitions": {"E": {"properties": {"j": STRING}}},
    }
    pointers = {change.pointer for change in plan_fix(loose) if change.rule == "SCH-002"}
    assert pointers == {
        "",
        "/properties/a",
        "/properties/list/items",
        "/properties/tuple/prefixItems/0",
        "/properties/old/items/0",
        "/properties/any/anyOf/0",
        "/properties/one/oneOf/0",
        "/patternProperties/^x",
        "/$defs/D",
        "/definitions/E",
    }
    assert pointers == {change.pointer for change in plan_fix(loose) if change.rule == "SCH-001"}


@pytest.mark.parametrize(
    "keyword",
    ["not", "if", "then", "else", "additionalProperties", "default", "const", "x-foreign"],
)
def test_other_keywords_are_left_alone(keyword):
    schema = {
        "type": "object",
        "properties": {},
        "required": [],
        keyword: {"properties": {"a": STRING}},
    }
    assert [c.pointer for c in plan_fix(schema) if c.pointer] == []


def test_a_required_list_that_is_there_stays():
    schema = {"type": "object", "properties": {"a": STRING, "b": STRING}, "required": []}
    assert plan_fix(schema) == [SchemaEdit("SCH-002", "")]


def test_a_tool_that_takes_nothing_is_closed():
    assert tighten({"type": "object"}) == {"type": "object", "additionalProperties": False}
    assert tighten({}) == {"additionalProperties": False}
    assert tighten({"type": "object", "properties": {}})["additionalProperties"] is False


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "additionalProperties": True},
        {"type": "object", "additionalProperties": STRING},
        {"type": "object", "patternProperties": {"^x": STRING}},
        {"type": "object", "$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}},
        {"type": "object", "required": ["a"]},
        {"type": "array"},
        {"type": "object", "properties": {"m": {"type": "object"}}, "required": ["m"], "additionalProperties": False},
    ],
)  # fmt: skip
def test_maps_and_free_form_objects_stay_as_they_are(schema):
    assert plan_fix(schema) == []


@pytest.mark.parametrize(
    "schema", [True, None, 7, "x", [], {"type": "object", "$dynamicRef": "#x"}]
)
def test_what_cannot_be_fixed_is_not(schema):
    assert tighten(schema) == schema


def test_true_and_maps_beside_properties_are_replaced():
    schema = {
        "type": "object",
        "properties": {"a": STRING},
        "required": ["a"],
        "additionalProperties": True,
    }
    assert tighten(schema)["additionalProperties"] is False
    assert tighten({**schema, "additionalProperties": STRING})["additionalProperties"] is False


def test_a_map_that_something_refers_to_is_kept():
    schema = {
        "type": "object",
        "properties": {"a": {"$ref": "#/additionalProperties"}},
        "required": ["a"],
        "additionalProperties": STRING,
    }
    assert plan_fix(schema) == []


def test_a_map_that_refers_to_something_is_kept():
    schema = {
        "type": "object",
        "properties": {"a": STRING},
        "required": ["a"],
        "additionalProperties": {"items": {"$ref": "#/$defs/A"}},
        "$defs": {"A": STRING},
    }
    assert plan_fix(schema) == []


def test_a_choice_of_one_stays_a_choice_of_one():
    loose = {"type": "object", "properties": {"k": {"type": "string"}}}
    schema = {"type": "object", "properties": {"x": {"oneOf": [loose, loose]}}}
    assert [c.pointer for c in plan_fix(schema)] == ["", ""]


def test_a_choice_told_apart_by_a_property_is_fixed():
    def branch(kind):
        return {
            "type": "object",
            "properties": {"kind": {"const": kind}, "v": STRING},
            "required": ["kind"],
        }

    schema = {"type": "object", "properties": {"x": {"oneOf": [branch("a"), {"$ref": "#/$defs/B"}]}},
              "$defs": {"B": branch("b")}}  # fmt: skip
    assert [c.pointer for c in plan_fix(schema, only=["SCH-002"])] == [
        "",
        "/properties/x/oneOf/0",
        "/$defs/B",
    ]


def test_a_definition_that_a_question_uses_is_left_alone():
    schema = {
        "type": "object",
        "properties": {"a": {"not": {"$ref": "#/$defs/A"}}},
        "$defs": {
            "A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}}},
            "B": {"properties": {"c": {}}},
        },
    }
    assert {c.pointer for c in plan_fix(schema)} == {""}


def test_an_object_that_is_put_together_is_not_closed():
    base = {"type": "object", "properties": {"id": STRING}}
    schema = {
        "type": "object",
        "properties": {
            "x": {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"more": STRING}}]}
        },
        "$defs": {"Base": base},
    }
    assert [c.pointer for c in plan_fix(schema, only=["SCH-002"])] == [""]
    alone = {**schema, "properties": {"x": {"allOf": [{"$ref": "#/$defs/Base"}]}}}
    assert [c.pointer for c in plan_fix(alone, only=["SCH-002"])] == ["", "/$defs/Base"]


def test_a_branch_is_not_closed_against_the_properties_around_it():
    schema = {
        "type": "object",
        "properties": {"a": STRING},
        "anyOf": [{"properties": {"b": STRING}}, {"properties": {"a": STRING, "c": STRING}}],
    }
    assert [c.pointer for c in plan_fix(schema, only=["SCH-002"])] == ["/anyOf/1"]


def test_an_embedded_resource_stops_the_fix():
    schema = {"type": "object", "properties": {"a": {"$id": "urn:x", "type": "string"}}}
    assert plan_fix(schema) == []


def test_a_reference_by_anchor_stops_the_fix():
    schema = {"properties": {"a": {"$ref": "#here"}}, "$defs": {"x": {"$anchor": "here"}}}
    assert plan_fix(schema) == []
