"""The arguments of a tool at every depth of its input schema, for its safety class."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.record import record

_MOST_ARGUMENTS: Final = 200
_MOST_SCHEMAS: Final = 2000  # visited in all, so that branches that share parts stay cheap
_LISTS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_SINGLE: Final = ("items", "additionalProperties", "then", "else")


@record
class Argument:
    """A property of the input schema, as far as it matters here."""

    name: str
    description: str
    values: tuple[str, ...]


def arguments_of(schema: MaybeJson) -> tuple[Argument, ...]:
    """The properties, outer ones first; a schema that is something else has none."""
    if not isinstance(schema, dict):
        return ()
    found: list[Argument] = []
    waiting: list[Json] = [schema]
    followed: set[str] = set()
    for _ in range(_MOST_SCHEMAS):
        if not waiting or len(found) >= _MOST_ARGUMENTS:
            break
        part = waiting.pop(0)
        if not isinstance(part, dict):
            continue
        properties = part.get("properties")
        if isinstance(properties, dict):
            found += [_argument(*item) for item in properties.items()]
            waiting += properties.values()
        waiting += _inner(part)
        reference = part.get("$ref")
        if isinstance(reference, str) and reference not in followed:
            followed.add(reference)
            waiting.append(_target(schema, reference))
    return tuple(found[:_MOST_ARGUMENTS])


def _inner(part: JsonObject) -> Iterator[Json]:
    for key in _LISTS:
        branches = part.get(key)
        if isinstance(branches, list):
            yield from branches
    for key in _SINGLE:
        yield part.get(key)


def _target(schema: JsonObject, reference: str) -> Json:
    """What a reference inside the schema points to; None for any other."""
    if not reference.startswith("#/"):
        return None
    place: Json = schema
    for step in reference[2:].split("/"):
        key = step.replace("~1", "/").replace("~0", "~")
        place = place.get(key) if isinstance(place, dict) else None
    return place


def _argument(name: str, schema: Json) -> Argument:
    members = schema if isinstance(schema, dict) else {}
    description, values = members.get("description"), members.get("enum")
    offered = [*(values if isinstance(values, list) else ()), members.get("const")]
    return Argument(
        name,
        description[:300] if isinstance(description, str) else "",
        tuple(value for value in offered if isinstance(value, str)),
    )
