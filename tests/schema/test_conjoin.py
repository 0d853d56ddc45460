import pytest

from mcptest.schema.conjoin import conjoin


@pytest.mark.parametrize(
    ("left", "right", "both"),
    [
        ({"type": "number"}, {"type": "integer"}, {"type": ["integer"]}),
        ({"type": ["string", "null"]}, {"type": "string"}, {"type": ["string"]}),
        ({"type": "string"}, {"type": "integer"}, {"type": []}),
        ({"minimum": 1, "maximum": 9}, {"minimum": 3, "maximum": 4}, {"minimum": 3, "maximum": 4}),
        ({"minimum": 1, "maximum": 9}, {"minimum": None, "maximum": None}, {"minimum": None, "maximum": None}),
        ({"required": ["a"]}, {"required": ["b", "a"]}, {"required": ["a", "b"]}),
        ({"enum": [1, 2]}, {"enum": [2, 3]}, {"enum": [2]}),
        ({"items": {}}, {"items": False}, {"items": False}),
        ({"properties": {"a": {}}}, {"properties": {"a": True, "b": {}}}, {"properties": {"a": {"allOf": [{}, True]}, "b": {}}}),
        ({"properties": 5}, {"properties": {}}, {"properties": {}}),
        ({"default": 1, "title": "a"}, {"default": 2, "title": "b"}, {"default": 1, "title": "b"}),
    ],
)  # fmt: skip
def test_what_both_say_is_kept(left, right, both):
    assert conjoin(left, right) == both
