"""Whether a protected server claims to follow MCP's authorization specification.

Authorization is optional. A server behind a fixed key, which may well answer with
``WWW-Authenticate: Bearer``, is bound by none of the rules about metadata, scopes and audiences.
"""

from __future__ import annotations

import json
from contextlib import suppress

from mcptest.model.json import Json, JsonObject
from mcptest.model.spec_version import SpecVersion
from mcptest.schema.pointer import follow_pointer

_OK = 200
_MARKS = {"resource", "authorization_servers"}


def claims_oauth(seen: JsonObject, version: SpecVersion) -> bool:
    """It names or serves a resource document, or, at 2025-03-26, is an authorization server."""
    if isinstance(follow_pointer(seen, "/challenge/resource_metadata"), str):
        return True
    if any(
        _is_resource(follow_pointer(seen, f"/{way}/document")) for way in ("named", "well_known")
    ):
        return True
    own = follow_pointer(seen, "/own/metadata")
    by_path = follow_pointer(seen, "/defaults/authorizes") is True
    return version is SpecVersion.V2025_03_26 and (isinstance(own, dict) or by_path)


def _is_resource(document: object) -> bool:
    return isinstance(document, dict) and bool(_MARKS & document.keys())


def opens(root: JsonObject) -> bool:
    """The opening request was answered with a result, in a body or as an event."""
    if status_of(root) != _OK:
        return False
    if "json" in root:
        return _is_result(root["json"])
    body = follow_pointer(root, "/http/body")
    lines = body.splitlines() if isinstance(body, str) else []
    return any(_is_result(_parsed(line[5:])) for line in lines if line.startswith("data:"))


def _is_result(message: Json) -> bool:
    return isinstance(message, dict) and "result" in message


def _parsed(text: str) -> Json:
    with suppress(ValueError, RecursionError):
        message: Json = json.loads(text)
        return message
    return None


def status_of(root: JsonObject) -> int:
    """The HTTP status, 0 where no response came."""
    status = follow_pointer(root, "/http/status")
    return status if isinstance(status, int) else 0


def header_of(root: JsonObject, name: str) -> str:
    """A header by its lower-case name, empty where it is absent."""
    value = follow_pointer(root, f"/http/headers/{name}")
    return value if isinstance(value, str) else ""
