"""Send a message exactly as it was typed, valid or not."""

from __future__ import annotations

import json

from mcptest.model.json import Json, JsonObject
from mcptest.ui.action import FLAG, LONG, TEXT, Action
from mcptest.ui.calls import answer_document
from mcptest.ui.consent import require_consent
from mcptest.ui.hub import Hub

_LONGEST = 30.0


async def _act(hub: Hub, request: JsonObject) -> Json:
    live = hub.live(str(request["server"]))
    session = await live.ready()
    text = str(request["text"])
    message = _parsed(text)
    params = message.get("params")
    await require_consent(
        live,
        str(message.get("method")),
        params if isinstance(params, dict) else {},
        confirmed=request.get("confirmed") is True,
    )
    raw = text.encode("utf-8", "replace").replace(b"\n", b" ").replace(b"\r", b" ")
    id_ = message.get("id")
    waits = id_ if isinstance(id_, str | int) and "method" in message else None
    limit = live.offered.spec.timeout or _LONGEST
    reply = await session.exchange(raw, id=waits, timeout=limit)
    return live.redactor.json(answer_document(reply, None))


def _parsed(text: str) -> JsonObject:
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


ACTION = Action(
    "Send a message as typed.",
    _act,
    {"server": TEXT, "text": LONG, "confirmed": FLAG},
    optional=("confirmed",),
)
