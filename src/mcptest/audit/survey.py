"""What has to be known before an audit can be planned: revisions, and the tools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mcptest.engine.server import Server
from mcptest.errors import TargetHandshakeError
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.model.spec_version import NEWEST_HANDSHAKE, SpecVersion
from mcptest.model.tool import ToolDescriptor
from mcptest.safety.classify import strictest_by_name
from mcptest.wire.detect import detect
from mcptest.wire.session import open_session


@record
class Survey:
    """``trouble`` says why there is nothing but the rules to go by."""

    speaks: tuple[SpecVersion, ...]
    newest: SpecVersion
    tools: tuple[ToolDescriptor, ...] = ()
    capabilities: Mapping[str, Json] | None = None
    trouble: str | None = None


async def survey(server: Server, *, thorough: bool) -> Survey:
    """Ask for every revision where the audit is thorough, else only for the newest.

    Raises: TargetStartError, TargetConnectError.
    """
    try:
        found = await detect(server.target, limits=server.limits, client=server.client())
    except TargetHandshakeError as refusal:
        pinned = server.version or NEWEST_HANDSHAKE
        return Survey((), pinned, trouble=refusal.message)
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
    return Survey(graded, newest, tuple(tools.values()), session.capabilities)


def pinned(server: Server, survey: Survey) -> Server:
    return replace(server, version=survey.newest if survey.trouble is None else None)
