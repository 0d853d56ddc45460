import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.schema.generated_schemas import SchemaMaker

from mcptest.model.json import MISSING
from mcptest.schema.synth import synthesize
from mcptest.schema.validate import DIALECTS, validator

ZOO = Path(__file__).parents[3] / "shared" / "zoo"


def made(schema, **options):
    found = synthesize(schema, **options)
    assert found.problem is None, found.problem
    assert validator(schema).errors(found.value) == []
    return found.value


def obj(required=None, **properties):
    names = list(properties) if required is None else required
    return {"type": "object", "properties": properties, "required": names}


@pytest.mark.parametrize("hundred", range(10))
def test_the_value_made_for_a_schema_validates(hundred):
    for seed in range(hundred * 100, hundred * 100 + 100):
        schema = SchemaMaker(seed).schema()
        for all_arguments in (False, True):
            found = synthesize(schema, all_arguments=all_arguments)
            assert found.problem is None, (seed, schema)
            assert validator(schema).errors(found.value) == [], (seed, schema)


@pytest.mark.skipif(not ZOO.is_dir(), reason="the catalogs of real servers are not here")
@pytest.mark.parametrize("all_arguments", [False, True])
def test_real_catalogs_can_be_called(all_arguments, record_property):
    tools = [
        t
        for path in sorted(ZOO.glob("*.tools.json"))
        for t in json.loads(path.read_text())["result"]["tools"]
    ]
    failed = [
        t["name"]
        for t in tools
        if synthesize(t["inputSchema"], all_arguments=all_arguments).problem
    ]
    share = 1 - len(failed) / len(tools)
    record_property("share", share)
    assert share >= 0.99, failed


def test_the_same_schema_gives_the_same_value():
    schema = obj(a={"type": "string"}, b={"type": "array", "items": {"type": "integer"}})
    assert made(schema) == made(schema)


@pytest.mark.parametrize("schema", [True, {}, {"type": "object"}, {"properties": {}}])
def test_a_schema_that_asks_for_nothing_gets_an_empty_object(schema):
    assert made(schema) == {}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "const": "c", "default": "d"}, "c"),
        ({"type": "string", "examples": ["e"], "default": "d", "enum": ["e", "d"]}, "e"),
        ({"type": "string", "example": "o", "default": "d"}, "o"),
        ({"type": "string", "default": "d", "enum": ["x", "d"]}, "d"),
        ({"type": "string", "enum": ["x", "y"]}, "x"),
        ({"type": "string", "default": 5}, "example"),
    ],
)
def test_what_the_author_wrote_comes_first_where_it_fits(schema, value):
    assert made(obj(v=schema)) == {"v": value}


@pytest.mark.parametrize(
    ("name", "schema", "value"),
    [
        ("path", {"type": "string"}, "example.txt"),
        ("repo_path", {"type": "string"}, "."),
        ("targetUrl", {"type": "string"}, "https://example.com/"),
        ("userEmail", {"type": "string"}, "user@example.com"),
        ("query", {"type": "string"}, "example"),
        ("limit", {"type": "integer"}, 10),
        ("limit", {"type": "integer", "maximum": 5}, 1),
        ("count", {"type": "integer"}, 1),
        ("offset", {"type": "number"}, 0),
        ("force", {"type": "boolean"}, False),
        ("dryRun", {"type": "boolean"}, True),
        ("paths", {"type": "array", "items": {"type": "string"}}, ["example.txt"]),
        ("anything", {}, "example"),
        ("nothing", {"type": "null"}, None),
        ("maybe", {"type": ["null", "integer"]}, 1),
        ("maybe", {"anyOf": [{"type": "null"}, {"type": "string"}]}, "example"),
        ("half", {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}, 0.5),
        ("third", {"type": "number", "minimum": 0.2, "maximum": 0.25}, 0.225),
        ("odd", {"type": "integer", "multipleOf": 1.5, "minimum": 4}, 6),
        ("big", {"type": "integer", "minimum": 10**30}, 10**30),
        ("short", {"type": "string", "maxLength": 2}, "ex"),
        ("none", {"type": "array", "maxItems": 0}, []),
        (
            "two",
            {"type": "array", "minItems": 2, "uniqueItems": True, "items": {"type": "integer"}},
            [1, 0],
        ),
        (
            "pair",
            {"type": "array", "prefixItems": [{"type": "string"}, {"const": 3}], "minItems": 2},
            ["example", 3],
        ),
        ("has", {"type": "array", "contains": {"const": 7}}, [7]),
        (
            "has",
            {
                "type": "array",
                "contains": {"type": "integer"},
                "minContains": 2,
                "uniqueItems": True,
            },
            [1, 0],
        ),
        ("zip", {"type": "string", "pattern": "^[0-9]{5}$"}, "00000"),
    ],
)
def test_a_natural_value_is_chosen(name, schema, value):
    assert made(obj(**{name: schema})) == {name: value}


