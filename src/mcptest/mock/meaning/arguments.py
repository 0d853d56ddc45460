"""Whether the arguments of a call match what the tool or prompt declares."""

from __future__ import annotations

from mcptest.mock.manifest.definition import MockPrompt
from mcptest.mock.meaning.scene import Scene
from mcptest.model.json import Json, JsonObject, MaybeJson


def are_valid(value: MaybeJson, scene: Scene) -> bool:
    """Nothing is missing, nothing wrong, nothing too much; absent arguments are none."""
    faults = (lack_one, have_one_more, have_a_wrong_one)
    return not any(is_so(value, scene) for is_so in faults)


def lack_one(value: MaybeJson, scene: Scene) -> bool:
    """A required argument is not given."""
    schema = _schema(scene)
    required = schema.get("required", [])
    given = value if isinstance(value, dict) else {}
    return isinstance(required, list) and any(name not in given for name in required)


def have_one_more(value: MaybeJson, scene: Scene) -> bool:
    """An argument is given that the schema rules out."""
    schema = _schema(scene)
    if schema.get("additionalProperties") is not False or not isinstance(value, dict):
        return False
    return bool(value.keys() - _properties(schema).keys())


def have_a_wrong_one(value: MaybeJson, scene: Scene) -> bool:
    """A declared argument has a value that its own schema does not take."""
    if not isinstance(value, dict):
        return False
    declared = _properties(_schema(scene))
    return any(_is_wrong(given, declared.get(name, True)) for name, given in value.items())


def _is_wrong(value: Json, schema: Json) -> bool:
    if not isinstance(schema, dict):
        return False
    from mcptest.schema.validate import validator

    compiled = validator(schema)
    return not compiled.schema_errors and bool(compiled.errors(value))


def _properties(schema: JsonObject) -> JsonObject:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _schema(scene: Scene) -> JsonObject:
    """The schema of the tool; a prompt takes texts by name."""
    name = scene.incoming.params.get("name")
    if scene.offer is None or not isinstance(name, str):
        return {}
    definition = scene.offer.features.definition
    if scene.incoming.method == "prompts/get":
        found = next((p for p in definition.prompts or () if p.name == name), None)
        return {} if found is None else _schema_of(found)
    tool = scene.offer.features.tools.find(name)
    schema = None if tool is None else tool.entry.get("inputSchema")
    return schema if isinstance(schema, dict) else {}


def _schema_of(prompt: MockPrompt) -> JsonObject:
    declared = prompt.entry.get("arguments")
    named = [one for one in declared if isinstance(one, dict)] if isinstance(declared, list) else []
    return {
        "properties": {str(one["name"]): {"type": "string"} for one in named},
        "required": [one["name"] for one in named if one.get("required") is True],
    }
