"""Schemas that refer to themselves, held against values that make use of it."""

from __future__ import annotations

import json

import pytest

from mcptest.schema import validate
from mcptest.schema.bounded import within
from mcptest.schema.recursion import count_ways_back, depth_of

WAY = {"$ref": "#/$defs/node"}
TWICE = {
    **WAY,
    "$defs": {"node": {"type": "array", "items": {"anyOf": [WAY, WAY | {"title": "x"}]}}},
}


def nested(levels: int, inside: object) -> object:
    for _ in range(levels):
        inside = [inside]
    return inside


def test_a_value_that_is_wrong_at_its_deepest_place_does_not_keep_us_for_ever(monkeypatch):
    monkeypatch.setattr(validate, "_LONGEST", 0.3)
    check = validate.validator(TWICE)
    (error,) = check.errors(nested(60, "wrong"))
    assert "cannot be validated within 0.3 s" in error.message
    assert not check.is_valid(nested(60, "wrong"))


def test_a_deep_value_that_is_right_is_found_right():
    check = validate.validator(TWICE)
    assert check.errors(nested(60, [])) == []
    assert check.is_valid(nested(60, []))


def test_a_wrong_value_that_takes_a_while_has_its_errors_all_the_same(monkeypatch):
    monkeypatch.setattr(validate, "_MOST_PATHS", 1)
    errors = validate.validator(TWICE).errors(nested(3, "wrong"))
    assert errors == validate.validator(TWICE)._errors(nested(3, "wrong"))
    assert errors


def test_where_nothing_can_be_stopped_it_is_not_begun(monkeypatch):
    monkeypatch.setattr("mcptest.schema.bounded.CAN_BE_STOPPED", False)
    assert len(validate.validator(TWICE).errors(nested(60, []))) == 1


@pytest.mark.parametrize(
    ("value", "depth"), [(1, 0), ([], 0), ([1], 1), ({"a": [[]]}, 2), (nested(9, 1), 5)]
)
def test_depth_is_counted_up_to_a_bound(value, depth):
    assert depth_of(value, 5) == depth


ONCE = {"$ref": "#/$defs/leaf"}
TREE = {"type": "object", "properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}}


@pytest.mark.parametrize(
    ("schema", "ways"),
    [
        (True, 0),
        (TWICE, 2),  # the way in does not come back
        ({"allOf": [ONCE] * 40, "$defs": {"leaf": {"type": "string"}}}, 0),
        (TREE, 2),
        ({"items": TREE | {"$ref": "#/items"}}, 3),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": ONCE, "leaf": {}}}, 0),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/b"}}, "b": {"items": {"$ref": "#/$defs/a"}}}}, 2),
        ({"$ref": "#place", "$anchor": "place"}, 1),
        ({"$dynamicRef": "#x", "items": {"$recursiveRef": "#"}}, 2),
        ({"$ref": 3, "properties": {"$ref": {"type": "string"}}}, 0),
    ],
)  # fmt: skip
def test_ways_back_are_counted(schema, ways):
    assert count_ways_back(schema) == ways


def test_many_references_that_go_nowhere_need_no_child_of_ours(monkeypatch):
    monkeypatch.setattr(validate.Validator, "_stoppably", None)
    schema = {"allOf": [ONCE] * 40, "$defs": {"leaf": {"type": "array"}}}
    assert validate.validator(schema).is_valid(nested(9, []))


def test_work_that_ends_gives_its_value():
    assert within(5, lambda: {"a": [1]}) == {"a": [1]}


def test_work_that_breaks_gives_nothing():
    assert within(5, lambda: json.loads("{")) is None
