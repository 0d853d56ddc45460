"""List the tools again, and keep what was listed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mcptest.model.json import Json, JsonObject
from mcptest.model.tool import ToolDescriptor
from mcptest.security.live.observed import SeenList
from mcptest.wire.session import Session

_CHANGED: Final = b"notifications/tools/list_changed"


def listed_before(tools: Iterable[ToolDescriptor], *, session: int = 0) -> SeenList:
    """What a session listed that is over by now."""
    return SeenList("the first session", session, _by_name(tool.raw for tool in tools))


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
