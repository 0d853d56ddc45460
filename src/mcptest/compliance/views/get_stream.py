"""The stream that GET offers, watched for a moment while requests are answered elsewhere."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.reply_root import reply_root
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.model.outcome import SkipReason
from mcptest.wire.http.event_stream import Event, EventReader
from mcptest.wire.reply import Reply
from mcptest.wire.session import Session

_WATCH = 0.5
_BEGIN = 0.1
_LONGEST = 1 << 20


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    session = await ctx.fresh(version=exam.version)
    exam.remember(session.transcript)
    link = session.link
    send = getattr(link, "send", None)
    if send is None:
        raise NotSeenError(SkipReason.OTHER_TRANSPORT, "checked over HTTP only")
    headers = {"Accept": "text/event-stream"}
    timeout = exam.timeout_for(ctx.limits.timeout)
    watching = asyncio.ensure_future(send("GET", headers=headers, watch=_WATCH, timeout=timeout))
    await asyncio.sleep(_BEGIN)
    if not watching.done():
        await _talk(session, exam, ctx)
    reply: Reply = await watching
    root = reply_root(reply)
    root["events"] = [_event(event) for event in EventReader(_LONGEST).feed(reply.raw)]
    return root


async def _talk(session: Session, exam: Examination, ctx: Context) -> None:
    """Ask by POST for what must be answered there, and not on the stream."""
    timeout = exam.timeout_for(ctx.limits.timeout)
    exam.noticed(await session.request("tools/list", timeout=timeout))


def _event(event: Event) -> JsonObject:
    data = (event.data or b"").decode("utf-8", "replace")
    root: JsonObject = {"name": event.name, "data": data}
    if event.id:
        root["id"] = event.id
    with suppress(ValueError, RecursionError):
        message: Json = json.loads(data)
        root["message"] = message
    return root


VIEW = View(
    name="get-stream",
    summary="GET with Accept: text/event-stream, watched while a request goes by POST.",
    members={
        "form": "accepted, refused, silence, closed",
        "http": "status, headers, content_type, body",
        "events": "what came within half a second: name, data, id, message",
    },
    look=_look,
)
