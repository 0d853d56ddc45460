"""Content blocks in a manifest: known types with their required members."""

from __future__ import annotations

from base64 import b64decode
from binascii import Error as Base64Error
from typing import Final

from mcptest.errors import Problem
from mcptest.model.json import Json, JsonObject
from mcptest.suite.shape import Invalid, Scope, Shape, complain, did_you_mean
from mcptest.suite.yaml.node import Node

_NEEDS: Final = {
    "text": ("text",),
    "image": ("data", "mimeType"),
    "audio": ("data", "mimeType"),
    "resource_link": ("uri", "name"),
    "resource": ("resource",),
}


class Content(Shape[JsonObject]):
    """One block; a bare text stands for a text block."""

    label = "a content block"

    def read(self, node: Node, problems: list[Problem], scope: Scope) -> JsonObject | Invalid:  # noqa: ARG002
        block = node.plain()
        if isinstance(block, str):
            return {"type": "text", "text": block}
        if not isinstance(block, dict):
            return self.refuse(node, problems)
        wrong = _wrong(block)
        if wrong is None:
            return block
        kind = block.get("type")
        hint = None if kind in _NEEDS else did_you_mean(str(kind or ""), _NEEDS)
        return complain(problems, "mock-content", wrong, node, hint=hint)

    def fits(self, node: Node) -> bool:
        return isinstance(node.value, dict | str)

    def json_schema(self) -> JsonObject:
        kind: JsonObject = {"enum": list(_NEEDS)}
        block: JsonObject = {"type": "object", "properties": {"type": kind}, "required": ["type"]}
        return {"anyOf": [{"type": "string"}, block]}


def _wrong(block: JsonObject) -> str | None:
    kind = block.get("type")
    if not isinstance(kind, str) or kind not in _NEEDS:
        return f"a content block must have a known type; got {kind!r}"
    for member in _NEEDS[kind]:
        wanted = dict if member == "resource" else str
        if not isinstance(block.get(member), wanted):
            return f'a content block of type {kind} requires "{member}"'
    if kind == "resource":
        return _wrong_resource(block["resource"])
    return _wrong_data(block.get("data"))


def _wrong_resource(resource: Json) -> str | None:
    assert isinstance(resource, dict)
    if not isinstance(resource.get("uri"), str):
        return 'an embedded resource requires "uri"'
    if not isinstance(resource.get("text", resource.get("blob")), str):
        return 'an embedded resource requires "text" or "blob"'
    return _wrong_data(resource.get("blob"))


def _wrong_data(data: Json) -> str | None:
    """Base64, where it is not yet to be filled in."""
    if not isinstance(data, str) or "${" in data or is_base64(data):
        return None
    return "binary data must be base64"


def is_base64(text: str) -> bool:
    try:
        b64decode(text, validate=True)
    except (Base64Error, ValueError):
        return False
    return True
