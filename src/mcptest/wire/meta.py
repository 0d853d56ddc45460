"""The ``_meta`` of stateless requests: revision, client and capabilities."""

from __future__ import annotations

from mcptest import __version__
from mcptest.model.json import JsonObject
from mcptest.model.spec_version import SpecVersion

PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion"
CLIENT_INFO = "io.modelcontextprotocol/clientInfo"
CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
LOG_LEVEL = "io.modelcontextprotocol/logLevel"
SERVER_INFO = "io.modelcontextprotocol/serverInfo"


def client_info() -> JsonObject:
    return {"name": "mcptest", "version": __version__}


def request_meta(version: SpecVersion, capabilities: JsonObject) -> JsonObject:
    """The ``_meta`` members that 2026-07-28 requires or recommends on a request."""
    return {
        PROTOCOL_VERSION: version.wire,
        CLIENT_INFO: client_info(),
        CLIENT_CAPABILITIES: capabilities,
    }


def with_meta(params: JsonObject | None, meta: JsonObject) -> JsonObject:
    """Add the members; what the caller already says stays."""
    given = (params or {}).get("_meta")
    merged = meta | given if isinstance(given, dict) else meta
    return {**(params or {}), "_meta": merged}
