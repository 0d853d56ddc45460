"""Ways to break a value: each one really broken, each one labelled."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.schema.generated_schemas import SchemaMaker

from mcptest.model.json import MISSING
from mcptest.schema.mutate import Break, mutants
from mcptest.schema.mutate_spots import drop, put
from mcptest.schema.synth import synthesize
from mcptest.schema.validate import validator

SEARCH = {
    "type": "object",
    "properties": {
        "query": {"type": "string", "minLength": 2, "maxLength": 8, "pattern": "^[a-z]+$"},
        "limit": {"type": "integer", "minimum": 1, "maximum": 50, "multipleOf": 1},
        "sort": {"enum": ["up", "down"]},
        "level": {"enum": [1, 2]},
        "day": {"type": "string", "format": "date"},
        "tags": {
            "type": "array",
            "items": {"type": "string"},
            "minItems": 1,
            "maxItems": 2,
            "uniqueItems": True,
        },
        "filter": {
            "type": "object",
            "properties": {"owner": {"type": "string"}},
            "required": ["owner"],
            "additionalProperties": False,
        },
        "fixed": {"const": True},
    },
    "required": ["query", "filter"],
    "additionalProperties": False,
}
BASE = {"query": "ab", "tags": ["x"], "filter": {"owner": "me"}}


def labels(schema, base, *kinds):
    return [mutant.label for mutant in mutants(schema, base, kinds=kinds)]


def test_each_required_member_is_left_out_at_every_depth():
    found = labels(SEARCH, BASE, Break.MISSING_REQUIRED)
    assert found == ["query left out", "filter left out", "filter.owner left out"]


def test_every_declared_member_gets_a_wrong_type_whether_given_or_not():
    found = [m.pointer for m in mutants(SEARCH, BASE, kinds=[Break.WRONG_TYPE])]
    assert found[:5] == ["/query", "/limit", "/sort", "/level", "/day"]
    assert "/filter/owner" in found
    assert "/tags/0" in found


def test_a_field_is_added_only_where_the_schema_forbids_it():
    assert labels(SEARCH, BASE, Break.EXTRA_FIELD) == [
        "mcptest_unexpected added",
        "filter.mcptest_unexpected added",
    ]
    assert labels({"type": "object"}, {}, Break.EXTRA_FIELD) == []


def test_a_bound_is_passed_by_one():
    kinds = (Break.MINIMUM, Break.MAXIMUM)
    assert labels(SEARCH, BASE, *kinds) == ["limit as 0", "limit as 51"]
    strict = {"properties": {"n": {"type": "number", "exclusiveMinimum": 0}}}
    assert labels(strict, {}, *kinds) == ["n as 0"]
    old = {
        "$schema": "http://json-schema.org/draft-04/schema#",
        "properties": {"n": {"type": "number", "maximum": 5, "exclusiveMaximum": True}},
    }
    assert labels(old, {}, *kinds) == ["n as 5"]


def test_choices_lengths_items_and_patterns_are_broken():
    kinds = set(Break) - {Break.WRONG_TYPE, Break.NULL, Break.MISSING_REQUIRED, Break.EXTRA_FIELD}
    found = labels(SEARCH, BASE, *kinds)
    assert "query with 9 characters" in found
    assert "query with 1 characters" in found
    assert "sort as 'mcptest-none-of-these'" in found
    assert "level as 3" in found
    assert "fixed as 'mcptest-none-of-these'" in found
    assert "tags with 3 items" in found
    assert "tags with 0 items" in found
    assert "tags with an item twice" in found
    assert any(label.startswith("day as") for label in found)
    assert "query as ''" in found
    assert "limit as 1.5" in found


def test_null_is_sent_where_no_schema_takes_it():
    schema = {"properties": {"a": {"type": ["string", "null"]}, "b": {"type": "string"}}}
    assert labels(schema, {}, Break.NULL) == ["b as null"]


@pytest.mark.parametrize("schema", [{"type": 7}, None, {"$ref": "https://example.com/x"}])
def test_a_schema_that_cannot_be_used_gives_no_mutants(schema):
    assert list(mutants(schema, {})) == []


@pytest.mark.parametrize("schema", [True, {}, {"type": "object"}, {"properties": {"a": True}}])
def test_a_schema_that_takes_anything_cannot_be_broken(schema):
    assert list(mutants(schema, {"a": 1})) == []


def test_a_schema_that_refers_to_itself_ends():
    tree = {
        "type": "object",
        "properties": {"next": {"$ref": "#"}, "v": {"type": "integer"}},
        "required": ["v"],
        "additionalProperties": False,
    }
    base = {"v": 1, "next": {"v": 2, "next": {"v": 3}}}
    assert len(list(mutants(tree, base))) < 60


def test_put_and_drop_leave_what_was_given_alone():
    whole = {"a": [{"b": 1}, 2], "c": 3}
    assert put(whole, ("a", 0, "b"), 9) == {"a": [{"b": 9}, 2], "c": 3}
    assert put(whole, ("d", "e"), 1) == {**whole, "d": {"e": 1}}
    assert drop(whole, ("a", 0, "b")) == {"a": [{}, 2], "c": 3}
    assert drop(whole, ("a", 1)) == {"a": [{"b": 1}], "c": 3}
    assert whole == {"a": [{"b": 1}, 2], "c": 3}


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32))
def test_every_mutant_is_really_invalid(seed):
    schema = SchemaMaker(seed).schema()
    base = synthesize(schema, all_arguments=seed % 2 == 0).value
    if base is MISSING:
        return
    check = validator(schema)
    for mutant in mutants(schema, base):
        assert not check.is_valid(mutant.value), mutant


def test_a_required_property_with_a_default_may_be_left_out():
    level = {"type": "string", "default": "info"}
    schema = {
        "type": "object",
        "properties": {"level": level, "text": {"type": "string"}},
        "required": ["level", "text"],
    }
    base = {"level": "info", "text": "a"}
    assert labels(schema, base, Break.MISSING_REQUIRED) == ["text left out"]
