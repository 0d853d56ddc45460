"""What was typed, read as the schema of the tool wants it."""

import pytest

from mcptest.cli.call_arguments import fitted
from mcptest.cli.commands.call import arguments_of
from mcptest.model.tool import ToolDescriptor

SCHEMA = {
    "type": "object",
    "properties": {
        "text": {"type": "string"},
        "count": {"type": "integer"},
        "flag": {"type": "boolean"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "any": {},
        "ref": {"$ref": "#/$defs/id"},
        "free": True,
    },
    "$defs": {"id": {"type": "string", "pattern": "^[0-9]+$"}},
}
TOOL = ToolDescriptor.from_json({"name": "t", "inputSchema": SCHEMA})


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("text=123", "123"),
        ("text=true", "true"),
        ("text=hello", "hello"),
        ("count=7", 7),
        ("count=seven", "seven"),
        ("flag=yes", True),
        ("flag=Off", False),
        ("flag=1", True),
        ("flag=0", False),
        ("flag=true", True),
        ("tags=a", ["a"]),
        ("tags=a, b", ["a", "b"]),
        ('tags=["x"]', ["x"]),
        ("any=5", 5),
        ("ref=42", "42"),
        ("free=5", 5),
        ("other=5", 5),
    ],
)
def test_a_value_has_the_type_that_the_schema_asks_for(word, value):
    name, _, text = word.partition("=")
    assert fitted(arguments_of((word,), None), {name: text}, TOOL) == {name: value}


def test_json_is_sent_as_it_was_written():
    assert fitted({"text": 1}, {}, TOOL) == {"text": 1}


def test_a_tool_without_a_schema_changes_nothing():
    bare = ToolDescriptor.from_json({"name": "t"})
    assert fitted({"a": 1}, {"a": "1"}, bare) == {"a": 1}
