"""The tools come in pages with odd cursors, one page of them empty."""

from __future__ import annotations

from typing import Final

from mcptest.client.offer import ECHO, tool
from mcptest.client.scenario import LIST_TOOLS, Scenario, echo
from mcptest.client.turn import Turn
from mcptest.model.json import MaybeJson

_PAGES: Final = (
    ((ECHO.entry,), "=?&/ 7 %C3%BC"),
    ((), "0"),
    ((tool("last", "The tool on the last page.").entry,), None),
)
_STARTS: Final = {None: 0, "=?&/ 7 %C3%BC": 1, "0": 2}


async def _play(turn: Turn) -> MaybeJson:
    if turn.method != "tools/list":
        return turn.healthy()
    cursor = turn.params.get("cursor")
    place = _STARTS.get(cursor) if cursor is None or isinstance(cursor, str) else None
    if place is None:
        return turn.error(-32602, "the cursor is not one that this list gave out")
    tools, following = _PAGES[place]
    reply = turn.healthy_at({})
    more = {} if following is None else {"nextCursor": following}
    return turn.result({**reply, "tools": list(tools), **more})


SCENARIO = Scenario(
    name="pagination",
    title="Pagination",
    summary="The list of tools has three pages: odd cursors, and an empty page in the middle.",
    steps=(LIST_TOOLS, echo("one")),
    play=_play,
)
