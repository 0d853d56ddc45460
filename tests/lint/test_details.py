"""Where a rule could speak too often or too seldom."""

import pytest

from mcptest.lint.docstring import listed_arguments
from mcptest.lint.engine import lint_catalog
from mcptest.lint.sample import arguments, number, sample, taking, text, under
from mcptest.lint.tokens import catalog_tokens, estimate_tokens
from mcptest.lint.words import count_words, first_word, fold
from mcptest.model.json import MISSING
from mcptest.model.spec_version import SpecVersion
from mcptest.model.tool import ToolDescriptor

STRING = {"type": "string", "maxLength": 9, "description": "Some words to look for."}


def ids(*tools, **options):
    return [finding.id for finding in lint_catalog(tools, **options)]


def argument(schema, **options):
    return ids(taking(a=schema), **options)


@pytest.mark.parametrize(
    "schema",
    [
        {"const": 3},
        {"enum": [1]},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"oneOf": [{"const": "a"}, {"enum": ["b"]}]},
        {"allOf": [{"description": "x"}, {"type": "integer"}]},
        {"$ref": "#/$defs/S"},
        {"$ref": "other.json"},
        {"$ref": "#/$defs/Loop"},
        {"$dynamicRef": "#x"},
        False,
    ],
)
def test_a_property_that_says_what_it_takes_is_not_reported(schema):
    definitions = {"S": {"type": "integer"}, "Loop": {"$ref": "#/$defs/Loop"}}
    assert "SCH-003" not in ids(under(arguments({"a": schema}) | {"$defs": definitions}))


@pytest.mark.parametrize(
    "schema",
    [
        {},
        True,
        {"properties": {}},
        {"anyOf": [{"type": "string"}, {}]},
        {"$ref": "#/$defs/Any"},
        {"maxLength": 3},
        {"allOf": [{}]},
        {"not": {}},
    ],
)
def test_a_property_that_takes_anything_is_reported(schema):
    assert "SCH-003" in ids(under(arguments({"a": schema}) | {"$defs": {"Any": {}}}))


def test_pattern_properties_are_properties_and_items_are_not():
    assert "SCH-003" in ids(under(arguments({}) | {"patternProperties": {"^x": {}}}))
    assert "SCH-003" not in argument({"type": "array", "maxItems": 3, "items": {}})


@pytest.mark.parametrize(
    ("schema", "count"),
    [
        ({"type": "string"}, 1),
        ({"type": ["string", "array"]}, 2),
        ({"type": ["string", "null"], "maxLength": 3}, 0),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 1),
        ({"enum": ["a"], "type": "string"}, 0),
        ({"const": "a", "type": "string"}, 0),
        ({"type": "array", "items": {"type": "string"}}, 1),
        ({"type": "array", "maxItems": 3, "items": {"type": "string"}}, 0),
        ({"type": "array", "maxItems": 3, "items": arguments({"b": {"type": "string"}})}, 1),
        (
            {"type": "array", "maxItems": 3, "prefixItems": [arguments({"b": {"type": "string"}})]},
            1,
        ),
        ({"type": "array", "prefixItems": [{"type": "integer"}], "items": False}, 0),
        ({"type": "array", "prefixItems": [{"type": "integer"}], "unevaluatedItems": False}, 0),
        ({"type": "array", "prefixItems": [{"type": "integer"}]}, 1),
        ({"type": "array", "items": [{"type": "integer"}], "additionalItems": False}, 0),
        ({"type": "array", "items": [{"type": "integer"}]}, 1),
        ({"type": "array", "items": {"type": "integer"}, "additionalItems": False}, 1),
        ({"type": "array", "items": {"type": "integer"}, "unevaluatedItems": False}, 1),
    ],
)
def test_sizes_are_bounded_at_every_depth(schema, count):
    assert argument(schema, select=["SCH-004"]) == ["SCH-004"] * count


