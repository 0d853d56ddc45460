"""The headers that repeat the body of a stateless request (2026-07-28, Streamable HTTP)."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator

from mcptest.model.json import Json, JsonObject, MaybeJson
from mcptest.model.spec_version import SpecVersion
from mcptest.wire.link import Outgoing

_PLAIN = re.compile(r"[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?")
_SENTINEL = re.compile(r"=\?base64\?.*\?=")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_NAMED_BY = {
    "tools/call": "name",
    "prompts/get": "name",
    "resources/read": "uri",
    "tasks/get": "taskId",
    "tasks/update": "taskId",
    "tasks/cancel": "taskId",
}
_DEPTH = 32


def stateless_headers(out: Outgoing, version: SpecVersion) -> dict[str, str]:
    """The version, ``Mcp-Method``, ``Mcp-Name`` and ``Mcp-Param-*`` of one message."""
    headers = {"MCP-Protocol-Version": version.wire}
    message = out.message if isinstance(out.message, dict) else {}
    method, params = message.get("method"), message.get("params")
    if not isinstance(method, str):
        return headers
    headers["Mcp-Method"] = header_value(method)
    if not isinstance(params, dict):
        return headers
    name = params.get(_NAMED_BY.get(method, ""))
    if isinstance(name, str):
        headers["Mcp-Name"] = header_value(name)
    return headers | dict(_parameters(out.schema, params.get("arguments"), _DEPTH))


def header_value(text: str) -> str:
    """The text itself where a header can carry it, else wrapped in Base64 as the revision says."""
    if _PLAIN.fullmatch(text) and not _SENTINEL.fullmatch(text):
        return text
    return f"=?base64?{b64encode(text.encode('utf-8', 'surrogatepass')).decode()}?="


def _parameters(schema: MaybeJson, value: Json, depth: int) -> Iterator[tuple[str, str]]:
    """Walk ``properties`` alone: an annotation anywhere else does not count."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    if not isinstance(properties, dict) or not isinstance(value, dict) or depth == 0:
        return
    for key in properties.keys() & value.keys():
        part = properties[key]
        if isinstance(part, dict):
            yield from _parameter(part, value[key])
            yield from _parameters(part, value[key], depth - 1)


def _parameter(schema: JsonObject, value: Json) -> Iterator[tuple[str, str]]:
    name = schema.get("x-mcp-header")
    if not isinstance(name, str) or not _TOKEN.fullmatch(name):
        return
    match value:
        case bool():
            yield f"Mcp-Param-{name}", "true" if value else "false"
        case str():
            yield f"Mcp-Param-{name}", header_value(value)
        case int() | float():
            yield f"Mcp-Param-{name}", repr(value)
        case _:
            pass
