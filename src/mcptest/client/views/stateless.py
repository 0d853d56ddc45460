"""Requests of the stateless era: their metadata, the headers that repeat it, and their retries."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.client.arranging import heard, kind_of, part
from mcptest.client.log import ClientLog
from mcptest.client.view import ClientView
from mcptest.mock.http.headers import NAMED, decoded
from mcptest.mock.rpc import RpcError
from mcptest.mock.stateless import CAPABILITIES_KEY, INFO_KEY, VERSION_KEY
from mcptest.model.json import Json, JsonObject, json_type
from mcptest.model.spec_version import Era

_GONE = (
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "notifications/initialized",
    "notifications/roots/list_changed",
)


def _look(log: ClientLog) -> JsonObject:
    if log.era != Era.STATELESS.value:
        return {"requests": [], "uses": [], "messages": []}
    requests: list[Json] = list(_requests(log))
    return {
        "requests": requests,
        "uses": list(_uses(log)),
        "messages": [{"message": message, "kind": kind_of(message)} for _, message in heard(log)],
    }


def _requests(log: ClientLog) -> Iterator[JsonObject]:
    for entry, message in heard(log):
        method = str(message.get("method"))
        if kind_of(message) != "request" or method == "initialize":
            continue
        meta = part(message, "params", "_meta")
        headers = part(entry.get("http"), "headers")
        item: JsonObject = {
            "message": message,
            "method": method,
            "version": json_type(part(meta, VERSION_KEY)),
            "capabilities": json_type(part(meta, CAPABILITIES_KEY)),
            "info": json_type(part(meta, INFO_KEY)),
            "over_http": headers is not None,
        }
        if isinstance(headers, dict):
            item |= _headers(headers, method, message, part(meta, VERSION_KEY))
        yield item


def _headers(headers: JsonObject, method: str, message: JsonObject, version: Json) -> JsonObject:
    texts = {name: str(value) for name, value in headers.items()}
    member = NAMED.get(method)
    wanted = part(message, "params", member) if member else None
    return {
        "version_header": texts.get("mcp-protocol-version"),
        "same_version": texts.get("mcp-protocol-version") == version,
        "same_method": texts.get("mcp-method") == method,
        "named": isinstance(wanted, str),
        "same_name": isinstance(wanted, str) and _value(texts, "mcp-name") == wanted,
        "session": texts.get("mcp-session-id"),
    }


def _value(texts: dict[str, str], name: str) -> str | None:
    try:
        return decoded(texts, name)
    except RpcError:
        return None


def _uses(log: ClientLog) -> Iterator[JsonObject]:
    """What the client makes use of; an ``initialize`` that fails leads to the other era."""
    for _, message in heard(log):
        method = message.get("method")
        if isinstance(method, str) and method != "initialize":
            yield {"what": method, "message": message, "gone": method in _GONE}
    for entry in log.of("http"):
        if entry["path"] == "/mcp":
            verb = entry["method"]
            yield {"what": f"HTTP {verb}", "message": None, "gone": verb in ("GET", "DELETE")}


VIEW = ClientView(
    name="stateless",
    summary="Requests of the stateless era: their metadata and the headers that repeat it.",
    members={
        "requests": "each request: message, method, version, capabilities, info (JSON types), "
        "over_http, version_header, same_version, same_method, named, same_name, session",
        "uses": "each method and HTTP verb: what, message, gone (the revision removed it)",
        "messages": "every message: message, kind",
    },
    look=_look,
)
