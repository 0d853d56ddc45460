"""Where a message has members, by the shapes: each place that a sample of the message reaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mcptest.model.spec_version import SpecVersion
from mcptest.schema.validate import validator
from mcptest.shapes.shapes import Shapes, referred, shapes_of

OPAQUE = {"inputSchema", "outputSchema", "structuredContent", "requestedSchema", "experimental"}


@dataclass(frozen=True)
class Kind:
    """Which message: the shape that holds it, and where the held part stands in the envelope."""

    shape: str
    root: str  # "result" or "" for the whole message

    @property
    def name(self) -> str:
        return self.shape.partition(":")[2] or self.shape


@dataclass(frozen=True)
class Place:
    """A member by its path, with a star for the items of a list; ``of`` is its object's shape."""

    path: tuple[str, ...]
    required: bool
    of: str | None


def kind_of(message: Any, asked: Any, version: SpecVersion) -> Kind | None:
    """The shape that a message of the server is held to, where it has one."""
    shapes = shapes_of(version)
    if not isinstance(message, dict):
        return None
    method = message.get("method")
    if isinstance(method, str):
        shape = shapes.message("server", method)
        return Kind(shape, "") if shape else None
    if "error" in message:
        error = message["error"]
        return Kind(shapes.error(error.get("code") if isinstance(error, dict) else None), "")
    wanted = asked.get("method") if isinstance(asked, dict) else None
    shape = shapes.result("client", wanted) if isinstance(wanted, str) else None
    return Kind(shape, "result") if shape and "result" in message else None


def held_part(message: Any, kind: Kind) -> Any:
    return message[kind.root] if kind.root else message


def is_legal(message: Any, kind: Kind, version: SpecVersion) -> bool:
    if kind.root and (not isinstance(message, dict) or kind.root not in message):
        return False
    return shapes_of(version).validator(kind.shape).is_valid(held_part(message, kind))


def places(message: Any, kind: Kind, version: SpecVersion) -> Iterator[Place]:
    """Every named member that this sample has, from the root of the whole message."""
    shapes = shapes_of(version)
    start = (kind.root,) if kind.root else ()
    yield from _walk(shapes, shapes.schema(kind.shape), held_part(message, kind), start, None)


def _walk(
    shapes: Shapes, schema: Any, value: Any, path: tuple[str, ...], of: str | None
) -> Iterator[Place]:
    name = referred(schema)
    if name is not None:
        yield from _walk(shapes, shapes.definitions[name], value, path, name)
        return
    for part in schema.get("allOf", ()):
        yield from _walk(shapes, part, value, path, of)
    ways = [way for way in schema.get("anyOf", ()) if "required" not in way or len(way) > 1]
    for way in ways:
        if validator(shapes.alone(way)).is_valid(value):
            yield from _walk(shapes, way, value, path, of)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for item in value:
            yield from _walk(shapes, schema["items"], item, (*path, "*"), of)
    elif isinstance(value, dict):
        yield from _members(shapes, schema, value, path, of)


def _members(
    shapes: Shapes, schema: Any, value: dict[str, Any], path: tuple[str, ...], of: str | None
) -> Iterator[Place]:
    needed = schema.get("required", ())
    for member, part in schema.get("properties", {}).items():
        if member in value:
            yield Place((*path, member), member in needed, of)
            if member not in OPAQUE or member in ("inputSchema", "outputSchema"):
                yield from _walk(shapes, part, value[member], (*path, member), of)


def objects(
    message: Any, kind: Kind, version: SpecVersion
) -> Iterator[tuple[tuple[str, ...], str, dict[str, Any]]]:
    """Every object of a sample that has a definition: its path, the definition, and itself."""
    shapes = shapes_of(version)
    start = (kind.root,) if kind.root else ()
    yield from _objects(shapes, shapes.schema(kind.shape), held_part(message, kind), start)


def _objects(
    shapes: Shapes, schema: Any, value: Any, path: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str, dict[str, Any]]]:
    name = referred(schema)
    if name is not None:
        schema = shapes.definitions[name]
        if isinstance(value, dict) and "anyOf" not in schema and "properties" in schema:
            yield path, name, value
    for part in schema.get("allOf", ()):
        yield from _objects(shapes, part, value, path)
    for way in schema.get("anyOf", ()):
        if "$ref" in way and validator(shapes.alone(way)).is_valid(value):
            yield from _objects(shapes, way, value, path)
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for item in value:
            yield from _objects(shapes, schema["items"], item, (*path, "*"))
    elif isinstance(value, dict):
        for member, part in schema.get("properties", {}).items():
            if member in value and member not in OPAQUE:
                yield from _objects(shapes, part, value[member], (*path, member))