@pytest.mark.parametrize("dialect", ["draft-04", "draft-07"])
def test_older_dialects_have_their_own_words(dialect):
    schema = {
        "$schema": DIALECTS[dialect],
        **obj(
            pair={
                "type": "array",
                "items": [{"type": "string"}, {"type": "null"}],
                "minItems": 3,
                "additionalItems": {"const": 1, "enum": [1]},
            },
            ref={"$ref": "#/definitions/x", "description": "ignored beside a reference"},
        ),
        "definitions": {"x": {"type": "integer", "minimum": 3}},
    }
    assert made(schema) == {"pair": ["example", None, 1], "ref": 3}


def test_only_what_is_required_is_filled_in_unless_asked():
    schema = obj(["a"], a={"type": "string"}, b={"type": "integer"})
    assert made(schema) == {"a": "example"}
    assert made(schema, all_arguments=True) == {"a": "example", "b": 1}


def test_an_optional_argument_that_cannot_be_made_is_left_out():
    schema = obj(["a"], a={"type": "string"}, b=False)
    assert made(schema, all_arguments=True) == {"a": "example"}


def test_a_required_name_that_is_not_declared_is_made_up():
    assert made({"type": "object", "required": ["id"]}) == {"id": "1"}
    rule = {
        "type": "object",
        "required": ["n1"],
        "patternProperties": {"^n": {"type": "integer"}, "1$": {"minimum": 5}},
    }
    assert made(rule) == {"n1": 5}


def test_choices_are_tried_until_one_fits():
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "oneOf": [{"required": ["a"], "not": {"required": ["b"]}}, {"required": ["b"]}],
    }
    assert made(schema) == {"a": "example"}
    narrowed = obj(
        v={"allOf": [{"type": "number"}, {"type": "integer"}, {"anyOf": [False, {"minimum": 7}]}]}
    )
    assert made(narrowed) == {"v": 7}


def test_choices_inside_choices_are_followed():
    leaf = {"anyOf": [{"anyOf": [{"type": "string", "minLength": 9}]}]}
    assert made(obj(v=leaf)) == {"v": "examplexx"}


def test_conditions_are_met():
    schema = {
        **obj(["kind"], kind={"enum": ["file", "url"]}, path={"type": "string"}),
        "if": {"properties": {"kind": {"const": "file"}}},
        "then": {"required": ["path"]},
    }
    assert made(schema) == {"kind": "file", "path": "example.txt"}


def test_members_bring_their_dependents():
    schema = obj(["a"], a={"type": "string"}, b={"type": "integer"}) | {
        "dependentRequired": {"a": ["b", "c"]}
    }
    assert made(schema) == {"a": "example", "b": 1, "c": "example"}
    assert made(
        {"required": ["a"], "type": "object", "dependencies": {"a": ["z"]}}, dialect="draft-07"
    ).keys() == {"a", "z"}


@pytest.mark.parametrize(
    "extra",
    [
        {},
        {"properties": {"a": {"type": "string"}, "b": False}},
        {"patternProperties": {"^x[0-9]$": {"type": "integer"}}, "additionalProperties": False},
        {"propertyNames": {"pattern": "^[a-z]{3}$"}},
        {"propertyNames": {"enum": ["p", "q"]}},
    ],
)
def test_an_object_gets_as_many_members_as_it_needs(extra):
    assert len(made({"type": "object", "minProperties": 2, **extra})) == 2