@pytest.mark.parametrize(
    ("schema", "count"),
    [
        ({"type": "object"}, 1),
        ({"type": "object", "additionalProperties": {"type": "string"}}, 1),
        ({"type": "object", "additionalProperties": True}, 1),
        ({"type": "object", "additionalProperties": False}, 0),
        ({"type": "object", "unevaluatedProperties": False}, 0),
        ({"type": "object", "anyOf": [{"additionalProperties": False}, False]}, 0),
        (
            {
                "type": "object",
                "additionalProperties": False,
                "anyOf": [{"properties": {"a": STRING}}],
            },
            0,
        ),
        ({"not": {"type": "object"}}, 0),
        ({"allOf": [{"type": "object"}]}, 0),
        ({"type": ["object", "null"]}, 1),
    ],
)
def test_closed_objects_are_recognised(schema, count):
    assert argument(schema, select=["SCH-002"]) == ["SCH-002"] * count


def test_the_root_counts_as_an_object_without_saying_so():
    assert ids(under({}), select=["SCH-002"]) == ["SCH-002"]
    assert ids(under({"anyOf": [{"type": "object"}]}), select=["SCH-002"]) == ["SCH-002"]
    assert ids(
        under({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object"}}}), select=["SCH-002"]
    ) == ["SCH-002"]


def test_required_may_be_empty_on_purpose():
    assert ids(under(arguments({"a": STRING}, required=[])), select=["SCH-001"]) == []


def test_an_undeclared_dialect_is_strict_from_2025_11_25_on():
    old = under(
        arguments({"a": {**STRING, "type": "array", "items": [{"type": "string"}], "maxItems": 1}})
    )
    assert "META-003" not in ids(old)
    assert "META-003" not in ids(old, version=SpecVersion.V2025_06_18)
    assert "META-003" in ids(old, version=SpecVersion.V2025_11_25)


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"type": "string", "pattern": "("}, ["META-009"]),
        ({"type": "string", "pattern": "[^]"}, []),
        ({"type": "string", "enum": []}, ["META-008"]),
        ({"$ref": "#/nowhere"}, ["META-004"]),
        ({"$ref": "https://example.com/x.json#/a"}, ["META-005"]),
        ({"$ref": "other.json"}, ["META-005"]),
        ({"$ref": "#missing"}, ["META-004"]),
        ({"$ref": "https://json-schema.org/draft/2020-12/schema"}, []),
        ({"$ref": "#here", "$defs": {"x": {"$anchor": "here", "type": "string"}}}, []),
        ({"$ref": "urn:x", "$defs": {"x": {"$id": "urn:x", "type": "string"}}}, []),
        ({"patternProperties": {"(": {"type": "string"}}, "type": "object"}, ["META-009"]),
        ({"type": "integer", "exclusiveMinimum": 3, "maximum": 3}, ["META-012"]),
        ({"type": "integer", "minimum": 3, "maximum": 3}, []),
        ({"type": "number", "enum": [1, 2.5]}, []),
        ({"type": "integer", "enum": [1.0]}, []),
        ({"type": "integer", "const": "a"}, ["META-013"]),
        ({"type": "string", "x-max-length": 3, "maxlength": 3, "maxLength": 3}, []),
        ({"anyOf": [{"$ref": "#/properties/b"}], "default": 3}, ["META-004"]),
        ({"type": "string", "pattern": r"(?<n>a)\k<n>"}, []),
        ({"$ref": "#/properties/a"}, ["META-017"]),
    ],
)
def test_schemas_that_contradict_themselves(schema, found):
    assert argument(schema, select=["META"]) == found


def test_a_default_is_held_against_shared_definitions():
    schema = arguments({"a": {"$ref": "#/$defs/S", "default": 3}}) | {
        "$defs": {"S": {"type": "string"}}
    }
    assert "META-006" in ids(under(schema))
    assert "META-007" not in argument({"type": "string", "examples": 3})


