"""Find the revision that a client asks for."""

from __future__ import annotations

from mcptest.client.arranging import heard, part
from mcptest.client.log import ClientLog
from mcptest.client.play import Showing, play
from mcptest.client.scenario import find_scenario
from mcptest.client.starting import Starter
from mcptest.model.spec_version import NEWEST_HANDSHAKE, SpecVersion


async def find_client_revision(starter: Starter, transport: str, seconds: float) -> SpecVersion:
    """The newest revision of the client; the newest with a handshake where it says nothing.

    Raises: TargetStartError.
    """
    scenario = find_scenario("plain")
    assert scenario is not None
    showing = Showing(scenario, SpecVersion.V2026_07_28, transport, seconds)
    log, _ = await play(showing, starter)
    return asked_revision(log) or NEWEST_HANDSHAKE


def asked_revision(log: ClientLog) -> SpecVersion | None:
    """The revision that the first request names."""
    for entry, message in heard(log):
        if entry.get("stateless"):
            return SpecVersion.V2026_07_28
        if message.get("method") == "initialize":
            return SpecVersion.from_wire(str(part(message, "params", "protocolVersion")))
    return None
