"""The shapes of a mock's resources and resource templates."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any as Value
from typing import Final

from mcptest.errors import Problem
from mcptest.mock.manifest.content import is_base64
from mcptest.mock.manifest.definition import MockResource, MockTemplate
from mcptest.mock.manifest.spelling import one_spelling, pick
from mcptest.mock.manifest.uri_template import template_pattern
from mcptest.model.json import JsonObject
from mcptest.suite.shape import Any, Key, Object, Text, complain
from mcptest.suite.yaml.node import Node

_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:[^\s]+")


def _check_uri(uri: str) -> str | None:
    if _ABSOLUTE.fullmatch(uri):
        return None
    return f'a URI must have a scheme and no spaces, such as file:///a.txt; got "{uri}"'


def _check_template(template: str) -> str | None:
    if template_pattern(template):
        return _check_uri(template.replace("{+", "").replace("{", "").replace("}", ""))
    return "a template has variables written {name} or {+name}, each once"


def _check_content(members: Mapping[str, Value], node: Node, problems: list[Problem]) -> None:
    one_spelling(members, node, problems)
    if ("text" in members) == ("blob" in members):
        complain(problems, "mock-resource", "a mock resource must have either text or blob", node)
    elif "blob" in members and not is_base64(members["blob"]):
        words = "a blob must be base64"
        complain(problems, "mock-resource", words, node.get("blob") or node)


def _entry(members: Mapping[str, Value], address: JsonObject) -> JsonObject:
    mime = members.get("mimeType", members.get("mime_type"))
    return {
        **address,
        **pick(members, "name", "title", "description"),
        **({} if mime is None else {"mimeType": mime}),
        **pick(members, "annotations", "icons", "_meta"),
    }


def _resource(**members: Value) -> MockResource:
    uri = members["uri"]
    named = {"name": uri, **members}
    return MockResource(uri, _entry(named, {"uri": uri}), pick(members, "text", "blob"))


def _template(**members: Value) -> MockTemplate:
    template: str = members.get("uriTemplate") or members["uri_template"]
    named = {"name": template, **members}
    entry = _entry(named, {"uriTemplate": template})
    return MockTemplate(template, entry, pick(members, "text", "blob"))


_COMMON: Final = {
    "name": Key(Text(), doc="The URI by default."),
    "title": Key(Text()),
    "description": Key(Text()),
    "mimeType": Key(Text()),
    "mime_type": Key(Text(), doc="Same as mimeType."),
    "annotations": Key(Any()),
    "icons": Key(Any()),
    "_meta": Key(Any()),
    "text": Key(Text(empty=True), doc="Content as text."),
    "blob": Key(Text(empty=True), doc="Content as base64."),
}
RESOURCE: Final = Object(
    "mock resource",
    {"uri": Key(Text(check=_check_uri, code="mock-uri"), required=True), **_COMMON},
    _resource,
    check=_check_content,
)


def _check_address(members: Mapping[str, Value], node: Node, problems: list[Problem]) -> None:
    _check_content(members, node, problems)
    if "uriTemplate" not in members and "uri_template" not in members:
        words = 'missing required key "uriTemplate" in this mock resource template'
        complain(problems, "mock-missing-key", words, node)


_ADDRESS: Final = Text(check=_check_template, code="mock-uri")
TEMPLATE: Final = Object(
    "mock resource template",
    {
        "uriTemplate": Key(_ADDRESS, doc="with {name} or {+name} for what varies"),
        "uri_template": Key(_ADDRESS, doc="Same as uriTemplate."),
        **_COMMON,
        "text": Key(Text(empty=True), doc="Content as text; `${name}` is replaced."),
    },
    _template,
    check=_check_address,
)