def test_required_beside_other_schemas_is_not_judged():
    schema = arguments({"a": STRING}, required=["b"], allOf=[{"properties": {"b": STRING}}])
    assert "META-010" not in ids(under(schema))
    assert "META-010" not in ids(
        under(arguments({"a": STRING}, required=["b"]) | {"patternProperties": {"b": STRING}})
    )


@pytest.mark.parametrize(
    ("description", "found"),
    [
        (MISSING, ["DESC-001"]),
        (3, ["DESC-001"]),
        (" ", ["DESC-001"]),
        ("Search.", ["DESC-001"]),
        ("Search notes", ["DESC-002", "DESC-003"]),
        ("Add two numbers.", []),
        ("検索します", []),
        ("TODO: write this", ["DESC-009"]),
        ("Todo list of the user, newest first.", []),
        ("Description of an image, made by a model.", []),
        ("Tool description here", ["DESC-009"]),
    ],
)
def test_descriptions(description, found):
    assert [i for i in ids(sample(description=description)) if i.startswith("DESC")] == found


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"$ref": "#/$defs/D"}, []),
        ({"anyOf": [{"type": "string", "description": "Some words."}]}, []),
        ({"allOf": [{"$ref": "#/$defs/D"}]}, []),
        ({"$ref": "#/$defs/None"}, ["DESC-005"]),
        ({"anyOf": 3, "description": ""}, ["DESC-005"]),
        (True, ["DESC-005"]),
        ({"const": 1}, []),
    ],
)
def test_where_an_argument_may_be_described(schema, found):
    definitions = {"D": {"type": "string", "description": "Some words."}}
    assert (
        ids(under(arguments({"a": schema}) | {"$defs": definitions}), select=["DESC-005"]) == found
    )


@pytest.mark.parametrize(
    ("stated", "required", "found"),
    [
        ("Optional. The text.", True, ["DESC-007"]),
        ("Optional. The text.", False, []),
        ("The text (optional)", True, ["DESC-007"]),
        ("Required: the text.", False, ["DESC-007"]),
        ("Required fields to return.", False, []),
        ("Optional or required text.", True, []),
    ],
)
def test_claims_about_the_required_list(stated, required, found):
    schema = arguments({"a": text(stated)}, required=["a"] if required else [])
    assert ids(under(schema), select=["DESC-007"]) == found


@pytest.mark.parametrize(
    ("stated", "found"),
    [
        ("Family emoji \U0001f468\u200d\U0001f469 and \u0645\u06cc\u200c\u062e.", []),
        ("Scotland \U0001f3f4\U000e0067\U000e0062\U000e007f is fine.", []),
        ("Hidden \U000e0041 tag in the text.", ["DESC-008"]),
        ("A bell \x07 in the text here.", ["DESC-008"]),
        ("Tabs\tand\nlines are fine.", []),
    ],
)
def test_hidden_characters(stated, found):
    assert ids(sample(description=stated), select=["DESC-008"]) == found


def test_lists_of_arguments_are_read():
    description = """Search the notes.

    Args:
        query (str): The words.
            note: not an argument
        limit: How many.

    Returns:
        matches: The notes.

    :param str order: The order.
    """
    assert listed_arguments(description) == ["order", "query", "limit"]
    assert listed_arguments("Args: none") == []
    assert listed_arguments("Parameters:\n- `a`: One\n- b (int): Two\nReturns: x") == ["a", "b"]
    assert listed_arguments("Args:\n  a: One\nNote: more") == ["a"]


def test_an_argument_described_in_the_list_of_the_tool_is_described():
    tool = {
        **taking(a={"type": "integer"}),
        "description": "Do it.\n\nArgs:\n  a: The first number.",
    }
    assert ids(tool, select=["DESC-005", "DESC-006"]) == []


