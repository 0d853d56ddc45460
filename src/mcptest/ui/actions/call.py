"""One call of the history, with its response."""

from __future__ import annotations

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import NUMBER, Action
from mcptest.ui.hub import Hub
from mcptest.ui.snippets import snippets_of


async def _act(hub: Hub, request: JsonObject) -> Json:
    call = hub.calls.get(int(str(request["call"])))
    live = hub.live(call.server)
    shown = {"params": live.redactor.json(call.params), "answer": call.answer}
    return {**call.summary, **shown, "snippets": snippets_of(live, call.method, call.params)}


ACTION = Action("Look at a call.", _act, {"call": NUMBER})
