"""A subscription to everything, watched until its acknowledgement had time to come."""

from __future__ import annotations

from mcptest.compliance.observe.connection import new_session
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import is_unknown, reply_root
from mcptest.compliance.observe.stateless_meta import standard_meta
from mcptest.compliance.observe.view import View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.wire.session import Session

ID = "mcptest-listening"
_WATCH = 0.6
_URI = "mcptest://nothing"


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    """A process that others had before cannot count against the server."""
    async with exam.parking.session(exam, ctx) as left:
        root = await _listen(left) if left is not None else {}
    if is_unknown(root) or (root.get("form") == "silence" and "first" in root):
        return root
    return await _listen(await new_session(exam, ctx))


async def _listen(session: Session) -> JsonObject:
    kinds: JsonObject = {
        "toolsListChanged": True,
        "promptsListChanged": True,
        "resourcesListChanged": True,
        "resourceSubscriptions": [_URI],
    }
    message: JsonObject = {
        "jsonrpc": "2.0",
        "id": ID,
        "method": "subscriptions/listen",
        "params": {"notifications": kinds, "_meta": standard_meta(session.version)},
    }
    mark = session.transcript.mark()
    reply = await session.exchange(message, id=ID, timeout=_WATCH)
    received: list[Json] = [
        entry.message
        for entry in session.transcript.since(mark)
        if entry.direction == "received" and isinstance(entry.message, dict)
    ]
    root: JsonObject = {**reply_root(reply), "received": received}
    if received:
        root["first"] = received[0]
    return root


VIEW = View(
    name="listening",
    summary="subscriptions/listen for all kinds, with a text as id, for little more than 0.5 s.",
    members={
        "first": "the first message that came",
        "received": "all messages that came",
        "form": "silence while it listens; error where it is refused",
    },
    look=_look,
)
