"""Read a server's tools and other texts before the scan."""

from __future__ import annotations

from collections.abc import Iterator

from mcptest.engine.server import Server, open_server
from mcptest.model.json import Json
from mcptest.model.record import record
from mcptest.model.run import ServerFacts
from mcptest.model.tool import ToolDescriptor
from mcptest.security.texts import CatalogText
from mcptest.wire.session import Session

_KINDS = {"prompts": "prompts", "resources": "resources", "resources/templates": "resources"}


@record
class CatalogSight:
    """What one session listed."""

    tools: tuple[ToolDescriptor, ...]
    around: tuple[CatalogText, ...]
    facts: ServerFacts


async def look(server: Server) -> CatalogSight:
    """Raises: TargetError where no session can be opened."""
    session = await open_server(server)
    try:
        tools = await session.list_all("tools") if "tools" in session.capabilities else None
        described = tuple(ToolDescriptor.from_json(item) for item in tools.items) if tools else ()
        return CatalogSight(
            described, tuple(await around_texts(session)), session.facts(server.name)
        )
    finally:
        await session.close()


async def around_texts(session: Session) -> list[CatalogText]:
    """The instructions, and the names, titles and descriptions of prompts and resources."""
    found: list[CatalogText] = []
    if isinstance(session.instructions, str):
        found.append(CatalogText("/instructions", session.instructions, prose=True, own=True))
    for kind, capability in _KINDS.items():
        if capability in session.capabilities:
            listing = await session.list_all(kind)
            for index, item in enumerate(listing.items):
                found += _texts(item, f"/{kind.replace('/', '~1')}/{index}")
    return found


def _texts(item: Json, pointer: str) -> Iterator[CatalogText]:
    members = item if isinstance(item, dict) else {}
    for key in ("name", "title", "description"):
        text = members.get(key)
        if isinstance(text, str):
            yield CatalogText(f"{pointer}/{key}", text, prose=True, own=True)
