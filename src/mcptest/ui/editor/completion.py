"""Complete keys and values at the cursor of a suite, from the JSON Schema of suites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.record import record
from mcptest.scaffold.yaml_text import scalar
from mcptest.schema.pointer import follow_reference
from mcptest.ui.editor.place import ITEM, Segment, YamlPlace, place_of

_MOST: Final = 100
_DEEPEST: Final = 12
_CHOICES: Final = ("anyOf", "oneOf", "allOf")


@record
class Suggestion:
    """``insert`` replaces what is typed; a key brings its colon, and the line below it."""

    label: str
    insert: str
    about: str = ""


def suggestions(
    schema: JsonObject, text: str, line: int, column: int, known: Mapping[str, Sequence[str]]
) -> tuple[str, list[Suggestion]]:
    """What is typed so far, and what fits; ``known`` has values by key that no schema knows."""
    place = place_of(text, line, column)
    if place is None:
        return "", []
    found = _at(schema, place.path)
    if place.kind == "key":
        made = [*_keys(schema, found, place), *_values(found, None, known)]
    else:
        made = list(_values(found, str(place.path[-1]), known))
    typed = place.typed.lower()
    fitting = {one.label: one for one in made if one.label.lower().startswith(typed)}
    return place.typed, list(fitting.values())[:_MOST]


def _at(schema: JsonObject, path: Iterable[Segment]) -> list[JsonObject]:
    """Every schema that may describe the value at a path."""
    here = list(_expanded(schema, schema, 0))
    for segment in path:
        below = (part for one in here for part in _below(one, segment))
        here = [whole for part in below for whole in _expanded(schema, part, 0)]
    return here


def _below(schema: JsonObject, segment: Segment) -> Iterator[Json]:
    if segment is ITEM:
        yield schema.get("items")
        return
    properties = schema.get("properties")
    if isinstance(properties, dict) and segment in properties:
        yield properties[segment]
    else:
        yield schema.get("additionalProperties")


def _expanded(root: JsonObject, schema: Json, depth: int) -> Iterator[JsonObject]:
    """A schema with what it refers to, and each of its choices."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return
    yield schema
    reference = schema.get("$ref")
    if isinstance(reference, str):
        target = follow_reference(root, reference)
        if isinstance(target, dict):
            yield from _expanded(root, target, depth + 1)
    for word in _CHOICES:
        choices = schema.get(word)
        for choice in choices if isinstance(choices, list) else ():
            yield from _expanded(root, choice, depth + 1)


def _keys(root: JsonObject, found: Iterable[JsonObject], place: YamlPlace) -> Iterator[Suggestion]:
    for schema in found:
        properties = schema.get("properties")
        for name, part in properties.items() if isinstance(properties, dict) else ():
            if name not in place.taken:
                wholes = list(_expanded(root, part, 0))
                about = next(
                    (str(one["description"]) for one in wholes if "description" in one), ""
                )
                yield Suggestion(name, name + _behind(wholes, place.indent), about)


def _behind(wholes: Sequence[JsonObject], indent: int) -> str:
    """What follows a key: a value on its line, or a mapping or a list on the next ones."""
    kinds = {str(one.get("type")) for one in wholes if "type" in one}
    if kinds == {"object"}:
        return f":\n{' ' * (indent + 2)}"
    if kinds <= {"array", "object"} and "array" in kinds:
        return f":\n{' ' * (indent + 2)}- "
    return ": "


def _values(
    found: Iterable[JsonObject], key: str | None, known: Mapping[str, Sequence[str]]
) -> Iterator[Suggestion]:
    for schema in found:
        about = str(schema.get("description", ""))
        values = schema.get("enum")
        listed = values if isinstance(values, list) else []
        if "const" in schema:
            listed = [schema["const"]]
        if schema.get("type") == "boolean":
            listed = [True, False]
        if "default" in schema and not listed:
            listed = [schema["default"]]
        for value in listed:
            if not isinstance(value, dict | list):
                yield Suggestion(scalar(value), scalar(value), about)
    for name in known.get(key or "", ()):
        yield Suggestion(name, scalar(name))
