"""What has to be known before an audit can be planned: revisions, and the tools."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

from mcptest.engine.server import Server
from mcptest.errors import TargetHandshakeError
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.model.spec_version import NEWEST_HANDSHAKE, SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import strictest_by_name
from mcptest.wire.detect import Detection, detect
from mcptest.wire.session import open_session

_TOO_SLOW = "handshake-timeout"


@record
class Survey:
    """``trouble`` says why there is nothing but the rules to go by; ``graded`` is oldest first."""

    speaks: tuple[SpecVersion, ...]
    newest: SpecVersion
    graded: tuple[SpecVersion, ...]
    tools: tuple[ToolDescriptor, ...] = ()
    capabilities: Mapping[str, Json] | None = None
    trouble: str | None = None
    seconds: float = 0.0


async def survey(server: Server, *, thorough: bool) -> Survey:
    """Ask for every revision; where the audit is thorough, each will be graded, else the newest.

    Raises: TargetStartError, TargetConnectError.
    """
    begun = time.monotonic()
    try:
        found = await _detected(server)
    except TargetHandshakeError as refusal:
        pinned = server.version or NEWEST_HANDSHAKE
        return Survey((), pinned, (pinned,), trouble=refusal.message)
    newest = server.version or found.speaks[-1]
    session = await open_session(
        server.target, version=newest, limits=server.limits, client=server.client()
    )
    try:
        listing = await session.list_all("tools") if "tools" in session.capabilities else None
    finally:
        await session.close()
    items = listing.items if listing is not None else []
    tools = strictest_by_name(ToolDescriptor.from_json(item) for item in items)
    graded = found.speaks if thorough else (newest,)
    return Survey(
        found.speaks,
        newest,
        graded,
        tuple(tools.values()),
        session.capabilities,
        seconds=time.monotonic() - begun,
    )


async def _detected(server: Server) -> Detection:
    """The first start of something newly installed is the slowest, so a second one is tried."""
    try:
        return await detect(server.target, limits=server.limits, client=server.client())
    except TargetHandshakeError as refusal:
        if refusal.code != _TOO_SLOW:
            raise
    return await detect(server.target, limits=server.limits, client=server.client())


def pinned(server: Server, survey: Survey) -> Server:
    return replace(server, version=survey.newest if survey.trouble is None else None)
