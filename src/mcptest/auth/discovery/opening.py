"""Send the first request without a token."""

from __future__ import annotations

from mcptest.model.json import JsonObject
from mcptest.model.spec_version import NEWEST_HANDSHAKE, Era, SpecVersion
from mcptest.wire.codec import encode
from mcptest.wire.meta import client_info, request_meta


def opening_request(version: SpecVersion | None) -> tuple[str, dict[str, str], bytes]:
    """Method, headers and body of the message that opens a conversation in that revision."""
    spoken = version or NEWEST_HANDSHAKE
    headers = {
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
    }
    method = "initialize"
    params: JsonObject = {
        "protocolVersion": spoken.wire,
        "capabilities": {},
        "clientInfo": client_info(),
    }
    if spoken.era is Era.STATELESS:
        method = "server/discover"
        headers |= {"MCP-Protocol-Version": spoken.wire, "Mcp-Method": method}
        params = {"_meta": request_meta(spoken, {})}
    return method, headers, encode({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
