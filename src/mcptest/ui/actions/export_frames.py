"""Whole messages, to be saved by the page."""

from __future__ import annotations

import asyncio

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import NUMBER, Action
from mcptest.ui.hub import Hub
from mcptest.ui.messages.frames import MOST_FRAMES


async def _act(hub: Hub, request: JsonObject) -> Json:
    numbers = request["numbers"]
    wanted = {int(str(one)) for one in numbers} if isinstance(numbers, list) else set()
    return {"messages": await asyncio.to_thread(_messages, hub, wanted)}


def _messages(hub: Hub, wanted: set[int]) -> list[Json]:
    found: list[Json] = []
    for frame in hub.frames.newest(hub.frames.most):
        if frame.number in wanted:
            live = hub.live(frame.server)
            summary = frame.summary(live.redactor)
            del summary["preview"]
            text = live.redactor.text(frame.raw.decode("utf-8", "replace"))
            heads = live.heads.document(frame.session, frame.stream, live.redactor)
            found.append({**summary, "text": text, **({"http": heads} if heads else {})})
    return found


ACTION = Action(
    "Save messages.",
    _act,
    {"numbers": {"type": "array", "items": NUMBER, "maxItems": MOST_FRAMES}},
)
