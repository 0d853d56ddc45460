import pytest

from mcptest.model.tool import ToolDescriptor
from mcptest.safety import ClassSource, ToolClass, classify
from mcptest.safety.arguments import arguments_of

TEXT = {"type": "string"}


def an_object(**properties):
    return {"type": "object", "properties": properties}


def reading(schema):
    raw = {"name": "get_thing", "description": "Get a thing.", "inputSchema": schema}
    return classify(ToolDescriptor.from_json(raw))


HIDDEN = {
    "in an object": an_object(options=an_object(command=TEXT)),
    "in a list": an_object(steps={"type": "array", "items": an_object(sql=TEXT)}),
    "in a branch": {"type": "object", "anyOf": [an_object(id=TEXT), an_object(script=TEXT)]},
    "behind a reference": {
        **an_object(step={"$ref": "#/$defs/a~1step"}),
        "$defs": {"a/step": an_object(command=TEXT)},
    },
    "in a constant": an_object(options=an_object(action={"const": "delete"})),
    "in a description": an_object(q={**TEXT, "description": "Raw SQL to execute"}),
}


@pytest.mark.parametrize("schema", HIDDEN.values(), ids=HIDDEN)
def test_a_dangerous_argument_counts_at_every_depth(schema):
    found = reading(schema)
    assert (found.tool_class, found.source) == (ToolClass.DESTRUCTIVE, ClassSource.ARGUMENT)


HARMLESS = {
    "nested names": an_object(filter=an_object(country_code=TEXT, name=TEXT)),
    "a reference to itself": {
        **an_object(node={"$ref": "#/$defs/node"}),
        "$defs": {"node": an_object(child={"$ref": "#/$defs/node"})},
    },
    "a reference to nowhere": an_object(x={"$ref": "#/$defs/none"}, y={"$ref": "other.json"}),
    "no schema": None,
    "odd members": {"properties": [1], "anyOf": {"a": 1}, "items": True, "$ref": 5},
}


@pytest.mark.parametrize("schema", HARMLESS.values(), ids=HARMLESS)
def test_harmless_arguments_say_nothing(schema):
    assert reading(schema).tool_class is ToolClass.READ_ONLY_PRESUMED


def test_the_number_of_arguments_is_bounded():
    wide = an_object(
        **{f"a{n}": an_object(**{f"b{m}": TEXT for m in range(50)}) for n in range(99)}
    )
    assert len(arguments_of(wide)) == 200