def test_an_argument_list_is_not_judged_where_the_schema_is_put_together():
    tool = under({"type": "object", "anyOf": [{"properties": {"x": STRING}}]})
    assert (
        ids({**tool, "description": "Search notes.\n\nArgs:\n  x: It."}, select=["DESC-006"]) == []
    )


@pytest.mark.parametrize(
    ("name", "annotations", "found"),
    [
        ("delete_note", {"destructiveHint": False, "readOnlyHint": True}, ["ANN-005"]),
        ("remove_duplicates", {"readOnlyHint": True}, []),
        ("remove_note", {}, ["ANN-004"]),
        ("get_note", {"title": "x"}, ["ANN-008"]),
        ("note", {"destructive": True}, ["ANN-006"]),
        ("note", {"READONLYHINT": True, "readOnlyHint": True}, []),
        ("note", {"readOnlyHint": None}, ["ANN-002"]),
        ("note", {"category": "x"}, []),
        ("note", 3, ["ANN-001"]),
    ],
)
def test_annotations(name, annotations, found):
    tool = sample(name=name, annotations=annotations)
    assert [i for i in ids(tool) if i.startswith("ANN")] == found


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (["a b"], ["NAME-006"]),
        (["a" * 65], ["HOST-008"]),
        (["a" * 129], ["NAME-005"]),
        (["a.b"], ["HOST-007"]),
        (["rgb_to_hex", "hex_to_rgb"], []),
        (["get_note", "note_get"], ["NAME-004"]),
        (["get_note", "get-note"], ["NAME-003"]),
        (["get_note", "get_notes"], []),
        (["x", "x", "x"], ["NAME-002", "NAME-002"]),
        (["日本"], ["NAME-006"]),
    ],
)
def test_names(names, found):
    tools = [
        sample(name=name, description=f"Number {i} of some tools here.")
        for i, name in enumerate(names)
    ]
    assert [i for i in ids(*tools) if i.startswith(("NAME", "HOST"))] == found


@pytest.mark.parametrize(
    ("schema", "found"),
    [
        ({"type": "object", "properties": {"a b": STRING}}, ["HOST-010"]),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "object", "properties": {"$b": STRING}}},
            },
            [],
        ),
        ({"type": "array", "items": {}}, ["HOST-002"]),
        ({"type": ["object"], "properties": {}}, ["HOST-002"]),
        ({"type": "object"}, ["HOST-003"]),
        ({"type": "object", "allOf": []}, ["HOST-001"]),
        (
            {"type": "object", "properties": {"a": {"type": "array", "prefixItems": [{}]}}},
            ["HOST-004"],
        ),
        ({"type": "object", "properties": {"a": number(multipleOf=2, not_=1)}}, ["HOST-012"]),
    ],
)
def test_hosts(schema, found):
    assert ids(under(schema), select=["HOST"]) == found


def test_words():
    assert (first_word(""), first_word("DeleteAll"), fold("A_b-C.d")) == ("", "delete", "abcd")
    assert (count_words("add two"), count_words("検索します")) == (2, 3)


def test_tokens():
    assert (estimate_tokens(""), estimate_tokens("abcde"), estimate_tokens("\ud800")) == (0, 2, 1)
    tools = [ToolDescriptor.from_json(sample()), ToolDescriptor.from_json(None)]
    assert 50 < catalog_tokens(tools) < 100


def test_output_schemas():
    assert ids(sample(outputSchema=7), select=["META"]) == ["META-016"]
    assert ids(sample(outputSchema={"type": "object", "properties": 3}), select=["META"]) == [
        "META-016"
    ]
    assert ids(sample(outputSchema={"type": "object"}), select=["META", "HOST"]) == []
    assert ids(sample(outputSchema={}), select=["META", "HOST"]) == ["HOST-014"]


def test_placeholders_at_arguments():
    assert argument(text("TODO"), select=["DESC-009"]) == ["DESC-009"]
    assert ids(taking(description=text("description")), select=["DESC-009"]) == []
