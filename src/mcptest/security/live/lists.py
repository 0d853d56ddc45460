"""List the tools again, and keep the result."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.security.live.observed import SeenList
from mcptest.wire.session import Session

_CHANGED: Final = b"notifications/tools/list_changed"


def listed_before(tools: Iterable[ToolDescriptor]) -> SeenList:
    """What a session listed that is over by now."""
    return SeenList("the first session", 0, _by_name(tool.raw for tool in tools))


async def list_again(session: Session, tools: Iterable[ToolDescriptor]) -> list[SeenList]:
    """What this session listed before, and lists now."""
    now = await session.list_all("tools")
    announced = any(_CHANGED in entry.raw for entry in session.transcript.since(0))
    before = SeenList("the first list", 1, _by_name(tool.raw for tool in tools))
    if now.problem:
        return [before]
    return [before, SeenList("the second list", 1, _by_name(now.items), announced)]


async def list_elsewhere(session: Session) -> list[SeenList]:
    """What another session lists."""
    found = await session.list_all("tools")
    return [] if found.problem else [SeenList("another session", 2, _by_name(found.items))]


async def list_twice(session: Session, *, number: int = 1) -> list[SeenList]:
    """Two lists in a row; the second is announced where the server said that it changed."""
    first = await session.list_all("tools")
    mark = session.transcript.mark()
    second = await session.list_all("tools")
    if first.problem or second.problem:
        return []
    announced = any(_CHANGED in entry.raw for entry in session.transcript.since(mark))
    return [
        SeenList("the first list", number, _by_name(first.items)),
        SeenList("the second list", number, _by_name(second.items), announced),
    ]


def _by_name(tools: Iterable[Json]) -> dict[str, JsonObject]:
    found = (tool for tool in tools if isinstance(tool, dict))
    return {str(tool.get("name")): tool for tool in found}
