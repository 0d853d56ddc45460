"""Read a request's headers, including those of 2026-07-28 that repeat its body."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterator, Mapping
from typing import Final

from mcptest.mock.envelope import IncomingMessage
from mcptest.mock.manifest.definition import MockTool
from mcptest.mock.rpc import HEADER_MISMATCH, RpcError
from mcptest.mock.stateless import SUPPORTED, VERSION_KEY, meta_of
from mcptest.model.json import Json, JsonObject

NAMED: Final = {
    "tools/call": "name",
    "prompts/get": "name",
    "resources/read": "uri",
    "tasks/get": "taskId",
    "tasks/update": "taskId",
    "tasks/cancel": "taskId",
}
_PLAIN = re.compile(r"[\x20-\x7e\t]*")
PREFIX: Final = "=?base64?"
SUFFIX: Final = "?="


def check_version_header(incoming: IncomingMessage, headers: Mapping[str, str]) -> None:
    """Raises: RpcError where ``MCP-Protocol-Version`` is missing or differs from the body."""
    version = headers.get("mcp-protocol-version")
    if version is None:
        words = "the MCP-Protocol-Version header is missing"
        raise _mismatch(f"{words}; this server supports {', '.join(SUPPORTED)}")
    if version != meta_of(incoming.params).get(VERSION_KEY, version):
        raise _mismatch("MCP-Protocol-Version differs from the body")


def check_mirror_headers(
    incoming: IncomingMessage, headers: Mapping[str, str], tool: MockTool | None
) -> None:
    """Raises: RpcError where ``Mcp-Method``, ``Mcp-Name`` or ``Mcp-Param-*`` do not fit."""
    if headers.get("mcp-method") != incoming.method:
        raise _mismatch("Mcp-Method is missing or differs from the method")
    member = NAMED.get(incoming.method)
    if member is not None:
        value = incoming.params.get(member)
        if isinstance(value, str) and decoded(headers, "mcp-name") != value:
            raise _mismatch(f"Mcp-Name is missing or differs from params.{member}")
    arguments = incoming.params.get("arguments")
    if tool is not None and isinstance(arguments, dict):
        _check_params(tool, arguments, headers)


def _check_params(tool: MockTool, arguments: JsonObject, headers: Mapping[str, str]) -> None:
    for name, path in mirrored(tool.entry.get("inputSchema"), ()):
        value = argument_at(arguments, path)
        header = decoded(headers, f"mcp-param-{name.lower()}")
        if value is not None and (header is None or not equals(header, value)):
            raise _mismatch(f"Mcp-Param-{name} is missing or differs from {'.'.join(path)}")


def mirrored(schema: Json, path: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every ``x-mcp-header`` that ``properties`` alone lead to, with the path of its argument."""
    properties = schema.get("properties") if isinstance(schema, dict) else None
    for key, inner in properties.items() if isinstance(properties, dict) else ():
        name = inner.get("x-mcp-header") if isinstance(inner, dict) else None
        if isinstance(name, str):
            yield name, (*path, key)
        yield from mirrored(inner, (*path, key))


def argument_at(arguments: Json, path: tuple[str, ...]) -> Json:
    """The value there; null and absent are one, neither wants a header."""
    for step in path:
        arguments = arguments.get(step) if isinstance(arguments, dict) else None
    return arguments


def decoded(headers: Mapping[str, str], name: str) -> str | None:
    """The value as it was before it became a header; None where there is none.

    Raises: RpcError.
    """
    value = headers.get(name)
    if value is None:
        return None
    if not _PLAIN.fullmatch(value):
        raise _mismatch(f"{name} contains characters that are not allowed in a header")
    if not is_coded(value):
        return value
    try:
        return b64decode(value[len(PREFIX) : -len(SUFFIX)], validate=True).decode()
    except (Base64Error, ValueError):
        raise _mismatch(f"{name} is not valid base64 of UTF-8 text") from None


def is_coded(value: str) -> bool:
    """Whether it is written as base64."""
    return value.startswith(PREFIX) and value.endswith(SUFFIX)


def equals(header: str, value: Json) -> bool:
    """Whether a header says what an argument says."""
    if isinstance(value, bool):
        return header == ("true" if value else "false")
    if isinstance(value, int | float):
        try:
            return float(header) == value
        except ValueError:
            return False
    return header == value


def _mismatch(words: str) -> RpcError:
    return RpcError(HEADER_MISMATCH, f"header mismatch: {words}")


def accepts_events(headers: Mapping[str, str]) -> bool:
    return accepts(headers, "text/event-stream")


def accepts(headers: Mapping[str, str], media_type: str) -> bool:
    """Whether ``Accept`` takes the type; no header takes all."""
    wanted = headers.get("accept")
    if wanted is None:
        return True
    offered = {part.partition(";")[0].strip().lower() for part in wanted.split(",")}
    whole = media_type.partition("/")[0] + "/*"
    return not offered.isdisjoint({media_type, whole, "*/*"})