def test_recursion_ends_at_the_first_way_out():
    node = obj(
        value={"type": "integer"}, next={"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}
    )
    schema = {"$ref": "#/$defs/node", "$defs": {"node": node}}
    assert made(schema) == {"value": 1, "next": None}
    tree = obj(children={"type": "array", "items": {"$ref": "#"}})
    assert made(tree)["children"] in ([], [{"children": []}])
    assert made(tree, all_arguments=True)


def test_references_anywhere_in_the_document_are_followed():
    schema = obj(
        a={"type": "integer", "minimum": 4},
        b={"$ref": "#/properties/a"},
        c={"$ref": "#here"},
        d={"$anchor": "here", "type": "boolean"},
    )
    assert made(schema) == {"a": 4, "b": 4, "c": False, "d": False}


@pytest.mark.parametrize(
    "schema",
    [
        False,
        5,
        None,
        {"type": 5},
        {"$ref": "https://example.invalid/x"},
        obj(a=False),
        obj(a={"type": "string", "minLength": 5, "maxLength": 2}),
        obj(a={"type": "string", "pattern": "^(?!)$"}),
        obj(a={"type": "array", "minItems": 3, "uniqueItems": True, "items": {"type": "boolean"}}),
        obj(a={"type": "array", "contains": False}),
        obj(a={"type": "array", "contains": {"const": 1}, "minContains": 2, "uniqueItems": True}),
        {"$ref": "#/$defs/n", "$defs": {"n": obj(n={"$ref": "#/$defs/n"})}},
        {"type": "object", "minProperties": 3, "additionalProperties": False},
    ],
)
def test_what_cannot_be_had_is_said(schema):
    found = synthesize(schema)
    assert found.value is MISSING
    assert found.problem


def test_the_problem_names_the_place():
    schema = obj(a=obj(b={"type": "string", "minLength": 5, "maxLength": 2}))
    assert "/a/b" in synthesize(schema).problem


def test_recursion_without_end_is_named():
    schema = {"$ref": "#/$defs/n", "$defs": {"n": obj(n={"$ref": "#/$defs/n"})}}
    assert "recursive" in synthesize(schema).problem


def test_a_schema_with_too_many_ways_to_fail_is_given_up():
    member = {"anyOf": [{"$ref": "#/$defs/n"}, {"$ref": "#/$defs/m"}]}
    schema = {
        "$ref": "#/$defs/n",
        "$defs": {"n": obj(a=member, b=member), "m": obj(c=member, d=member)},
    }
    assert synthesize(schema).problem


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                [
                    "type",
                    "properties",
                    "items",
                    "anyOf",
                    "allOf",
                    "enum",
                    "required",
                    "$ref",
                    "not",
                    "if",
                    "minLength",
                    "pattern",
                    "minItems",
                    "contains",
                    "propertyNames",
                    "dependencies",
                ]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=10,
)


@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(json_values)
def test_any_json_gives_a_value_or_a_problem(schema):
    found = synthesize(schema)
    assert (found.problem is None) != (found.value is MISSING)


@pytest.mark.parametrize(
    ("name", "schema", "value"),
    [
        ("path", {"type": "string"}, "/box/example.txt"),
        ("outputFile", {"type": "string"}, "/box/example.txt"),
        ("repo_path", {"type": "string"}, "/box"),
        ("workingDirectory", {"type": "string"}, "/box"),
        ("project_root", {"type": "string"}, "/box"),
        ("cwd", {"type": "string", "default": "."}, "/box"),
        ("target", {"type": "string", "description": "Path to the new file"}, "/box/example.txt"),
        ("target", {"type": "string", "description": "The directory to create"}, "/box"),
        ("paths", {"type": "array", "items": {"type": "string"}}, ["/box/example.txt"]),
        ("path", {"enum": ["a", "b"]}, "a"),
        ("path", {"type": "string", "pattern": "^[a-z]+$"}, "example"),
        ("title", {"type": "string"}, "example"),
    ],
)
def test_what_names_a_place_on_disk_lies_in_the_folder_that_is_given(name, schema, value):
    assert synthesize(obj(**{name: schema}), folder="/box").value == {name: value}


def test_a_folder_that_may_be_left_out_is_given_where_everything_has_to_lie_in_one():
    schema = {
        "type": "object",
        "properties": {"message": {"type": "string"}, "cwd": {"type": "string"}},
        "required": ["message"],
    }
    assert synthesize(schema).value == {"message": "example"}
    assert synthesize(schema, folder="/box").value == {"message": "example", "cwd": "/box"}
