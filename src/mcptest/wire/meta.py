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


class RequestMeta:
    """The ``_meta`` of every request of a session: what its revision needs, and more on demand."""

    def __init__(self, version: SpecVersion, capabilities: JsonObject | None) -> None:
        """Without ``capabilities``, as in the handshake era, nothing is needed."""
        self._needed = {} if capabilities is None else request_meta(version, capabilities)
        self.members = self._needed

    def extend(self, more: JsonObject) -> None:
        """Replace what was added before; what is needed stays."""
        self.members = {**more, **self._needed}


def with_meta(params: JsonObject | None, meta: JsonObject) -> JsonObject:
    """Add the members; what the caller already says stays."""
    given = (params or {}).get("_meta")
    merged = meta | given if isinstance(given, dict) else meta
    return {**(params or {}), "_meta": merged}
