"""What the probes about the handshake share."""

from __future__ import annotations

from mcptest.model.json import JsonObject
from mcptest.model.outcome import Skip, SkipReason
from mcptest.model.spec_version import Era
from mcptest.negative.subject import ProbeSubject
from mcptest.wire.meta import client_info


def initialize(version: str) -> JsonObject:
    """The first request of the handshake era."""
    params: JsonObject = {
        "protocolVersion": version,
        "capabilities": {},
        "clientInfo": client_info(),
    }
    message: JsonObject = {"jsonrpc": "2.0", "id": "mcptest-initialize", "method": "initialize"}
    return {**message, "params": params}


def handshake_only(subject: ProbeSubject) -> Skip | None:
    if subject.era is Era.HANDSHAKE:
        return None
    return Skip(SkipReason.NOT_IN_REVISION, f"{subject.version.wire} has no handshake")
