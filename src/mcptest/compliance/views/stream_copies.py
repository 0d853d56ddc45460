"""Messages that came on more than one of the streams of a session."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from mcptest.compliance.observe.connection import new_session
from mcptest.compliance.observe.examination import Examination
from mcptest.compliance.observe.fixtures.find_fixtures import fill_found
from mcptest.compliance.observe.gated import may_call
from mcptest.compliance.observe.view import NotSeenError, View
from mcptest.engine.context import Context
from mcptest.model.json import Json, JsonObject
from mcptest.schema.pointer import follow_pointer
from mcptest.wire.http.call import EVENT_STREAM
from mcptest.wire.http.event_stream import EventReader
from mcptest.wire.http.listen import GET_STREAM
from mcptest.wire.http.streamable import HttpLink
from mcptest.wire.reply import ReplyKind
from mcptest.wire.session import Session
from mcptest.wire.transcript import Transcript

HINT: Final = "changing_tools"
CHANGED: Final = "notifications/tools/list_changed"
_CORE: Final = ("opening", "progress", "sampled", "elicited")
_LATER: Final = 0.3
_LONGEST: Final = 1 << 20
_OPEN: Final = 0.3
_WATCH: Final = 6 * _LATER


async def _look(exam: Examination, ctx: Context) -> JsonObject:
    if exam.seeks_fixtures:
        await fill_found(exam, ctx)
    for name in _CORE:
        with suppress(NotSeenError):
            await exam.see(name, ctx)
    told: list[Json] = []
    for transcript in exam.transcripts:
        if GET_STREAM in transcript.heads:
            told += _told(transcript)
    with suppress(NotSeenError):
        told += await _changed(exam, ctx)
    return {"items": told}


def _told(transcript: Transcript) -> Iterator[Json]:
    """Each message that can be told from all others, with the streams that it came on."""
    streams: dict[str, set[str]] = {}
    for entry in transcript.entries:
        message = entry.message
        if entry.direction == "received" and isinstance(message, dict) and _is_unique(message):
            streams.setdefault(json.dumps(message, sort_keys=True), set()).add(entry.stream)
    for text, names in streams.items():
        method = follow_pointer(json.loads(text), "/method")
        yield {"method": method if isinstance(method, str) else "", "streams": len(names)}


def _is_unique(message: JsonObject) -> bool:
    """A request by its id; progress, since each report of a token is higher than the last."""
    if "method" in message and "id" in message:
        return True
    token = follow_pointer(message, "/params/progressToken")
    return message.get("method") == "notifications/progress" and isinstance(token, str | int)


async def _changed(exam: Examination, ctx: Context) -> list[Json]:
    """Whether a change is told twice as soon as a second stream is open.

    Raises: NotSeenError.
    """
    hint = exam.hints.get(HINT)
    if not isinstance(hint, dict) or not isinstance(hint.get("tool"), str):
        return []
    session = await new_session(exam, ctx)
    link = session.link
    if not isinstance(link, HttpLink) or (await link.open_stream()).kind is not ReplyKind.ACCEPTED:
        return []
    params: JsonObject = {"name": hint["tool"], "arguments": hint.get("args", {})}
    before = await _changes(session, params, exam, ctx)
    watching = asyncio.ensure_future(
        link.send("GET", headers={"Accept": EVENT_STREAM}, watch=_WATCH, timeout=_WATCH + 1)
    )
    await asyncio.sleep(_OPEN)
    after = 0 if watching.done() else await _changes(session, params, exam, ctx)
    events = EventReader(_LONGEST).feed((await watching).raw)
    second = sum(CHANGED.encode() in (event.data or b"") for event in events)
    if not before or not after:
        return []
    return [{"method": CHANGED, "streams": 2 if after == second == before else 1}]


async def _changes(session: Session, params: JsonObject, exam: Examination, ctx: Context) -> int:
    """How often the session was told of two changes, the second of which may undo the first."""
    mark = session.transcript.mark()
    for _ in range(2):
        async with may_call(params["name"], exam, ctx):
            limit = exam.timeout_for(ctx.limits.timeout)
            exam.noticed(await session.request("tools/call", params, timeout=limit))
        await asyncio.sleep(_LATER)
    return sum(
        entry.direction == "received" and follow_pointer(entry.message, "/method") == CHANGED
        for entry in session.transcript.since(mark)
        if isinstance(entry.message, dict)
    )


VIEW = View(
    name="stream-copies",
    summary="Messages that can be told apart, and on how many streams each came; looked at last.",
    members={
        "items": "one for each request, each progress report and, where a call that changes the "
        "tool list is known, its notifications: method, streams (a number)",
    },
    look=_look,
    watches=True,
)
