"""Members that the schema leaves open: more of them, or an optional one that comes or goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.lab.change import Change, Middle
from tests.lab.illegal.members import Samples
from tests.lab.illegal.places import Kind, is_legal, kind_of, objects
from tests.lab.paths import changed, found
from tests.lab.stages import Scene

from mcptest.model.spec_version import SpecVersion
from mcptest.shapes.shapes import shapes_of

EXTRA = {"com.example/lab": {"deep": [1, None, "x"]}}
# What an optional member may say without meaning anything else for the rest of the server.
VALUES: dict[str, Any] = {
    "title": "A title",
    "description": "A description.",
    "instructions": "Read the notes first.",
    "_meta": EXTRA,
    "annotations": {"audience": ["user", "assistant"], "priority": 0.5},
    "lastModified": "2025-01-12T15:00:58Z",
    "audience": ["assistant"],
    "priority": 1,
    "websiteUrl": "https://example.com/about",
    "icons": [{"src": "https://example.com/icon.png", "mimeType": "image/png", "sizes": ["48x48"]}],
    "mimeType": "text/plain",
    "data": {"detail": ["more"]},
    "total": 100,
    "hasMore": False,
    "experimental": {"com.example/lab": {}},
    "extensions": {"com.example/lab": {}},
    "idempotentHint": True,
    "openWorldHint": False,
}
# To leave them out, or to add them, says something else about the server.
LEFT_ALONE = {"nextCursor", "isError", "structuredContent", "id"}
_OWN_ANNOTATIONS = {"Tool": {"title": "A title"}}


def changes(version: SpecVersion) -> list[Change]:
    """Generated from what the healthy server says at this revision."""
    samples = Samples(version)
    Scene("healthy", version).grade(samples.middle())
    made: dict[str, Change] = {}
    for kind, messages in samples.seen.items():
        for message in messages:
            for path, definition, value in objects(message, kind, version):
                for change in _of_object(kind, path, definition, value, version):
                    made.setdefault(change.name, change)
    return list(made.values())


def _of_object(
    kind: Kind, path: tuple[str, ...], definition: str, value: dict[str, Any], version: SpecVersion
) -> Iterator[Change]:
    where = f"{kind.name} {'/'.join(path)}"
    if path:
        yield _change(f"extra member: {where}", kind, path, _adding(EXTRA), version)
    schema = shapes_of(version).definitions[definition]
    needed = schema.get("required", ())
    for member in schema.get("properties", {}):
        if member in needed or member in LEFT_ALONE:
            continue
        if member in value:
            act = _dropping(member)
            yield _change(f"left out: {where}/{member}", kind, path, act, version, may_apply=True)
        elif member in VALUES:
            put = VALUES[member]
            if member == "annotations":
                put = _OWN_ANNOTATIONS.get(definition, put)
            act = _adding({member: put})
            yield _change(f"added: {where}/{member}", kind, path, act, version, may_apply=True)


def _adding(more: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    def add(holder: dict[str, Any]) -> None:
        for name, value in more.items():
            holder.setdefault(name, value)

    return add


def _dropping(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda holder: holder.pop(name, None)


def _change(
    name: str,
    kind: Kind,
    path: tuple[str, ...],
    act: Callable[[dict[str, Any]], None],
    version: SpecVersion,
    *,
    may_apply: bool = False,
) -> Change:
    def make() -> Middle:
        middle = Middle()

        def say(message: Any, asked: Any) -> Iterator[Any]:
            if kind_of(message, asked, version) != kind or not is_legal(message, kind, version):
                yield message
                return
            other = changed(message, (*path, ""), lambda holder, _: act(holder), whole=True)
            legal = is_legal(other, kind, version)
            middle.made += legal and bool(found(message, path))
            yield other if legal else message

        middle.say = say
        return middle

    return Change(
        name=name,
        why="the schema names the member as optional"
        if may_apply
        else "objects of the schema are open",
        make=make,
        since=version,
        until=version,
        may_apply=may_apply,
    )
